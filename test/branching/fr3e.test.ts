import { expect, it } from "vitest";
import { modulatedAdvantages } from "../../lib/advantages/index.js";
import {
  branchPoints,
  exploreCost,
  explorePlan,
  exploreTree,
  selectFirstReturns,
  stateValues,
} from "../../lib/branching/index.js";
import { generator } from "../../lib/core/random.js";

// Four first returns of one prompt; a "right" continuation becomes likelier the more of the right trajectory is given.
const firstReturns = [
  { verdict: false, tokens: [1, 2, 3, 4, 5, 6], entropy: [0.9, 0.1, 0.8, 0.2, 0.7, 0.1] },
  { verdict: true, tokens: [1, 7, 8, 9, 10, 11], entropy: [0.3, 0.9, 0.1, 0.8, 0.1, 0.2] },
  { verdict: true, tokens: [1, 7, 8, 9, 10, 12], entropy: [0.3, 0.9, 0.1, 0.8, 0.1, 0.2] },
  { verdict: false, tokens: [2, 2, 2, 2, 2, 2], entropy: [0, 0, 0, 0, 0, 0] },
];

it("first return, explore, modulate: the whole of FR3E on one prompt", () => {
  const kept = selectFirstReturns(firstReturns);
  expect(kept).toEqual([firstReturns[0], firstReturns[1]]);

  const points = kept.map((trajectory) => branchPoints(trajectory, { count: 2 }));
  // The wrong trajectory's highest entropy is its first token: that state is the bare prompt.
  expect(points).toEqual([[2], [1, 3]]);

  const plan = explorePlan(
    kept.map(({ tokens }) => tokens),
    points,
  );
  expect(plan.states.map(({ prefix }) => prefix)).toEqual([[], [1, 2], [1], [1, 7, 8]]);
  expect(plan.chains).toEqual([
    [0, 1],
    [0, 2, 3],
  ]);
  expect(4 + 16 * plan.states.length).toBeLessThanOrEqual(exploreCost({ points: 2 }));

  const random = generator(5);
  const rewards = [0.5, 0.2, 0.6, 0.9].map((p) => Array.from({ length: 16 }, () => (random() < p ? 1 : 0)));
  const nodes = exploreTree(plan, rewards);
  const perChain = plan.chains.map((chain) => modulatedAdvantages(chain.map((s) => rewards[s])));

  // Both trajectories give the shared state the same advantages, so it does not matter which is asked.
  expect(perChain[0].advantages[0]).toEqual(perChain[1].advantages[0]);
  plan.chains.forEach((chain, i) => {
    expect(perChain[i].values).toEqual(stateValues(chain.map((s) => rewards[s])));
    expect(chain.slice(1).map((s) => nodes[s].delta)).toEqual(perChain[i].deltas.slice(1));
  });
});
