/*
 * Evaluated in the guest that holds the tests. What the program defines is seen here as plain data or as a proxy that
 * asks over `host`: nothing of the program runs in this guest, so nothing of it can decide a comparison.
 */
(data, host) => {
  const { encode, decode, parse, stringify } = data;
  const remotes = new Map();
  const idOf = new WeakMap();
  const callbacks = [];
  const handle = (value) => {
    if (idOf.has(value)) return { handle: idOf.get(value) };
    if (typeof value === "function") return { callback: callbacks.push(value) - 1 };
    throw new TypeError("a test passes an object that cannot cross into the program's interpreter");
  };
  const unhandle = (tag, id) => {
    if (tag !== "handle" || typeof id !== "number") throw new TypeError("not plain data");
    if (!remotes.has(id)) remotes.set(id, remote(id));
    return remotes.get(id);
  };
  const errors = { TypeError, RangeError, SyntaxError, ReferenceError, URIError, EvalError };
  const rebuilt = ([name, told, message]) => {
    const known = Object.hasOwn(errors, name) ? errors[name] : Error;
    return Object.assign(
      new known(String(message)),
      known === Error && name !== "Error" ? { name: String(name) } : {},
      { told: String(told) },
    );
  };

  const ask = (action, ...args) => {
    const reply = parse(host("ask", stringify({ action, args: args.map((arg) => encode(arg, handle)) })));
    if (reply.raised) throw rebuilt(reply.raised);
    if (action === "call") for (const [i, value] of reply.changed ?? []) restore(args[2][i], decode(value, unhandle));
    if (reply.rejected) return Promise.reject(rebuilt(reply.rejected));
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
  const remote = (id) => {
    const proxy = new Proxy(Stand.bind(null), {
      get(_, key) {
        if (key === Symbol.hasInstance) return (value) => idOf.has(value) && ask("instance", value, proxy) === true;
        if (key === Symbol.iterator) return () => ask("items", proxy)[Symbol.iterator]();
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
      getPrototypeOf: () => null,
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

  // --- assertions ---
  // biome-ignore lint/suspicious/noDoubleEquals: assert.equal is defined by it
  const looselyEqual = (a, b) => a == b;
  const equal = (a, b, loose) => {
    if (
      Object.is(a, b) ||
      (loose && typeof a !== "object" && typeof b !== "object" && !idOf.has(a) && !idOf.has(b) && looselyEqual(a, b))
    )
      return true;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Array.isArray(a) || Array.isArray(b)) {
      return (
        Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i], loose))
      );
    }
    if (a instanceof Date || b instanceof Date) return a instanceof Date && b instanceof Date && +a === +b;
    if (a instanceof Set || b instanceof Set) {
      return (
        a instanceof Set &&
        b instanceof Set &&
        a.size === b.size &&
        [...a].every((x) => b.has(x) || [...b].some((y) => equal(x, y, loose)))
      );
    }
    if (a instanceof Map || b instanceof Map) {
      return (
        a instanceof Map &&
        b instanceof Map &&
        a.size === b.size &&
        [...a].every(([k, v]) => b.has(k) && equal(v, b.get(k), loose))
      );
    }
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key], loose))
    );
  };
  const shown = (value) => {
    try {
      return idOf.has(value) ? "an object of the program" : String(stringify(encode(value, () => "?"))).slice(0, 80);
    } catch {
      return "?";
    }
  };
  class AssertionError extends Error {
    name = "AssertionError";
  }
  const need = (holds, message, otherwise) => {
    if (!holds)
      throw message instanceof Error
        ? message
        : new AssertionError(message === undefined ? otherwise : String(message));
  };
  const compared = (holds) => (a, b, message) => need(holds(a, b), message, `${shown(a)} against ${shown(b)}`);
  const assert = (value, message) => need(value, message, `${shown(value)} is not true`);
  const thrown = (task) => {
    try {
      task();
    } catch (error) {
      return [error];
    }
    return [];
  };
  const fits = (error, kind) => {
    if (kind instanceof RegExp) return kind.test(String(error?.message ?? error));
    if (typeof kind === "function") return idOf.has(kind) || kind === Error || error instanceof kind;
    return typeof kind !== "object" || Object.entries(kind).every(([key, value]) => equal(error?.[key], value, false));
  };
  Object.assign(assert, {
    AssertionError,
    ok: assert,
    equal: compared((a, b) => equal(a, b, true) && (typeof a !== "object" || a === b)),
    notEqual: compared((a, b) => !idOf.has(a) && !looselyEqual(a, b)),
    strictEqual: compared((a, b) => Object.is(a, b)),
    notStrictEqual: compared((a, b) => !Object.is(a, b)),
    deepEqual: compared((a, b) => equal(a, b, true)),
    deepStrictEqual: compared((a, b) => equal(a, b, false)),
    notDeepEqual: compared((a, b) => !equal(a, b, true)),
    notDeepStrictEqual: compared((a, b) => !equal(a, b, false)),
    match: (string, pattern, message) =>
      need(typeof string === "string" && pattern.test(string), message, `${shown(string)} does not match`),
    fail: (message) => need(false, message, "failed"),
    throws(task, kind, message) {
      const errors = thrown(task);
      need(
        errors.length === 1 && fits(errors[0], kind),
        message,
        errors.length ? "threw another error" : "did not throw",
      );
    },
    doesNotThrow: (task, message) => need(thrown(task).length === 0, message, "threw"),
    async rejects(task, kind, message) {
      const errors = await Promise.resolve(typeof task === "function" ? task() : task).then(
        () => [],
        (error) => [error],
      );
      need(errors.length === 1 && fits(errors[0], kind), message, "did not reject so");
    },
  });
  assert.strict = assert;
  globalThis.assert = assert;
  const quiet = () => undefined;
  globalThis.console = { log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet, assert };
  const exported = {};
  globalThis.require = (name) => {
    if (/^(?:node:)?assert(?:\/strict)?$/.test(name)) return assert;
    if (/^\.{1,2}\//.test(name)) return exported;
    throw new Error(`Cannot find module '${name}'`);
  };

  const own = new Set(Object.getOwnPropertyNames(globalThis));
  const bind = (names, entry) => {
    for (const [name, value] of ask(
      "names",
      names.filter((name) => name === entry || !own.has(name)),
    )) {
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
    (error?.told ?? (error instanceof Error ? `${error.name}: ${error.message}` : shown(error))).slice(0, 200);
  return { bind, callback, told };
};
