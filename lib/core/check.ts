/** Argument errors in one voice: function, argument, what is right, what was got. */

/** How a value is shown in an error: short, whatever it is. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const list = value as unknown as ArrayLike<unknown>;
    return `${value.constructor.name}(${list.length})`;
  }
  if (typeof value === "object" && value !== null) return value.constructor?.name ?? "object";
  return String(value);
}

/** Throws `RangeError: fn: argument must be rule, got value`. */
export function fail(fn: string, argument: string, rule: string, got: unknown): never {
  throw new RangeError(`${fn}: ${argument} must be ${rule}, got ${shown(got)}`);
}

/** An array or typed array: an object without a length would pass for an empty one. */
export function checkArray(fn: string, argument: string, value: unknown): void {
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) return;
  throw new TypeError(`${fn}: ${argument} must be an array, got ${shown(value)}`);
}

/** An array of arrays. */
export function checkRows(fn: string, argument: string, rows: readonly unknown[]): void {
  checkArray(fn, argument, rows);
  for (let i = 0; i < rows.length; i++) checkArray(fn, `${argument}[${i}]`, rows[i]);
}

/** A finite number within [low, high]; `open` excludes an end. */
export function checkNumber(
  fn: string,
  argument: string,
  value: number,
  { low = -Infinity, high = Infinity, open = "" as "" | "low" | "high" | "both" } = {},
): void {
  const openLow = open === "low" || open === "both";
  const openHigh = open === "high" || open === "both";
  const inside = (openLow ? value > low : value >= low) && (openHigh ? value < high : value <= high);
  if (typeof value === "number" && Number.isFinite(value) && inside) return;
  if (low === -Infinity && high === Infinity) fail(fn, argument, "a finite number", value);
  fail(fn, argument, `a number in ${openLow ? "(" : "["}${low}, ${high}${openHigh ? ")" : "]"}`, value);
}

/** An integer within [low, high]. */
export function checkInteger(fn: string, argument: string, value: number, low = -Infinity, high = Infinity): void {
  if (Number.isInteger(value) && value >= low && value <= high) return;
  const range = high === Infinity ? (low === -Infinity ? "" : ` >= ${low}`) : ` in [${low}, ${high}]`;
  fail(fn, argument, `an integer${range}`, value);
}

/** One of the listed names; the error lists them and names the nearest. */
export function checkOneOf<T extends string>(fn: string, argument: string, value: unknown, names: readonly T[]): T {
  if ((names as readonly unknown[]).includes(value)) return value as T;
  const near = typeof value === "string" ? nearest(value, names) : undefined;
  fail(fn, argument, `one of ${names.join(", ")}${near ? ` (did you mean ${near}?)` : ""}`, value);
}

/** Equal lengths of two ragged arrays, outer and inner. */
export function checkSameShape(
  fn: string,
  [nameA, a]: [string, readonly ArrayLike<unknown>[]],
  [nameB, b]: [string, readonly ArrayLike<unknown>[]],
): void {
  checkRows(fn, nameA, a);
  checkRows(fn, nameB, b);
  if (a.length !== b.length) {
    throw new RangeError(
      `${fn}: ${nameB} must have one array per response (${a.length}, as ${nameA}), got ${b.length}`,
    );
  }
  for (let i = 0; i < a.length; i++) {
    if (a[i].length === b[i].length) continue;
    throw new RangeError(
      `${fn}: ${nameB}[${i}] must have one value per token (${a[i].length}, as ${nameA}[${i}]), got ${b[i].length}`,
    );
  }
}

/** Every value finite; the error names the first that is not. */
export function checkFinite(fn: string, argument: string, values: ArrayLike<number>): void {
  checkArray(fn, argument, values);
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) fail(fn, `${argument}[${i}]`, "a finite number", values[i]);
  }
}

/** The name at the smallest edit distance, if any is close. */
export function nearest<T extends string>(word: string, names: readonly T[]): T | undefined {
  const scored = names.map((name) => ({ name, d: editDistance(word.toLowerCase(), name.toLowerCase()) }));
  const best = scored.sort((a, b) => a.d - b.d)[0];
  return best && best.d <= Math.max(2, Math.ceil(word.length / 2)) ? best.name : undefined;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}
