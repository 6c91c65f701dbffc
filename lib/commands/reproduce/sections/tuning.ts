import { projectPath } from "../../../core/root.js";
import type { StepRow } from "../../../core/types.js";
import { groupRuns, type Run, read } from "../../../experiments/reading.js";
import { studyNamed } from "../../../experiments/studies.js";
import type { MethodDeclaration, Study } from "../../../experiments/types.js";
import { rowsIfAny } from "../../../records/rows.js";
import type { Block } from "../page.js";
import { tableOf } from "../tables.js";

/** Studies whose coefficients another one chose beforehand. */
const TUNED_BY: Readonly<Record<string, string>> = { paper: "tune" };

/** How the study's coefficients were chosen, where another study did that. */
export function tuningBlocks(study: string): Block[] {
  const name = TUNED_BY[study];
  if (!name) return [];
  const tuning = studyNamed(name);
  const rows = ["runs", "results"].map((place) => rowsIfAny(projectPath("data", place, name))).find((found) => found);
  const where = tuning.experiments.map(({ bases, seeds }) => `${bases.join(", ")}, seeds ${seeds.join(", ")}`);
  const rule = `${tuning.title} (${where.join("; ")}). None of these runs takes part in a verdict.`;
  const heading: Block = { heading: "How coefficients were chosen" };
  if (!rows) return [heading, { text: rule }];
  const tried = triedIn(tuning, rows);
  const table = { table: tableOf(tried.map(tuningRecord)), folded: "All coefficients that were tried" };
  return [heading, { text: `${rule}${atEnds(tried)}` }, table];
}

/** What a method was tried with, and where its runs end: means over seeds. */
export interface Tried {
  method: string;
  seeds: number;
  /** Mean of pass@1, maj@32 and pass@32. */
  score: number;
  figures: Record<string, number>;
  chosen: boolean;
  /** Another coefficient of its recipe gave the same runs. */
  tied: boolean;
  /** The smallest or largest coefficient that its recipe was tried with. */
  end: boolean;
}

const SCORED = {
  "pass@1": "evaluation.passAt.1",
  "maj@32": "evaluation.majAt.32",
  "pass@32": "evaluation.passAt.32",
};

/** The methods of a tuning study in order, with the best of each recipe, all of them where several tie; none is while a run of the recipe is missing. */
export function triedIn({ experiments }: Study, rows: readonly StepRow[]): Tried[] {
  const runs = [...groupRuns(rows).values()];
  return experiments.flatMap(({ methods, seeds, bases }) => {
    const means = methods.map((method) => {
      const own = runs.filter(
        ([{ recipe, base, seed }]) => recipe === method.name && bases.includes(base) && seeds.includes(seed),
      );
      return { ...meansOf(own), method, complete: own.length === seeds.length * bases.length };
    });
    return means.flatMap(({ method, complete: _, ...own }) => {
      const family = means.filter((other) => other.method.recipe === method.recipe);
      const settled = family.length > 1 && family.every(({ complete }) => complete);
      const best = family.filter(({ score }) => score === Math.max(...family.map((other) => other.score)));
      if (own.seeds === 0) return [];
      const chosen = settled && best.some((other) => other.method === method);
      const tied = chosen && best.length > 1;
      const methods = family.map((other) => other.method);
      return [{ ...own, method: method.name, chosen, tied, end: isEnd(method, methods) }];
    });
  });
}

function meansOf(runs: readonly Run[]): Pick<Tried, "seeds" | "score" | "figures"> {
  const mean = (of: string) => {
    const values = runs.flatMap((run) => read(run, { of, at: "end" }) ?? []);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const shares = Object.entries(SCORED).map(([name, of]) => [name, mean(of)] as const);
  const score = shares.reduce((sum, [, value]) => sum + value, 0) / shares.length;
  const figures = { ...Object.fromEntries(shares), "their mean": score, "entropy (nats)": mean("entropy") };
  return { seeds: runs.length, score, figures };
}

/** The one option in which a recipe's methods differ is what was tuned. */
function isEnd(method: MethodDeclaration, family: readonly MethodDeclaration[]): boolean {
  const differs = (name: string) => family.some(({ options }) => options[name] !== method.options[name]);
  const tuned = Object.keys(method.options).find(differs);
  if (tuned === undefined) return false;
  const values = family.map(({ options }) => Number(options[tuned]));
  return [Math.min(...values), Math.max(...values)].includes(Number(method.options[tuned]));
}

function tuningRecord({ method, seeds, figures, chosen, tied, end }: Tried): Record<string, string> {
  const cells = Object.entries(figures).map(([name, value]) => [name, Number.isFinite(value) ? value.toFixed(3) : ""]);
  const choice = tied ? "best, tied" : chosen ? (end ? "chosen, at an end" : "chosen") : "";
  return { method, seeds: String(seeds), ...Object.fromEntries(cells), choice };
}

function atEnds(tried: readonly Tried[]): string {
  const ends = tried.filter(({ chosen, tied, end }) => chosen && !tied && end).map(({ method }) => method);
  if (ends.length === 0) return "";
  return ` At an end of what was tried, so that a better one may lie beyond: ${ends.join(", ")}.`;
}
