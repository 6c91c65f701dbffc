import { checkRows, checkSameShape, fail } from "../core/check.js";

/** A batch of masks, 1 = inside; one array a response. */
export type Masks = Uint8Array[];

/** One token of a batch with the value it is ranked by. */
export interface TokenValue {
  response: number;
  token: number;
  value: number;
}

/** Every value finite where it counts, one mask a response; throws on an empty batch. */
export function checkBatch(
  fn: string,
  argument: string,
  values: readonly ArrayLike<number>[],
  within?: readonly ArrayLike<number>[],
): void {
  checkRows(fn, argument, values);
  if (values.length === 0) fail(fn, argument, "a batch of at least one response (one array each)", values);
  if (!within) return;
  checkSameShape(fn, [argument, values], ["within", within]);
  checkMasks(fn, "within", within);
}

/** Every value 0 or 1: a mask of weights or of NaN would otherwise pass for one. */
export function checkMasks(fn: string, argument: string, masks: readonly ArrayLike<number>[]): void {
  checkRows(fn, argument, masks);
  for (const [i, row] of masks.entries()) {
    for (let t = 0; t < row.length; t++) {
      if (row[t] !== 0 && row[t] !== 1) fail(fn, `${argument}[${i}][${t}]`, "0 or 1", row[t]);
    }
  }
}

/** The tokens of the batch that lie within, in reading order: ties that keep this order go to the lowest index. */
export function tokensWithin(
  fn: string,
  argument: string,
  values: readonly ArrayLike<number>[],
  within?: readonly ArrayLike<number>[],
): TokenValue[] {
  const out: TokenValue[] = [];
  for (let i = 0; i < values.length; i++) {
    for (let t = 0; t < values[i].length; t++) {
      if (within && !within[i][t]) continue;
      const value = values[i][t];
      if (!Number.isFinite(value)) fail(fn, `${argument}[${i}][${t}]`, "a finite number", value);
      out.push({ response: i, token: t, value });
    }
  }
  return out;
}

/** The tokens of each response apart, or of the whole batch together. */
export function groupedBy(
  scope: "response" | "batch",
  responses: number,
  tokens: readonly TokenValue[],
): (readonly TokenValue[])[] {
  if (scope === "batch") return [tokens];
  const groups: TokenValue[][] = Array.from({ length: responses }, () => []);
  for (const token of tokens) groups[token.response].push(token);
  return groups;
}

/** Masks of the shape of `values` that are 1 at the given tokens alone. */
export function masksOf(values: readonly ArrayLike<number>[], tokens: readonly TokenValue[]): Masks {
  const masks = values.map((row) => new Uint8Array(row.length));
  for (const { response, token } of tokens) masks[response][token] = 1;
  return masks;
}

/** The `count` tokens of highest value, in reading order; ties at the bound go to the lowest index. */
export function highest(tokens: readonly TokenValue[], count: number): TokenValue[] {
  if (count <= 0) return [];
  const sorted = Float64Array.from(tokens, ({ value }) => value).sort();
  const bound = sorted[Math.max(0, sorted.length - count)];
  let atBound = count - tokens.reduce((above, { value }) => above + Number(value > bound), 0);
  return tokens.filter(({ value }) => value > bound || (value === bound && atBound-- > 0));
}

/** How many tokens a ratio of a batch selects: rounded down, but at least one unless the ratio is 0. */
export function selectionSize(ratio: number, tokens: number): number {
  return ratio === 0 ? 0 : Math.max(1, Math.floor(ratio * tokens + 1e-9));
}
