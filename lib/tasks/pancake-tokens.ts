import type { TaskVerdict } from "../core/types.js";
import { type Flip, pancakeSteps } from "../verifiers/pancake.js";
import { checkTrace } from "../verifiers/step-task.js";
import { flipped } from "./pancake-distances.js";

/** The token ids of pancake sorting with n symbols: two marks, F_k at id k (k 2..n), symbol s at id n + s. */
export const BOS = 0;
export const DONE = 1;
/** Tokens that carry meaning with n symbols. */
export const meaningfulTokens = (symbols: number): number => 2 * symbols + 1;

export interface PancakeGold {
  stack: number[];
  /** Most moves a right response may take. */
  moves: number;
}

/** A stack's symbols as tokens. */
export const stackTokens = (stack: readonly number[]): number[] => stack.map((symbol) => stack.length + symbol);

/** A run of flips from a stack: each move's fork token and the stack after it. */
export function moveTokens(stack: readonly number[], flips: readonly number[]): number[] {
  let state = [...stack];
  return flips.flatMap((k) => {
    state = flipped(state, k);
    return [k, ...stackTokens(state)];
  });
}

/** A token as a reader sees it. */
export function tokenText(id: number, symbols: number): string {
  if (id <= DONE) return id === BOS ? "<s>" : "DONE";
  if (id <= symbols) return `F${id}`;
  return id < meaningfulTokens(symbols) ? String(id - symbols) : `~${id}`;
}

/** The moves of a response, or what keeps it from being read. */
export function readMoves(tokens: ArrayLike<number>, symbols: number): Flip[] | string {
  const length = tokens.length - 1;
  if (length < 0 || tokens[length] !== DONE) return "no DONE";
  if (length % (symbols + 1) !== 0) return "not a whole number of moves";
  const moves: Flip[] = [];
  for (let t = 0; t < length; t += symbols + 1) {
    const state = Array.from({ length: symbols }, (_, i) => tokens[t + 1 + i] - symbols);
    const isMove = tokens[t] >= 2 && tokens[t] <= symbols && state.every((s) => s >= 1 && s <= symbols);
    if (!isMove) return `move ${t / (symbols + 1) + 1} is not a flip and a stack`;
    moves.push({ flip: tokens[t], state });
  }
  return moves;
}

/**
 * Right when every written stack is the flip's, the last is sorted, and the moves are no more than allowed. The answer
 * is the sequence of flips; none where a stack is wrong, since its flips would then share a key with a right response.
 */
export function verifyPancake({ stack, moves: most }: PancakeGold, tokens: ArrayLike<number>): TaskVerdict {
  const moves = readMoves(tokens, stack.length);
  if (typeof moves === "string") return { correct: false, answer: null, reason: moves };
  const { correct, reason } = checkTrace(pancakeSteps, moves, stack);
  if (reason.startsWith("step ")) return { correct, answer: null, reason };
  const answer = moves.map(({ flip }) => flip).join(" ");
  if (moves.length > most) return { correct: false, answer, reason: `${moves.length} moves, at most ${most} allowed` };
  return { correct, answer, reason };
}
