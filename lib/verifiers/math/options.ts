/** Choices that graders disagree on, each with the default that makes fewest wrong verdicts on real answers. */
import { checkNumber, checkOneOf } from "../../core/check.js";
import type { Work } from "./limits.js";

/** Options of `verifyMath` and `sameMath`. */
export interface MathOptions {
  /**
   * `50%` against `0.5` and `50`: `"either"` (default) accepts both, because golds drop the sign and questions ask "what
   * percent"; `"value"` accepts 0.5 only; `"ignore"` accepts 50 only. Two percentages are always compared as they are.
   */
  percent?: "either" | "value" | "ignore";
  /** Whether `1, 2` equals `2, 1`: `"any"` (default: bare lists name solutions, which have no order) or `"kept"`. Tuples keep theirs. */
  listOrder?: "any" | "kept";
  /**
   * Several boxes: `"adjacent"` (default) joins boxes that only separators part when the gold has several items, since
   * an earlier box elsewhere is a step and not an answer; `"last"` takes the last box; `"all"` joins all when the gold is a list.
   */
  boxes?: "adjacent" | "last" | "all";
  /**
   * Extra relative tolerance where a side is a written decimal. 0 (default): a decimal matches to half a unit in its
   * last place and never looser than 1e-6, so that a rounded answer is not rewarded as the exact one.
   */
  tolerance?: number;
  /**
   * Whether the last formula or number of a response that marks no answer may count: `"paragraph"` (default) only in a
   * response of one paragraph, since a long derivation that breaks off ends in some number and would be paid for luck;
   * `"any"`, `"none"`.
   */
  unmarked?: "paragraph" | "any" | "none";
  /** Language of answer phrases: `"any"` (default) knows English and Chinese; a name keeps to one. */
  language?: "any" | "english" | "chinese";
}

/** What one comparison goes by: the options, and the work it may still do. */
export interface Terms extends Required<MathOptions> {
  work: Work;
}

/** The defaults. */
export const MATH_DEFAULTS: Required<MathOptions> = {
  percent: "either",
  listOrder: "any",
  boxes: "adjacent",
  tolerance: 0,
  unmarked: "paragraph",
  language: "any",
};

/** The options with defaults, checked. Throws RangeError on a value that is none of the listed. */
export function mathOptions(fn: string, options: MathOptions = {}): Required<MathOptions> {
  const out = { ...MATH_DEFAULTS, ...options };
  checkOneOf(fn, "percent", out.percent, ["either", "value", "ignore"]);
  checkOneOf(fn, "listOrder", out.listOrder, ["any", "kept"]);
  checkOneOf(fn, "boxes", out.boxes, ["adjacent", "last", "all"]);
  checkOneOf(fn, "unmarked", out.unmarked, ["paragraph", "any", "none"]);
  checkOneOf(fn, "language", out.language, ["any", "english", "chinese"]);
  checkNumber(fn, "tolerance", out.tolerance, { low: 0, high: 1 });
  return out;
}
