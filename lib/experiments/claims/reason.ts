import { shown, shownInterval } from "./format.js";
import type { ClaimResult } from "./result.js";

/** The verdict in a sentence, with the bases that could not be read. */
export function reasonOf(
  result: Omit<ClaimResult, "reason">,
  { missing, minimumBases, power }: { missing: readonly string[]; minimumBases: number; power: number },
): string {
  const { n, threshold, verdict } = result;
  const unread = missing.length > 0 ? `; not readable: ${missing.join(", ")}` : "";
  if (n === 0) return missing.length > 0 ? `no base can be read${unread}` : "no rows";
  if (n < minimumBases) return `${n} of at least ${minimumBases} bases${unread}`;
  const place = `the interval ${shownInterval(result)}`;
  if (verdict === "inconclusive") return `${place} holds ${shown(threshold)}; ${settling(result, power)}${unread}`;
  const side = result.effect > threshold ? "above" : "below";
  const claimed = verdict === "reproduced" ? "as claimed" : "against the claim";
  return `${place} lies ${side} ${shown(threshold)}, ${claimed}${unread}`;
}

function settling({ needed }: Omit<ClaimResult, "reason">, power: number): string {
  if (needed === undefined) return "no number of bases would settle an effect of that size";
  return `${needed} bases would settle it with a chance of ${power}`;
}
