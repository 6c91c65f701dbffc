/*
 * Evaluated in the guest that holds the response's program: output, a little of what programs expect around them, and
 * answers to the examiner's requests. `host(op, text)` is the only way out: it takes text and gives text.
 */
(data, host, stdin, whole) => {
  const { encode, decode, parse, stringify, advance } = data;
  const { apply, construct, get, set, ownKeys } = Reflect;
  // biome-ignore lint/security/noGlobalEval: names of the program's own scope are read inside its own guest
  const lookUp = globalThis.eval;
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

  // --- what is around a program ---
  const shown = (value, depth = 0) => {
    if (typeof value === "string") return depth === 0 ? value : `'${value}'`;
    if (typeof value === "bigint") return `${value}n`;
    if (Object.is(value, -0)) return "-0";
    if (typeof value === "function") return value.name ? `[Function: ${value.name}]` : "[Function (anonymous)]";
    if (value === null || typeof value !== "object") return String(value);
    if (value instanceof Error) return value.stack ? `${value}\n${value.stack}` : String(value);
    if (depth > 2) return Array.isArray(value) ? "[Array]" : "[Object]";
    const list = (items) => (items.length ? ` ${items.join(", ")} ` : "");
    const inner = (item) => shown(item, depth + 1);
    if (Array.isArray(value)) return value.length ? `[${list(value.map(inner))}]` : "[]";
    if (value instanceof Set) return `Set(${value.size}) {${list([...value].map(inner))}}`;
    if (value instanceof Map)
      return `Map(${value.size}) {${list([...value].map(([k, v]) => `${inner(k)} => ${inner(v)}`))}}`;
    const name = value.constructor && value.constructor !== Object ? `${value.constructor.name} ` : "";
    const key = (k) => (/^[A-Za-z_$][\w$]*$/.test(k) ? k : `'${k}'`);
    return `${name}{${list(Object.entries(value).map(([k, v]) => `${key(k)}: ${inner(v)}`))}}`;
  };
  const print = (...values) => host("write", `${values.map((value) => shown(value)).join(" ")}\n`);
  const quiet = () => undefined;
  globalThis.console = {
    log: print,
    info: print,
    debug: print,
    error: quiet,
    warn: quiet,
    table: print,
    assert: quiet,
  };
  globalThis.module = { exports: {} };
  globalThis.exports = globalThis.module.exports;

  const timers = [];
  let timerCount = 0;
  let now = 0;
  const after = (task, wait = 0, every = false, args = []) => {
    const id = ++timerCount;
    timers.push({
      id,
      at: now + Math.max(Number(wait) || 0, every ? 1 : 0),
      task: () => task(...args),
      every: every && wait,
      again: task,
      args,
    });
    return id;
  };
  const forget = (id) => {
    const place = timers.findIndex((timer) => timer.id === id);
    if (place >= 0) timers.splice(place, 1);
  };
  globalThis.setTimeout = (task, wait, ...args) => after(task, wait, false, args);
  globalThis.setInterval = (task, wait, ...args) => after(task, wait, true, args);
  globalThis.setImmediate = (task, ...args) => after(task, 0, false, args);
  globalThis.queueMicrotask = (task) => void Promise.resolve().then(task);
  globalThis.clearTimeout = globalThis.clearInterval = globalThis.clearImmediate = forget;
  /** Runs the timer that is due next, at once: waiting costs no time. */
  const next = () => {
    if (timers.length === 0) return false;
    const due = timers.reduce((first, timer) => (timer.at < first.at ? timer : first));
    advance(due.at - now);
    now = due.at;
    if (due.every === false) forget(due.id);
    else due.at = now + Math.max(Number(due.every) || 0, 1);
    due.task();
    return true;
  };

  if (whole) {
    const lines = stdin === "" ? [] : stdin.replace(/\r?\n$/, "").split(/\r?\n/);
    let line = 0;
    const onStdin = {
      on(event, listener) {
        if (event === "data" && stdin !== "") after(() => listener(stdin), 0);
        if (event === "end" || event === "close") after(listener, 1);
        return this;
      },
      once: (event, listener) => onStdin.on(event, listener),
      setEncoding: quiet,
      resume: quiet,
      pause: quiet,
      fd: 0,
      isTTY: false,
      async *[Symbol.asyncIterator]() {
        if (stdin !== "") yield stdin;
      },
    };
    const reader = () => ({
      on(event, listener) {
        if (event === "line")
          after(() => {
            while (line < lines.length) listener(lines[line++]);
          }, 0);
        if (event === "close") after(listener, 1);
        return this;
      },
      once(event, listener) {
        return this.on(event, listener);
      },
      question(prompt, reply) {
        host("write", String(prompt));
        after(() => reply(lines[line++] ?? ""), 0);
      },
      close: quiet,
      setPrompt: quiet,
      prompt: quiet,
      async *[Symbol.asyncIterator]() {
        while (line < lines.length) yield lines[line++];
      },
    });
    const readFileSync = (file) => {
      if (file === 0 || file === "/dev/stdin") return stdin;
      throw new Error(`ENOENT: the sandbox has no files, open '${String(file)}'`);
    };
    const modules = { fs: { readFileSync }, readline: { createInterface: reader } };
    globalThis.require = (name) => {
      const found = modules[String(name).replace(/^node:/, "")];
      if (!found) throw new Error(`Cannot find module '${name}'`);
      return found;
    };
    globalThis.process = {
      stdin: onStdin,
      stdout: { write: (out) => host("write", String(out)) === "" },
      argv: ["node", "program"],
      env: {},
      exit(code = 0) {
        host("exit", String(Number(code) || 0));
        for (;;); // until the interrupt handler ends it
      },
    };
    globalThis.readline = () => lines[line++] ?? null;
    globalThis.print = print;
  }

  // --- what the examiner may ask ---
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
    items: (target) => [...target],
    instance: (target, kind) => target instanceof kind,
  };
  const named = (name) => {
    try {
      return lookUp(name);
    } catch {
      return globalThis.module.exports?.[name] ?? globalThis.module.exported?.[name];
    }
  };
  const raised = (error) => {
    try {
      const told = error instanceof Error ? `${error.name}: ${error.message}` : error;
      return [String(error?.name ?? "Error"), String(told).slice(0, 200), String(error?.message ?? error)];
    } catch {
      return ["Error", "an error that cannot be told", ""];
    }
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
      return { reply: stringify({ raised: raised(error) }) };
    }
  };
  const settled = (value, changed) => stringify({ promise: encode(value, handle), changed });
  const rejected = (error) => stringify({ rejected: raised(error) });
  return { serve, next, settled, rejected };
};
