/** Of a judged claim what its sentence needs. */
export interface JudgedClaim {
  id: string;
  claim: string;
  verdict: "reproduced" | "contradicted" | "inconclusive";
  /** Why, in half a sentence. */
  reason: string;
  /** Ids of the claims that explain this one's outcome. */
  controls?: readonly string[];
}

/**
 * Judged claims in words: how many came out which way, then with its reason every one that was not reproduced or has
 * controls, and what these found.
 *
 * @param results the claims to speak of
 * @param all where their controls are looked up
 * @throws never
 * @example verdictText([{ id: "S3", claim: "SIREN holds entropy", verdict: "reproduced", reason: "" }]) // "1 of 1 reproduced."
 * @source this project
 */
export function verdictText(results: readonly JudgedClaim[], all: readonly JudgedClaim[] = results): string {
  const lines = results.flatMap(({ id, claim, verdict, reason, controls = [] }) => {
    const found = all.filter((other) => controls.includes(other.id));
    if (verdict === "reproduced" && found.length === 0) return [];
    // Of a control's reason the finding alone: what it excludes stands in its own sentence.
    const told = found
      .map((other) => `${other.id} (${other.claim}) is ${other.verdict}: ${other.reason.split(/[:;] /)[0]}`)
      .join("; ");
    return [`${id} is ${verdict} (${claim}): ${reason}.${told && ` Beside it: ${told}.`}`];
  });
  const count = (verdict: JudgedClaim["verdict"]) => results.filter((result) => result.verdict === verdict).length;
  const reproduced = `${count("reproduced")} of ${results.length} reproduced`;
  const others = (["contradicted", "inconclusive"] as const)
    .filter((verdict) => count(verdict) > 0)
    .map((verdict) => `${count(verdict)} ${verdict}`);
  return [`${[reproduced, ...others].join(", ")}.`, ...lines].join("\n");
}
