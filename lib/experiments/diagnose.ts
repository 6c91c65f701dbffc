import { checkNumber, checkOneOf } from "../core/check.js";
import type { StepRow } from "../core/types.js";
import { groupRuns } from "./checks.js";
import { ruined, sharpening, stalled } from "./diagnose/accuracy.js";
import { collapse, explosion, noiseTail } from "./diagnose/entropy.js";
import { deadGroups, emptyMasks } from "./diagnose/groups.js";
import { lengthHacking, truncation } from "./diagnose/length.js";
import { completed } from "./diagnose/rows.js";
import { defaultThresholds, type Thresholds } from "./diagnose/thresholds.js";
import type { Finding, Look } from "./diagnose/types.js";
import { clippedOut, drift, scale, skipped } from "./diagnose/updates.js";

export type { Thresholds } from "./diagnose/thresholds.js";
export type { Finding, Severity, Symptom, SymptomName } from "./diagnose/types.js";

const LOOKS: readonly Look[] = [
  ...[explosion, collapse, ruined, noiseTail, deadGroups, stalled, sharpening],
  ...[lengthHacking, truncation, clippedOut, drift, scale, skipped, emptyMasks],
];
const ORDER = ["severe", "warning", "note"];

/**
 * Names what happens in each run: collapse, explosion, a noise tail, ruined or stalled accuracy, sharpening, dead groups,
 * empty masks, length hacking, truncation, clipped-out updates, off-policy drift, a wrong aggregation scale, skipped
 * updates. A look is passed over where rows lack its fields, so logs of other trainers can be diagnosed, too.
 *
 * Figures are means over windows of a twentieth of the run; a symptom that is gone by the end is a note.
 *
 * @param rows step rows of any number of runs (recipe, base, seed); any field may be absent, and numbers may be text, as in
 *   tables read from text; null, blanks and "NaN" are read as what they are
 * @param thresholds replaces some of the defaults; each default's reason stands at its name in `Thresholds`
 * @returns findings run by run, the severe ones first, then by step
 * @throws TypeError when rows is not an array of objects, or a figure is text that is no number; RangeError on an unknown threshold or one that is no number >= 0
 * @example diagnose([]) // []
 * @example diagnose([0, 1, 2, 3, 4].map((step) => ({ step, entropy: 1 / (1 + step) })))[0].name // "collapse"
 * @source this project; entropy as the currency of accuracy: Cui et al. (arXiv 2505.22617); clip fractions: GSPO (arXiv 2507.18071), section 5; drift: the stop of PPO's updates at 1.5 x .01 in OpenAI's Spinning Up
 */
export function diagnose(rows: readonly Partial<StepRow>[], thresholds: Partial<Thresholds> = {}): Finding[] {
  const limits = checkedThresholds(thresholds);
  const runs = [...groupRuns(completed(rows)).values()];
  return runs.flatMap((run) => {
    const { recipe, task, base, seed } = run[0];
    const symptoms = LOOKS.flatMap((look) => look(run, limits) ?? []);
    symptoms.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || a.since - b.since);
    return symptoms.map((symptom) => ({ recipe, task, base, seed, ...symptom }));
  });
}

/**
 * Findings as rows of a table: the run, what it has, since when, how that shows, and the first remedy.
 *
 * @throws never
 * @example diagnosisTable([]) // []
 * @source this project
 */
export function diagnosisTable(findings: readonly Finding[]): Record<string, string | number>[] {
  return findings.map(({ recipe, base, seed, name, severity, since, evidence, remedies }) => ({
    ...{ run: [recipe, base, seed].join(" ").trim(), finding: name, severity, "since step": since, evidence },
    ...{ remedy: remedies[0] ?? "" },
  }));
}

function checkedThresholds(given: Partial<Thresholds>): Thresholds {
  const names = Object.keys(defaultThresholds) as (keyof Thresholds)[];
  for (const [name, value] of Object.entries(given)) {
    checkOneOf("diagnose", "a threshold", name, names);
    checkNumber("diagnose", name, value, { low: 0 });
  }
  return { ...defaultThresholds, ...given };
}
