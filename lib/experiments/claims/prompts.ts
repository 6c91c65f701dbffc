import { fail } from "../../core/check.js";
import type { StepRow } from "../../core/types.js";
import { type PairedDifference, pairedDifference, spread } from "../../metrics/paired.js";
import { tBound } from "../../metrics/student-t.js";
import { groupRuns, type Run, runKey } from "../reading.js";
import type { Claim, Comparison } from "../types.js";
import { readPrompts } from "./per-prompt.js";

/** One difference with three intervals: what it would be on other prompts, from other bases, and on both. */
export interface PromptInterval {
  /** The prompt is the unit, averaged over bases: speaks of other prompts, for these bases. */
  prompts: PairedDifference;
  /** The base is the unit, averaged over prompts: speaks of other bases, on these prompts. A claim's interval. */
  bases: PairedDifference;
  /** Bases and prompts both drawn anew. */
  both: { mean: number; low: number; high: number };
}

type Compared = Pick<Claim, "task" | "minus" | "statistic"> & Comparison;

/**
 * Intervals over prompts as well as bases, for a difference of pass@k, maj@k (the largest k evaluated), avg@n, All-Right
 * or All-Wrong shares, of all prompts or of one difficulty.
 *
 * Every base answers the same held-out prompts, so that prompts and bases cross: a prompt's differences on eight bases are
 * not eight independent ones, and are averaged first. With D the differences `[B, P]`, the variance of their mean over
 * new bases and new prompts is s_b^2 / B + s_p^2 / P - s_bp^2 / (B P), of row means, column means and what these leave
 * (never below either of the first two); t with min(B, P) - 1 degrees of freedom.
 *
 * A claim's second comparison is subtracted prompt by prompt. Where the two are of different difficulties their prompts are
 * paired by place: independent of each other, so that the mean and its spread are those of any pairing.
 *
 * @param comparison A claim, or what of it says which readings of which runs differ.
 * @param options `confidence` .95, not adjusted for other comparisons.
 * @returns Undefined where no base has both runs with values a prompt.
 * @throws RangeError for a ratio, a statistic, rows without what the reading needs, a reading that has no value a prompt or is not taken at one row, or bases, seeds or comparisons with different numbers of prompts.
 * @example promptInterval({ task: "countdown", method: "siren", reading: { of: "evaluation.passAt.8", at: "end" }, against: 0, compare: "difference" }, []) // undefined
 * @source Crossed random effects: Searle, Casella and McCulloch, Variance Components (1992); Owen, "The pigeonhole bootstrap" (2007)
 */
export function promptInterval(
  comparison: Compared,
  rows: readonly StepRow[],
  { confidence = 0.95 } = {},
): PromptInterval | undefined {
  const { minus, statistic } = comparison;
  for (const { compare } of minus ? [comparison, minus] : [comparison]) {
    if (compare !== "difference") fail("promptInterval", "compare", "difference", compare);
  }
  if (statistic) fail("promptInterval", "statistic", "absent: it has no value a prompt", statistic.name);
  const differences = byBase(comparison, groupRuns(rows));
  if (differences.length === 0) return undefined;
  const other = differences.find(({ length }) => length !== differences[0].length);
  if (other) fail("promptInterval", "rows", `of ${differences[0].length} prompts on every base`, other.length);
  const byPrompt = differences[0].map((_, prompt) => differences.map((base) => base[prompt]));
  const over = (units: readonly number[][]) =>
    pairedDifference(units.map(mean), new Float64Array(units.length), { confidence });
  const [bases, prompts] = [over(differences), over(byPrompt)];
  return { prompts, bases, both: crossed(differences, { bases, prompts }, confidence) };
}

const mean = (values: readonly number[]): number => spread(values).mean;

/** Differences a prompt, one list a base, averaged over its seeds. */
function byBase(comparison: Compared, runs: ReadonlyMap<string, Run>): number[][] {
  const bySeed = new Map<string, number[][]>();
  const firsts = [...runs.values()].map(([row]) => row);
  const pairs = firsts.filter(({ recipe, task }) => recipe === comparison.method && task === comparison.task);
  pairs.sort((a, b) => (a.base < b.base ? -1 : a.base > b.base ? 1 : a.seed - b.seed));
  for (const pair of pairs) {
    const found = lessened(comparison, pair, runs);
    const [before] = bySeed.get(pair.base) ?? [];
    if (found && before && found.length !== before.length) {
      fail("promptInterval", "rows", `of ${before.length} prompts with every seed of ${pair.base}`, found.length);
    }
    if (found) bySeed.set(pair.base, [...(bySeed.get(pair.base) ?? []), found]);
  }
  return [...bySeed.values()].map((seeds) => seeds[0].map((_, prompt) => mean(seeds.map((values) => values[prompt]))));
}

function lessened(comparison: Compared, pair: StepRow, runs: ReadonlyMap<string, Run>): number[] | undefined {
  const own = differencesOf(comparison, pair, runs);
  if (!comparison.minus || !own) return own;
  const other = differencesOf(comparison.minus, pair, runs);
  if (other && other.length !== own.length) {
    fail("promptInterval", "minus", `of as many prompts as what it is subtracted from (${own.length})`, other.length);
  }
  return other && own.map((value, prompt) => value - other[prompt]);
}

function differencesOf(
  { method, reading, against }: Comparison,
  pair: StepRow,
  runs: ReadonlyMap<string, Run>,
): number[] | undefined {
  const run = runs.get(runKey(method, pair));
  const values = run && readPrompts(run, reading);
  if (typeof against === "number") return values?.map((value) => value - against);
  const other = "method" in against ? runs.get(runKey(against.method, pair)) : run;
  const partners = other && readPrompts(other, "method" in against ? against.reading : against);
  if (!values || !partners) return undefined;
  if (values.length !== partners.length) {
    fail("promptInterval", "rows", `of ${values.length} prompts in both runs`, partners.length);
  }
  return values.map((value, prompt) => value - partners[prompt]);
}

function crossed(
  differences: readonly number[][],
  { bases, prompts }: Pick<PromptInterval, "bases" | "prompts">,
  confidence: number,
): PromptInterval["both"] {
  const [B, P] = [bases.n, prompts.n];
  const middle = bases.mean;
  if (Math.min(B, P) === 1) return { mean: middle, low: -Infinity, high: Infinity };
  const column = differences[0].map((_, prompt) => mean(differences.map((base) => base[prompt])));
  const left = differences.flatMap((base) => {
    const row = mean(base);
    return base.map((value, prompt) => (value - row - column[prompt] + middle) ** 2);
  });
  const rest = left.reduce((sum, square) => sum + square, 0) / ((B - 1) * (P - 1));
  const [ofBases, ofPrompts] = [bases.sd ** 2 / B, prompts.sd ** 2 / P];
  const variance = Math.max(ofBases, ofPrompts, ofBases + ofPrompts - rest / (B * P));
  const half = tBound(confidence, Math.min(B, P) - 1) * Math.sqrt(variance);
  return { mean: middle, low: middle - half, high: middle + half };
}
