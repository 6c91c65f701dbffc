import { checkArray, checkInteger, fail } from "../core/check.js";

/** Number of rows of `[T * V]` logits; throws unless the length is a multiple of the vocabulary. */
export function rowCount(fn: string, logits: ArrayLike<number>, vocab: number): number {
  checkInteger(fn, "vocab", vocab, 1);
  checkArray(fn, "logits", logits);
  if (logits.length % vocab !== 0) {
    throw new RangeError(
      `${fn}: logits must have a multiple of vocab (${vocab}) values, row after row, got ${logits.length}`,
    );
  }
  return logits.length / vocab;
}

/** Whether a mask counts a token; throws unless it says 0 or 1. */
export function counts(fn: string, argument: string, mask: ArrayLike<number>, t: number): boolean {
  if (mask[t] !== 0 && mask[t] !== 1) fail(fn, `${argument}[${t}]`, "0 or 1", mask[t]);
  return mask[t] === 1;
}

/** One token id a row, each within the vocabulary. */
export function checkTokens(fn: string, tokens: ArrayLike<number>, rows: number, vocab: number): void {
  checkArray(fn, "tokens", tokens);
  if (tokens.length !== rows) {
    throw new RangeError(`${fn}: tokens must have one id per row of logits (${rows}), got ${tokens.length}`);
  }
  for (let t = 0; t < rows; t++) checkInteger(fn, `tokens[${t}]`, tokens[t], 0, vocab - 1);
}
