/*
 * Evaluated in the guest that holds the tests. What the program defines is seen here as plain data or as a proxy that
 * asks over `host`: nothing of the program runs in this guest, so nothing of it can decide a comparison.
 */
(data, host, makeAssert) => {
  const { encode, decode, parse, stringify } = data;
  const remotes = new Map();
  const idOf = new WeakMap();
  const callbacks = [];
  const refuse = () => {
    throw new TypeError("structuredClone: not plain data");
  };
  const handle = (value) => {
    if (idOf.has(value)) return { handle: idOf.get(value) };
    if (typeof value === "function") return { callback: callbacks.push(value) - 1 };
    throw new TypeError("a test passes an object that cannot cross into the program's interpreter");
  };
  const unhandle = (tag, id, callable) => {
    if (tag !== "handle" || typeof id !== "number") throw new TypeError("not plain data");
    if (!remotes.has(id)) remotes.set(id, remote(id, callable));
    return remotes.get(id);
  };
  const errors = { TypeError, RangeError, SyntaxError, ReferenceError, URIError, EvalError };
  /** An error of the program as one of this guest's own kinds; the class that made it is kept by name. */
  const rebuilt = ({ raised, kept, thrown }) => {
    if (thrown !== undefined) return decode(thrown, unhandle);
    const [made, name, message, told] = raised.map(String);
    const kind = Object.hasOwn(errors, made) ? errors[made] : Error;
    return Object.assign(new kind(message), { ...(kept && decode(kept, unhandle)), name, made, told });
  };

  const ask = (action, ...args) => {
    const reply = parse(host("ask", stringify({ action, args: args.map((arg) => encode(arg, handle)) })));
    if (reply.raised && !reply.rejected) throw rebuilt(reply);
    for (const [i, value] of (action === "call" && reply.changed) || []) {
      if (Number.isInteger(i) && i >= 0 && i < args[2].length) restore(args[2][i], decode(value, unhandle));
    }
    if (reply.rejected) return Promise.reject(rebuilt(reply));
    return "promise" in reply ? Promise.resolve(decode(reply.promise, unhandle)) : decode(reply.value, unhandle);
  };
  /** What a call did to an argument is done to the test's own object. */
  const restore = (target, value) => {
    if (Array.isArray(target) && Array.isArray(value)) target.splice(0, target.length, ...value);
    else if (target instanceof Map && value instanceof Map) refill(target, value, (key, item) => target.set(key, item));
    else if (target instanceof Set && value instanceof Set) refill(target, value, (item) => target.add(item));
    else if (plain(target) && plain(value)) {
      for (const key of Object.keys(target)) delete target[key];
      Object.assign(target, value);
    }
  };
  const refill = (target, value, add) => {
    target.clear();
    value.forEach((item, key) => {
      add(key, item);
    });
  };
  const plain = (value) =>
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

  /** Something that can be called and constructed and has no properties of its own to keep. */
  const Stand = class {};
  const standing = Object.create(null);
  const remote = (id, callable) => {
    const proxy = new Proxy(callable ? Stand.bind(null) : {}, {
      get(_, key) {
        if (key === Symbol.hasInstance) return (value) => idOf.has(value) && ask("instance", value, proxy) === true;
        if (key === Symbol.iterator) {
          return () => {
            const items = ask("iterator", proxy);
            return Array.isArray(items) ? items[Symbol.iterator]() : items;
          };
        }
        if (key === Symbol.asyncIterator) {
          const items = ask("asyncIterator", proxy);
          return items && (() => items);
        }
        if (key === Symbol.toPrimitive) return primitive;
        if (key === "toString") return () => ask("string", proxy);
        return typeof key === "symbol" || key === "then" ? undefined : ask("get", proxy, key);
      },
      set(_, key, value) {
        ask("set", proxy, key, value);
        return true;
      },
      has: (_, key) => ask("keys", proxy).includes(key),
      apply: (_, self, args) => ask("call", proxy, idOf.has(self) ? self : undefined, args),
      construct: (_, args) => ask("construct", proxy, args),
      getPrototypeOf: () => standing, // no plain object
      ownKeys: () => ask("keys", proxy),
      getOwnPropertyDescriptor: (_, key) => ({
        value: ask("get", proxy, key),
        enumerable: true,
        configurable: true,
        writable: true,
      }),
    });
    const primitive = (hint) => {
      if (hint === "string") return String(ask("string", proxy));
      throw new TypeError("an object of the program is no plain data to compare");
    };
    idOf.set(proxy, id);
    return proxy;
  };

  const { assert, shown } = makeAssert(
    (value) => idOf.has(value),
    (value) => stringify(encode(value, () => "?")),
  );
  globalThis.assert = assert;
  const quiet = () => undefined;
  globalThis.console = { log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet, assert };
  const exported = {};
  globalThis.setTimeout = (task, wait, ...args) => ask("wait", () => void task(...args), Number(wait) || 0);
  globalThis.structuredClone = (value) => decode(encode(value, refuse), refuse);
  globalThis.require = (name) => {
    if (/^(?:node:)?assert(?:\/strict)?$/.test(name)) return assert;
    if (/^\.{1,2}\//.test(name)) return exported;
    throw new Error(`Cannot find module '${name}'`);
  };

  const own = new Set(Object.getOwnPropertyNames(globalThis));
  /** The program's definitions under their names: those that were asked for, and none of this guest's own. */
  const bind = (names, entry) => {
    const asked = new Set(names.filter((name) => name === entry || !own.has(name)));
    for (const [name, value] of ask("names", [...asked])) {
      if (!asked.has(name)) continue;
      exported[name] = value;
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true });
    }
  };
  const callback = (request) => {
    try {
      const { id, args } = parse(request);
      return stringify({ value: encode(callbacks[id](...args.map((arg) => decode(arg, unhandle))), handle) });
    } catch (error) {
      return stringify({ raised: String(error?.message ?? error) });
    }
  };
  const told = (error) =>
    String(error?.told ?? (error instanceof Error ? `${error.name}: ${error.message}` : shown(error))).slice(0, 200);
  return { bind, callback, told };
};
