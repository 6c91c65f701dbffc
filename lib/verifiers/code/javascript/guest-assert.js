/*
 * The assertions of Node's `assert`, for tests. An object of the program (`isRemote`) is equal to itself, and loosely
 * to what has the same properties.
 */
(isRemote, tell) => {
  // biome-ignore lint/suspicious/noDoubleEquals: assert.equal is defined by it
  const looselyEqual = (a, b) => a == b;
  const equal = (a, b, loose) => {
    if (
      Object.is(a, b) ||
      (loose && typeof a !== "object" && typeof b !== "object" && !isRemote(a) && !isRemote(b) && looselyEqual(a, b))
    )
      return true;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (!loose && (isRemote(a) || isRemote(b))) return false; // it has a class of its own
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
      return isRemote(value) ? "an object of the program" : String(tell(value)).slice(0, 80);
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
    if (typeof kind === "function") return isRemote(kind) ? error?.made === kind.name : error instanceof kind;
    return typeof kind !== "object" || Object.entries(kind).every(([key, value]) => equal(error?.[key], value, false));
  };
  Object.assign(assert, {
    AssertionError,
    ok: assert,
    equal: compared((a, b) => equal(a, b, true) && (typeof a !== "object" || a === b)),
    notEqual: compared((a, b) => !isRemote(a) && !looselyEqual(a, b)),
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
  return { assert, shown };
};
