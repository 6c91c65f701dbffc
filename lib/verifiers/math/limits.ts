/** Every bound of the math verifier in one place: work is counted in characters, nodes, steps and bits, never in time. */

/** A response longer than this is clipped from the front: answers come last. Characters. */
export const RESPONSE_LIMIT = 65_536;
/** An extracted answer or a gold longer than this is unreadable (identical texts still match). Characters. */
export const ANSWER_LIMIT = 8_192;
/** Nesting of groups and arguments that the parser follows. */
export const DEPTH_LIMIT = 64;
/** Nodes of one parsed answer. */
export const NODE_LIMIT = 3_000;
/** Bits of a numerator or denominator; also bounds powers and factorials. */
export const BIT_LIMIT = 65_536;
/** Node visits that one comparison may spend in the double-precision and exact evaluators. */
export const STEP_LIMIT = 60_000;
/** Node visits that one comparison may spend in the high-precision evaluator, which is about 100 times slower. */
export const DECIMAL_STEP_LIMIT = 400;
/** Items of a list, set or tuple. */
export const ITEM_LIMIT = 256;
/** Pairwise comparisons of one bipartite match of two sets. */
export const PAIR_LIMIT = 1_024;

/** Why a text could not be read; never leaves the folder as an exception. */
export class Unreadable extends Error {}

/** Throws `Unreadable`. */
export function unreadable(why: string): never {
  throw new Unreadable(why);
}

/** A counter that ends work when it is spent. */
export interface Budget {
  steps: number;
}

/** Takes one step, or ends the work. */
export function spend(budget: Budget): void {
  if (--budget.steps < 0) unreadable("more work than the limit");
}
