import { isEquivalent } from "../../../experiments/claims/reason.js";
import { type ClaimResult, MINIMUM_BASES } from "../../../experiments/claims/result.js";
import { claimSummary } from "../../../experiments/claims/summary.js";
import type { Block } from "../page.js";
import { type Table, tableOf } from "../tables.js";

/** What the papers' claims are about, by the beginning of their ids. */
const FAMILIES: Readonly<Record<string, string>> = {
  S1: "naive bonus: collapse below, explosion above, a narrow band between",
  S2: "where entropy goes in an explosion",
  S3: "SIREN stays near its anchor",
  S4: "majority votes and averages",
  S5: "pass@k",
  S6: "SIREN's ablations, each with its coefficient tuned again",
  S7: "perplexity and different solutions",
  S8: "sensitivity to p and tau",
  F1: "entropy marks true forks",
  F2: "entropy decays more slowly",
  F3: "average accuracy",
  F4: "response length",
  F5: "All-Right and All-Wrong prompts",
  F6: "modulated advantages",
  F8: "FR3E's ablations",
  field: "controls and neighbours",
};

/** The family of a claim: `S4` of `S4-naive`, its paper's name where the id has none. */
export const familyOf = ({ id, paper }: Pick<ClaimResult, "id" | "paper">): string => /^[SF]\d+/.exec(id)?.[0] ?? paper;

/** `S4: majority votes and averages`. */
export const familyTitle = (family: string): string => (FAMILIES[family] ? `${family}: ${FAMILIES[family]}` : family);

const VERDICTS = ["reproduced", "contradicted", "inconclusive"] as const;

/** How many claims of each group have which verdict; where margins are declared, how many inconclusive ones lie within. */
export function verdictCounts(
  results: readonly ClaimResult[],
  name: string,
  group: (result: ClaimResult) => string,
): Table {
  const groups = [...new Set(results.map(group))];
  const margins = results.some(({ margin }) => margin !== undefined);
  const record = (title: string, own: readonly ClaimResult[]) => ({
    [name]: title,
    claims: String(own.length),
    ...Object.fromEntries(VERDICTS.map((v) => [v, String(own.filter(({ verdict }) => verdict === v).length)])),
    ...(margins && { "of these equivalent": String(own.filter(isEquivalent).length) }),
  });
  return tableOf([
    ...groups.map((title) =>
      record(
        title,
        results.filter((result) => group(result) === title),
      ),
    ),
    record("all", results),
  ]);
}

const JUDGED =
  "The base checkpoint is the unit: one run a base and method, paired (same base, prompts, seeds). A claim is reproduced " +
  "when the t interval of its effect lies beyond the threshold on the claimed side, contradicted when it lies wholly " +
  "beyond on the other side, else inconclusive; the interval's level is the one that Holm's procedure gives the claim " +
  "among all claims of its paper, p (Holm) is its adjusted t test. The sign-flip p stands beside and takes no part: on " +
  "eight bases it cannot fall below 2/256. An inconclusive claim's reason says what its interval excludes; where a margin " +
  "was declared beforehand and both ends lie within it, the two sides are equivalent within that margin. Bases needed: how many would settle the claim with a chance of .8, if effect " +
  "and spread are as seen.";
const PUBLISHED =
  'The column "published" holds what the papers printed: different models (1.5B to 32B parameters), tasks and scale. ' +
  "It says what was claimed; sizes are not comparable.";

/** Verdicts: counts, then every claim by paper and family. */
export function claimBlocks(all: readonly ClaimResult[]): Block[] {
  const papers = papersOf(all);
  const results = papers.flatMap((paper) => all.filter((result) => result.paper === paper));
  return [
    { heading: "Verdicts" },
    { table: verdictCounts(results, "paper", ({ paper }) => paper) },
    { table: verdictCounts(results, "yardstick", ({ yardstick }) => yardstick) },
    { text: JUDGED },
    { text: PUBLISHED },
    ...papers.flatMap((paper): Block[] => {
      const own = results.filter((result) => result.paper === paper);
      const families = [...new Set(own.map(familyOf))].sort();
      const tables = families.flatMap((family): Block[] => [
        { heading: familyTitle(family), level: 3 },
        { table: claimTable(own.filter((result) => familyOf(result) === family)) },
      ]);
      return [{ heading: `Claims: ${paper}` }, ...tables];
    }),
  ];
}

const PAPERS = ["SIREN", "FR3E", "both", "field"];

/** The papers of the claims: first the two, then what the field says. */
export const papersOf = (results: readonly ClaimResult[]): string[] =>
  PAPERS.filter((name) => results.some(({ paper }) => paper === name));

/** Claims with all that decided them. */
export function claimTable(results: readonly ClaimResult[]): Table {
  const summaries = claimSummary(results);
  return tableOf(
    results.map(({ task, n, reason, published }, i) => {
      const { id, claim, yardstick, expected, effect, bases, verdict, needed, ...p } = summaries[i];
      return {
        ...{ id, claim, task, yardstick, expected, "effect [interval]": effect },
        ...{ ...p, ...(n < MINIMUM_BASES && { "p (Holm)": "" }), bases, verdict },
        ...{ why: reason, "bases needed": needed, published: published ?? "" },
      };
    }),
  );
}
