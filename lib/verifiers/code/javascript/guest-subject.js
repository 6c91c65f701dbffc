/*
 * Evaluated in the guest that holds the response's program: output, a little of what programs expect around them, and
 * answers to the examiner's requests. `host(op, text)` is the only way out: it takes text and gives text.
 */
(data, host, next) => {
  const { encode, decode, parse, stringify } = data;
  const { apply, construct, get, set, ownKeys } = Reflect;
  // biome-ignore lint/security/noGlobalEval: names of the program's own scope are read inside its own guest
  const lookUp = globalThis.eval;
  const { from } = Array;
  const { setTimeout } = globalThis;
  const ids = new Map();
  const objects = [];
  const handle = (value) => {
    if (!ids.has(value)) ids.set(value, objects.push(value) - 1);
    return { handle: ids.get(value), callable: typeof value === "function" };
  };
  const unhandle = (tag, id) => (tag === "callback" ? (...args) => call(id, args) : objects[id]);
  const call = (id, args) => {
    const reply = parse(host("callback", stringify({ id, args: args.map((arg) => encode(arg, handle)) })));
    if (reply.raised) throw new Error(reply.raised);
    return decode(reply.value, unhandle);
  };

  const actions = {
    names: (names) => names.map((name) => [name, named(name)]).filter(([, value]) => value !== undefined),
    call: (target, self, args) => apply(target, self, args),
    construct: (target, args) => construct(target, args),
    get: (target, key) => get(target, key),
    set: (target, key, value) => set(target, key, value),
    keys: (target) =>
      ownKeys(target).filter(
        (key) => typeof key === "string" && Object.prototype.propertyIsEnumerable.call(target, key),
      ),
    string: (target) => `${target}`,
    iterator: (target) => (ArrayBuffer.isView(target) ? from(target) : target[Symbol.iterator]()),
    asyncIterator: (target) => target[Symbol.asyncIterator]?.(),
    instance: (target, kind) => target instanceof kind,
    wait: (task, ms) => void setTimeout(task, ms),
  };
  const named = (name) => {
    try {
      return lookUp(name);
    } catch {
      const { exports, exported } = globalThis.module;
      const alone = [exports, exported?.default].find((value) => typeof value === "function" && value.name === name);
      return exports?.[name] ?? exported?.[name] ?? alone;
    }
  };
  const raised = (error) => {
    try {
      const told = error instanceof Error ? `${error.name}: ${error.message}` : error;
      const made = error?.constructor?.name ?? "Error";
      return [made, error?.name ?? "Error", error?.message ?? error, told].map((text) => String(text).slice(0, 200));
    } catch {
      return ["Error", "Error", "", "an error that cannot be told"];
    }
  };

  /** What was thrown; an error's own properties too, where they are plain data. */
  const thrown = (error) => {
    try {
      const plain = error instanceof Error ? { kept: encode({ ...error }, refuse) } : { thrown: encode(error, refuse) };
      return { raised: raised(error), ...plain };
    } catch {
      return { raised: raised(error) };
    }
  };
  const refuse = () => {
    throw new TypeError("not plain data");
  };

  /** One request; what a call did to array, Map, Set and object arguments goes back with its value. */
  const serve = (request) => {
    try {
      const { action, args } = parse(request);
      const values = args.map((arg) => decode(arg, unhandle));
      const value = actions[action](...values);
      const changed = [];
      if (action === "call") {
        values[2].forEach((arg, i) => {
          const after = encode(arg, handle);
          if (typeof arg === "object" && stringify(after) !== stringify(args[2][i])) changed.push([i, after]);
        });
      }
      if (value instanceof Promise) return { promise: handle(value).handle, value, changed };
      return { reply: stringify({ value: encode(value, handle), changed }) };
    } catch (error) {
      return { reply: stringify(thrown(error)) };
    }
  };
  const settled = (value, changed) => stringify({ promise: encode(value, handle), changed });
  const rejected = (error) => stringify({ rejected: true, ...thrown(error) });
  return { serve, next, settled, rejected };
};
