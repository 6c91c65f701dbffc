import type { StepRow } from "../../../core/types.js";
import { shown, shownInterval } from "../../../experiments/claims/format.js";
import { promptInterval } from "../../../experiments/claims/prompts.js";
import type { Claim, Comparison, Reading, Study } from "../../../experiments/types.js";
import type { Block } from "../page.js";
import { tableOf } from "../tables.js";

const ABOUT =
  "The same differences with three 95 % intervals, none adjusted for the other claims: over bases (what verdicts rest " +
  "on), over prompts (what they would be on other prompts, for these bases), and over both at once.";
const COMMON =
  " Where all bases answer with the same random numbers, a part of an evaluation's sampling error is common to them: the " +
  "interval over bases does not hold that part, those over prompts do.";

/** Intervals over prompts beside those over bases, for every claim that is a difference of shares of right responses or majorities. */
export function promptBlocks({ claims, experiments }: Study, rows: readonly StepRow[]): Block[] {
  const records = claims.filter(hasPrompts).flatMap((claim) => {
    const found = promptInterval(claim, rows);
    if (!found || found.bases.n < 2) return [];
    const { bases, prompts, both } = found;
    const effect = `${shown(bases.mean)} ${claim.unit}`;
    const intervals = { "over bases": bases, "over prompts": prompts, "over both": both };
    const cells = Object.entries(intervals).map(([name, interval]) => [name, shownInterval(interval)]);
    return [{ id: claim.id, effect, ...Object.fromEntries(cells), bases: String(bases.n), prompts: String(prompts.n) }];
  });
  if (records.length === 0) return [];
  const text = experiments.some(({ evaluationByBase }) => !evaluationByBase) ? ABOUT + COMMON : ABOUT;
  return [{ heading: "Over prompts as well as over bases" }, { text }, { table: tableOf(records) }];
}

const hasPrompts = ({ minus, statistic, ...claim }: Claim): boolean =>
  !statistic && (minus ? [claim, minus] : [claim]).every(ofPrompts);

function ofPrompts({ compare, reading, against }: Comparison): boolean {
  const other = typeof against === "number" ? [] : ["method" in against ? against.reading : against];
  return compare === "difference" && [reading, ...other].every(countsRight);
}

/** A share of right responses or majorities, read at one row. */
const countsRight = ({ of, at }: Reading): boolean =>
  /^evaluation\.(byDifficulty\.[^.]+\.)?((passAt|majAt)\.\d+|avgAt|allRight|allWrong)$/.test(of) &&
  (at === "start" || at === "end" || typeof at === "object");
