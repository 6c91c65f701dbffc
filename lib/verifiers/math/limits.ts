/** Every bound of the math verifier in one place: work is counted in characters, nodes, steps and bits, never in time. */

/** A response longer than this is clipped from the front: answers come last. Characters. */
export const RESPONSE_LIMIT = 65_536;
/** An extracted answer or a gold longer than this is unreadable (identical texts still match). Characters. */
export const ANSWER_LIMIT = 8_192;
/** Nesting of groups and arguments that the parser follows. */
export const DEPTH_LIMIT = 64;
/** Symbols of one parsed answer. */
export const NODE_LIMIT = 3_000;
/** Levels of a tree, which every walk of it recurses through: a sum or product has one for each term. */
export const HEIGHT_LIMIT = 256;
/** Bits of an integer; also bounds powers and factorials. */
export const BIT_LIMIT = 65_536;
/** Bits of the numerator or denominator of a fraction, whose reduction takes time quadratic in them. */
export const FRACTION_BIT_LIMIT = 1_024;
/** Steps that one comparison may spend in the exact and the double-precision evaluators; a step is about a microsecond. */
export const STEP_LIMIT = 40_000;
/** Steps that one comparison may spend in the high-precision evaluators; a function of 60 digits takes 50. */
export const DECIMAL_STEP_LIMIT = 3_000;
/** Items of a list, set or tuple. */
export const ITEM_LIMIT = 256;
/** Pairwise comparisons of one bipartite match of two sets. */
export const PAIR_LIMIT = 1_024;

/** Why a text could not be read. No `Error`: it never leaves the folder, and a stack trace would cost more than the reading. */
export class Unreadable {
  constructor(readonly message: string) {}
}

/** Throws `Unreadable`. */
export function unreadable(why: string): never {
  throw new Unreadable(why);
}

/** A counter that ends work when it is spent. */
export interface Budget {
  steps: number;
}

/** Takes steps, or ends the work. */
export function spend(budget: Budget, steps = 1): void {
  budget.steps -= steps;
  if (budget.steps < 0) unreadable("more work than the limit");
}

/** The two budgets of one comparison. */
export interface Work {
  fast: Budget;
  precise: Budget;
}

/** The work that one comparison may do. */
export const newWork = (): Work => ({ fast: { steps: STEP_LIMIT }, precise: { steps: DECIMAL_STEP_LIMIT } });

/** The result, or null when the work ended in `Unreadable`. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
