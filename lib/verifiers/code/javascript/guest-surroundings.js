/*
 * What programs expect around them: a console, timers that wait by a counting clock, and, for whole programs, standard
 * input. Gives back the function that runs the timer which is due next.
 */
(data, host, input, whole, makeAssert) => {
  const { advance, stringify, encode, decode } = data;
  const stdin = data.parse(input);
  const write = (text) => host("write", stringify(text));
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
  /** The first text's places (`%s`, `%d`) are filled as Node fills them. */
  const filled = ([first, ...rest]) => {
    if (typeof first !== "string" || rest.length === 0) return [first, ...rest];
    const text = first.replace(/%[sdifjoOc%]/g, (place) => {
      if (place === "%%") return "%";
      if (rest.length === 0) return place;
      const value = rest.shift();
      if (place === "%c") return "";
      if (place === "%j") return stringify(value);
      if (place === "%i") return shown(Number.parseInt(value, 10));
      return place === "%d" || place === "%f" ? shown(typeof value === "bigint" ? value : Number(value)) : shown(value);
    });
    return [text, ...rest];
  };
  const print = (...values) => {
    write(
      `${filled(values)
        .map((value) => shown(value))
        .join(" ")}\n`,
    );
  };
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

  const refuse = () => {
    throw new TypeError("structuredClone: not plain data");
  };
  globalThis.structuredClone = (value) => decode(encode(value, refuse), refuse);

  const modules = { os: { EOL: "\n" } };
  globalThis.require = (name) => {
    const known = String(name).replace(/^node:/, "");
    if (known === "assert") modules.assert ??= makeAssert(() => false, shown).assert;
    if (!Object.hasOwn(modules, known)) throw new Error(`Cannot find module '${name}'`);
    return modules[known];
  };
  globalThis.require.main = whole ? globalThis.module : undefined;

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
        write(String(prompt));
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
    Object.assign(modules, { fs: { readFileSync }, readline: { createInterface: reader } });
    globalThis.process = {
      stdin: onStdin,
      stdout: { write: (out) => write(String(out)) === "" },
      argv: ["node", "program"],
      env: {},
      nextTick: (task, ...args) => void Promise.resolve().then(() => task(...args)),
      exit(code = 0) {
        host("exit", String(Number(code) || 0));
        for (;;); // until the interrupt handler ends it
      },
    };
    globalThis.readline = () => lines[line++] ?? null;
    globalThis.print = print;
  }
  return next;
};
