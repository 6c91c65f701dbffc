/*
 * Evaluated first in every JavaScript guest: plain data to JSON and back with tagged types; what is not plain data
 * becomes a handle. Also a clock and a die that are the same in every run. Captured intrinsics only: a program may break
 * its own globals, not these.
 */
(() => {
  const { parse, stringify } = JSON;
  const { isArray, from } = Array;
  const { getPrototypeOf, entries, defineProperty } = Object;
  const [objectPrototype, RealMap, RealSet, RealDate, big] = [Object.prototype, Map, Set, Date, BigInt];
  const [text, number, finite, same, iterate] = [String, Number, Number.isFinite, Object.is, Symbol.iterator];
  const [mapEntries, setValues, dateValue] = [Map.prototype.entries, Set.prototype.values, Date.prototype.getTime];
  const apply = Reflect.apply;
  const DEEPEST = 150;

  function encode(value, handle, depth = 0) {
    if (depth > DEEPEST) throw new RangeError("a value nests too deeply to be compared");
    if (value === null || typeof value === "boolean" || typeof value === "string") return value;
    if (typeof value === "number")
      return finite(value) && !same(value, -0) ? value : { number: same(value, -0) ? "-0" : text(value) };
    if (typeof value === "undefined") return { undefined: 0 };
    if (typeof value === "bigint") return { bigint: text(value) };
    const each = (items) => from(items, (item) => encode(item, handle, depth + 1));
    if (typeof value === "object") {
      if (isArray(value)) return each(value);
      const prototype = getPrototypeOf(value);
      if (prototype === RealMap.prototype) return { map: each(apply(mapEntries, value, [])) };
      if (prototype === RealSet.prototype) return { set: each(apply(setValues, value, [])) };
      if (prototype === RealDate.prototype) return { date: encode(apply(dateValue, value, [])) };
      const plain = (prototype === null || prototype === objectPrototype) && typeof value[iterate] !== "function";
      if (plain && !entries(value).some(([, item]) => typeof item === "function"))
        return { object: each(entries(value)) };
    }
    return handle(value);
  }

  function decode(value, unhandle) {
    if (value === null || typeof value !== "object") return value;
    const each = (items) => items.map((item) => decode(item, unhandle));
    if (isArray(value)) return each(value);
    const [[tag, content]] = entries(value);
    if (tag === "number") return number(content);
    if (tag === "undefined") return undefined;
    if (tag === "bigint") return big(content);
    if (tag === "map") return new RealMap(each(content));
    if (tag === "set") return new RealSet(each(content));
    if (tag === "date") return new RealDate(decode(content));
    if (tag !== "object") return unhandle(tag, content, value.callable === true);
    const object = {};
    for (const [key, item] of each(content)) {
      defineProperty(object, key, { value: item, writable: true, enumerable: true, configurable: true });
    }
    return object;
  }

  let clock = 1767225600000;
  const tick = () => clock++;
  function SteadyDate(...parts) {
    if (!new.target) return new RealDate(tick()).toString();
    return parts.length === 0 ? new RealDate(tick()) : new RealDate(...parts);
  }
  Object.assign(SteadyDate, { parse: RealDate.parse, UTC: RealDate.UTC, now: tick, prototype: RealDate.prototype });
  RealDate.prototype.constructor = SteadyDate;
  globalThis.Date = SteadyDate;
  globalThis.performance = { now: tick };
  let seed = 0x9e3779b9;
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return { encode, decode, parse, stringify, advance: (ms) => (clock += ms) };
})();
