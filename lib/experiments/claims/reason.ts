import { shown, shownInterval } from "./format.js";
import { type ClaimResult, MINIMUM_BASES } from "./result.js";

type Unexplained = Omit<ClaimResult, "reason">;

/** What a verdict could not rest on, and how it was reached. */
export interface ReasonContext {
  /** Bases whose runs are there, but not the quantity. */
  missing: readonly string[];
  /** Bases where one of the runs is not there. */
  unpaired: readonly string[];
  minimumBases: number;
  power: number;
}

/** The verdict in a sentence, with the bases that could not be read. */
export function reasonOf(result: Unexplained, { missing, unpaired, minimumBases, power }: ReasonContext): string {
  const { n, threshold, verdict } = result;
  const unread =
    (missing.length > 0 ? `; not readable: ${missing.join(", ")}` : "") +
    (unpaired.length > 0 ? `; ${lone(n, unpaired, minimumBases)}` : "");
  if (n === 0) return unread === "" ? "no rows" : `no base can be read${unread}`;
  if (n < minimumBases) return `${n} of at least ${minimumBases} bases${unread}`;
  const place = `the interval ${shownInterval(result)}`;
  if (verdict === "inconclusive") {
    return `${place} holds ${shown(threshold)}: ${excluded(result)}; ${settling(result, power)}${unread}`;
  }
  const side = result.effect > threshold ? "above" : "below";
  const claimed = verdict === "reproduced" ? "as claimed" : "against the claim";
  return `${place} lies ${side} ${shown(threshold)}, ${claimed}${unread}`;
}

/**
 * Both ends of an inconclusive claim's interval lie within its margin: two one-sided tests, each at half of what the
 * interval's level leaves. On fewer bases than a verdict takes nothing is equivalent.
 */
export function isEquivalent(result: Omit<Unexplained, "effect">): boolean {
  return result.verdict === "inconclusive" && result.n >= MINIMUM_BASES && liesWithin(result);
}

const liesWithin = ({ margin = 0, threshold, low, high }: Omit<Unexplained, "effect">): boolean =>
  threshold - margin < low && high < threshold + margin;

/** What the interval rules out, and how that compares with the margin. */
function excluded(result: Unexplained): string {
  const { sign, threshold, low, high, unit, margin } = result;
  const [more, less] = sign === "above" ? ["gain", "loss"] : ["rise", "fall"];
  const [up, down] = [high - threshold, threshold - low].map(shown);
  const ends =
    threshold === 0
      ? `no ${more} above ${up} and no ${less} above ${down} ${unit}`
      : `at most ${up} above it and ${down} below, ${unit}`;
  if (margin === undefined) return ends;
  if (liesWithin(result)) return `${ends}, equivalent within ${shown(margin)} at this level`;
  return `${ends}, too wide for equivalence within ${shown(margin)}`;
}

function settling({ needed }: Unexplained, power: number): string {
  if (needed === undefined) return "no number of bases would settle an effect of that size";
  return `${needed} bases would settle it with a chance of ${power}`;
}

/** A verdict on some of the bases is by design as a rule, what keeps one from a verdict is missing. */
function lone(n: number, unpaired: readonly string[], minimumBases: number): string {
  if (unpaired.length <= 3) return `no pair of runs on ${unpaired.join(", ")}`;
  const enough = n >= minimumBases;
  return enough
    ? `both were run on ${n} of ${n + unpaired.length} bases`
    : `no pair of runs on ${unpaired.length} bases`;
}
