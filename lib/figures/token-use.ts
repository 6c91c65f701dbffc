import type { StepRow } from "../core/types.js";
import { byRecipe } from "./series.js";
import type { PlotlySpec } from "./spec.js";
import { methodStyle } from "./styles.js";
import { axis, baseLayout, bucketColours, shorten } from "./theme.js";

/** What became of a method's generated tokens; the shares add to 1. */
export interface TokenShares {
  recipe: string;
  /** In responses of groups that the loss saw. */
  trained: number;
  /** In groups without a difference to learn from. */
  uniform: number;
  /** In first returns that only say where to explore. */
  firstReturns: number;
}

/** Which methods sample responses that are not trained on. */
export interface TokenUseOptions {
  /** By recipe, how many such responses a step. */
  firstReturns?: Readonly<Record<string, number>>;
}

/**
 * Which share of the generated tokens each method trains on, averaged over training and runs. Kept and dropped groups of
 * one step count as equally long, which rows do not tell; a response that only says where to explore has the row's length.
 *
 * @param rows step rows; rows left out between two others count as the later one
 * @throws never; rows of step 0 alone give no entry
 * @example tokenShares([]) // []
 * @source this project
 */
export function tokenShares(rows: readonly StepRow[], { firstReturns = {} }: TokenUseOptions = {}): TokenShares[] {
  return [...byRecipe(rows)].flatMap(([recipe, own]) => {
    const spent = byRun(own).flatMap((run) => run.slice(1).map((row, i) => useOf(run[i], row, firstReturns[recipe])));
    const total = (of: "trained" | "uniform" | "firstReturns") => spent.reduce((sum, use) => sum + use[of], 0);
    const [trained, uniform, first] = [total("trained"), total("uniform"), total("firstReturns")];
    const all = trained + uniform + first;
    return all > 0 ? [{ recipe, trained: trained / all, uniform: uniform / all, firstReturns: first / all }] : [];
  });
}

/**
 * The shares of `tokenShares` as one bar a method.
 *
 * @throws never; no rows give empty axes
 * @example tokenUse([]).layout.barmode // "stack"
 * @source this project
 */
export function tokenUse(
  rows: readonly StepRow[],
  { title = "What became of the generated tokens", ...options }: TokenUseOptions & { title?: string } = {},
): PlotlySpec {
  const shares = tokenShares(rows, options);
  const kinds = [
    ["trained", "trained on", bucketColours.allRight],
    ["uniform", "groups all right or all wrong", bucketColours.mixed],
    ["firstReturns", "first returns, not trained on", bucketColours.allWrong],
  ] as const;
  const data = kinds.map(([of, name, color]) => ({
    ...{ type: "bar", orientation: "h", name, marker: { color } },
    ...{ x: shares.map((share) => shorten(share[of])), y: shares.map(({ recipe }) => methodStyle(recipe).label) },
    ...{ text: shares.map((share) => (share[of] < 0.04 ? "" : share[of].toFixed(2))), textposition: "inside" },
  }));
  const layout = {
    ...baseLayout({ title, width: 860, height: 150 + 40 * Math.max(3, shares.length) }),
    ...{ barmode: "stack", bargap: 0.3 },
    xaxis: axis("share of generated tokens", { range: [0, 1] }),
    yaxis: axis("", { autorange: "reversed", showgrid: false, ticks: "" }),
  };
  return { data, layout };
}

function byRun(rows: readonly StepRow[]): StepRow[][] {
  const runs = new Map<string, StepRow[]>();
  for (const row of rows) {
    const key = `${row.task}/${row.base}/${row.seed}`;
    runs.set(key, [...(runs.get(key) ?? []), row]);
  }
  return [...runs.values()].map((run) => run.sort((a, b) => a.step - b.step));
}

/** Tokens between two rows, by what became of them. */
function useOf(before: StepRow, row: StepRow, responses = 0): Omit<TokenShares, "recipe"> {
  const spent = row.tokens - before.tokens;
  const firstReturns = Math.min(spent, responses * row.length * (row.step - before.step));
  const trained = (spent - firstReturns) * (row.groupsSampled > 0 ? row.groupsKept / row.groupsSampled : 0);
  return { trained, uniform: spent - firstReturns - trained, firstReturns };
}
