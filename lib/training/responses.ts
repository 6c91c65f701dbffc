import type { Group, ResponseFigures, Rollout, Task } from "../core/types.js";
import { distinctCorrect } from "../metrics/diversity.js";
import type { Keys } from "./majority.js";

/** Samples among which different answers are counted, so that the figure does not grow with the samples drawn. */
const COUNTED = 32;
/** How many positions FR3E branches at. */
const POINTS = 4;

/** Figures of evaluated responses; `keys` are their answers, one array a group. */
export function responseFigures(groups: readonly Group[], keys: Keys, task: Task): ResponseFigures {
  const rollouts = groups.flatMap((group) => group.rollouts);
  const forks = rollouts.map(({ tokens }) => task.forks(tokens));
  const count = new Weighted();
  for (const [i, { tokens, entropy, nucleusEntropy, logprobs }] of rollouts.entries()) {
    for (let t = 0; t < tokens.length; t++) {
      count.add("entropy", entropy[t]);
      count.add("nucleusEntropy", nucleusEntropy[t]);
      count.add(forks[i][t] ? "forkEntropy" : "plainEntropy", entropy[t]);
      count.add("logprob", logprobs[t]);
      count.add("tail", tokens[t] >= task.meaningful ? 1 : 0);
      count.add("forkShare", forks[i][t]);
    }
    for (const t of peaks(entropy)) count.add("branchPrecision", forks[i][t]);
    count.add("length", tokens.length);
    if (rollouts[i].verdict) count.add("rightLength", tokens.length);
  }
  for (const [g, group] of groups.entries()) count.add("distinct", distinctOf(group, keys[g]));
  const { logprob, rightLength, ...means } = count.means();
  const figures = { ...means, ...(rightLength > 0 && { rightLength }), perplexity: Math.exp(-logprob) };
  return Object.fromEntries(
    Object.entries(figures).map(([name, x]) => [name, rounded(x)]),
  ) as unknown as ResponseFigures;
}

const NAMES = [
  ...(["length", "rightLength", "distinct", "entropy", "nucleusEntropy", "forkEntropy", "plainEntropy"] as const),
  ...(["forkShare", "branchPrecision", "tail", "logprob"] as const),
];
type Name = (typeof NAMES)[number];

/** Running means by name; 0 where nothing was added. */
class Weighted {
  private readonly sums = new Map<Name, { sum: number; n: number }>(NAMES.map((name) => [name, { sum: 0, n: 0 }]));

  add(name: Name, value: number): void {
    const entry = this.sums.get(name)!;
    entry.sum += value;
    entry.n++;
  }

  means(): Record<Name, number> {
    const mean = (name: Name) => this.sums.get(name)!.sum / Math.max(this.sums.get(name)!.n, 1);
    return Object.fromEntries(NAMES.map((name) => [name, mean(name)])) as Record<Name, number>;
  }
}

// Where FR3E would branch, the first position included; ties to the lowest index.
const peaks = (entropy: Rollout["entropy"]): number[] =>
  Array.from(entropy, (_, t) => t)
    .sort((a, b) => entropy[b] - entropy[a])
    .slice(0, POINTS);

const distinctOf = ({ rollouts }: Group, keys: readonly (string | null)[]): number =>
  distinctCorrect(
    keys.slice(0, COUNTED),
    rollouts.slice(0, COUNTED).map(({ verdict }) => verdict),
  );

// Six digits are far below the sampling error, and keep rows readable.
const rounded = (x: number): number => Math.round(x * 1e6) / 1e6;
