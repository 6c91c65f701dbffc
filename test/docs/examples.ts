/** `expression // literal`: what is evaluated and what it must give; undefined where an example has no checked result. */
export function checkedExample(text: string): { expression: string; result: string } | undefined {
  const at = text.lastIndexOf(" // ");
  if (at < 0 || text.includes("\n")) return undefined;
  return { expression: text.slice(0, at).trim(), result: text.slice(at + 4).trim() };
}

/** The value of an expression in which the library's names are free. */
export async function evaluated(expression: string, names: Record<string, unknown>): Promise<unknown> {
  const run = new Function(...Object.keys(names), `"use strict"; return (async () => (${expression}\n))();`);
  return run(...Object.values(names));
}

/** Equal up to 1e-6 in every number, typed arrays read as arrays; the path of the first difference otherwise. */
export function difference(got: unknown, want: unknown, path = "result"): string | undefined {
  if (typeof got === "number" && typeof want === "number") {
    const near = Object.is(got, want) || Math.abs(got - want) <= 1e-6 * Math.max(1, Math.abs(want));
    return near ? undefined : `${path} is ${got}, not ${want}`;
  }
  const [a, b] = [plain(got), plain(want)];
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return Object.is(a, b) ? undefined : `${path} is ${String(a)}, not ${String(b)}`;
  }
  const [mine, theirs] = [entries(a), entries(b)];
  if (mine.map(([key]) => key).join() !== theirs.map(([key]) => key).join()) {
    return `${path} has ${mine.map(([key]) => key)}, not ${theirs.map(([key]) => key)}`;
  }
  for (const [i, [key, value]] of mine.entries()) {
    const found = difference(value, theirs[i][1], `${path}.${key}`);
    if (found) return found;
  }
  return undefined;
}

function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>);
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return value;
}

function entries(value: object): [string, unknown][] {
  const found = Object.entries(value).filter(([, x]) => x !== undefined);
  return Array.isArray(value) ? found : found.sort(([a], [b]) => (a < b ? -1 : 1));
}
