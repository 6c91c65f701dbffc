/**
 * The token ids of Countdown: a handful of symbols, the numbers 1-99, and a long tail of noise tokens that mean nothing.
 * The tail is what lets entropy explode the way it does in a language model's vocabulary.
 */
export const BOS = 0;
export const EOS = 1;
export const GO = 2;
export const NONE = 3;
export const EQUALS = 4;
export const OPERATORS = ["+", "-", "x"] as const;
export type Operator = (typeof OPERATORS)[number];
export const FIRST_OPERATOR = 5;
export const FIRST_NUMBER = 8;
export const LARGEST = 99;
/** Tokens that carry meaning; a vocabulary is at least this large, the rest is noise. */
export const MEANINGFUL = FIRST_NUMBER + LARGEST;

/** The id of a number from 1 to 99. */
export const numberToken = (n: number): number => FIRST_NUMBER + n - 1;

/** The number behind an id, or 0 where it is no number. */
export const tokenNumber = (id: number): number => (id >= FIRST_NUMBER && id < MEANINGFUL ? id - FIRST_NUMBER + 1 : 0);

/** The operator behind an id, if it is one. */
export const tokenOperator = (id: number): Operator | undefined => OPERATORS[id - FIRST_OPERATOR];

const SYMBOLS = ["<s>", "</s>", "GO", "-", "=", ...OPERATORS];

/** A token as a reader sees it. */
export function tokenText(id: number): string {
  return SYMBOLS[id] ?? (tokenNumber(id) > 0 ? String(tokenNumber(id)) : `~${id}`);
}
