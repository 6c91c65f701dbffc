import { projectPath } from "../../../core/root.js";
import type { StepRow } from "../../../core/types.js";
import { groupRuns, read } from "../../../experiments/reading.js";
import { studyNamed } from "../../../experiments/studies.js";
import { rowsIfAny } from "../../../records/rows.js";
import type { Block } from "../page.js";
import { tableOf } from "../tables.js";

/** Studies whose coefficients another one chose beforehand. */
const TUNED_BY: Readonly<Record<string, string>> = { paper: "tune" };

/** How the study's coefficients were chosen, where another study did that. */
export function tuningBlocks(study: string): Block[] {
  const name = TUNED_BY[study];
  if (!name) return [];
  const { title, experiments } = studyNamed(name);
  const rows = ["runs", "results"].map((place) => rowsIfAny(projectPath("data", place, name))).find((found) => found);
  const where = experiments.map(({ bases, seeds }) => `${bases.join(", ")}, seed ${seeds.join(", ")}`).join("; ");
  const rule = `${title} (${where}). None of these runs takes part in a verdict.`;
  const table = rows ? [{ table: tableOf(tuningRecords(rows)), folded: "All coefficients that were tried" }] : [];
  return [{ heading: "How coefficients were chosen" }, { text: rule }, ...table];
}

function tuningRecords(rows: readonly StepRow[]): Record<string, string>[] {
  const tried = [...groupRuns(rows).values()].map((run) => {
    const one = read(run, { of: "evaluation.passAt.1", at: "end" }) ?? Number.NaN;
    const many = read(run, { of: "evaluation.passAt.32", at: "end" }) ?? Number.NaN;
    const entropy = read(run, { of: "entropy", at: "end" }) ?? Number.NaN;
    return {
      method: run[0].recipe,
      family: run[0].recipe.replace(/\(.*/, ""),
      one,
      many,
      entropy,
      score: (one + many) / 2,
    };
  });
  tried.sort((a, b) => byName.compare(a.method, b.method));
  return tried.map(({ method, family, one, many, entropy, score }) => {
    const others = tried.filter((other) => other.family === family);
    const best = others.length > 1 && others.every((other) => other.score <= score);
    const [pass1, pass32, both, end] = [one, many, score, entropy].map((value) => value.toFixed(3));
    return {
      method,
      "pass@1": pass1,
      "pass@32": pass32,
      mean: both,
      "entropy (nats)": end,
      chosen: best ? "chosen" : "",
    };
  });
}

const byName = new Intl.Collator("en", { numeric: true });
