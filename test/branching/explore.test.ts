import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  arpoPoints,
  exploreCost,
  explorePlan,
  exploreTree,
  fr3ePoints,
  selectFirstReturns,
  stateValues,
  treePoPoints,
  treeRlPoints,
  treeSummary,
} from "../../lib/branching/index.js";
import { generator } from "../../lib/core/random.js";

describe("selectFirstReturns", () => {
  it("keeps one right and one wrong, and nothing of a uniform prompt", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }), fc.nat(), (verdicts, seed) => {
        const rollouts = verdicts.map((verdict, id) => ({ verdict, id }));
        const mixed = new Set(verdicts).size === 2;
        for (const random of [undefined, generator(seed)]) {
          const kept = selectFirstReturns(rollouts, { random });
          expect(kept.map((r) => r.verdict).sort()).toEqual(mixed ? [false, true] : []);
          for (const r of kept) expect(rollouts).toContain(r);
        }
      }),
    );
    expect(() => selectFirstReturns([])).toThrow(/rollouts must be at least one rollout/);
  });
});

describe("explorePlan", () => {
  it("samples S_0 and every common prefix once", () => {
    const plan = explorePlan(
      [
        [1, 2, 3, 4],
        [1, 2, 9, 9],
      ],
      [
        [2, 3],
        [2, 3],
      ],
    );
    expect(plan.states.map((s) => s.prefix)).toEqual([[], [1, 2], [1, 2, 3], [1, 2, 9]]);
    expect(plan.states.map((s) => s.parent)).toEqual([-1, 0, 1, 1]);
    expect(plan.chains).toEqual([
      [0, 1, 2],
      [0, 1, 3],
    ]);
  });

  it("is the bare prompt without a trajectory or points", () => {
    expect(explorePlan([], []).states).toHaveLength(1);
    expect(explorePlan([[1, 2]], [[]]).chains).toEqual([[0]]);
  });

  it("has distinct states whose prefixes grow along each chain", () => {
    const token = fc.nat(2);
    fc.assert(
      fc.property(fc.array(fc.array(token, { maxLength: 8 }), { maxLength: 3 }), fc.nat(), (tokens, seed) => {
        const random = generator(seed);
        const points = fr3ePoints(
          tokens.map((entropy) => ({ entropy })),
          { by: "random", count: 3, random },
        );
        const { states, chains } = explorePlan(tokens, points);
        expect(new Set(states.map((s) => s.prefix.join())).size).toBe(states.length);
        expect(states.length).toBeLessThanOrEqual(1 + points.flat().length);
        chains.forEach((chain, base) => {
          expect(chain).toHaveLength(points[base].length + 1);
          chain.forEach((s, j) => {
            expect(states[s].prefix).toEqual(tokens[base].slice(0, j === 0 ? 0 : points[base][j - 1]));
          });
        });
      }),
    );
  });

  it("costs what the paper's settings cost", () => {
    expect(exploreCost({})).toBe(148);
    expect(() => exploreCost({ points: -1 })).toThrow(/exploreCost: points/);
    expect(() => explorePlan([[1]], [])).toThrow(/points must be one array per trajectory \(1\)/);
  });
});

describe("exploreTree", () => {
  it("is plain, ordered, and its deltas are between neighbours of a chain", () => {
    const plan = explorePlan([[1, 2, 3]], [[1, 2]]);
    const rewards = [[1, 0], [1, 1], []];
    const nodes = exploreTree(plan, rewards);
    expect(JSON.parse(JSON.stringify(nodes))).toEqual(nodes);
    expect(nodes.map((n) => [n.length, n.value, n.delta, n.parent])).toEqual([
      [0, 0.5, null, null],
      [1, 1, 0.5, 0],
      [2, null, null, 1],
    ]);
    expect(nodes.slice(0, 2).map((n) => n.value)).toEqual(stateValues(rewards.slice(0, 2)));
    expect(treeSummary(nodes)).toEqual({ states: 3, continuations: 4, usable: 1, meanAbsDelta: 0.5 });
    expect(treeSummary([])).toEqual({ states: 0, continuations: 0, usable: 0, meanAbsDelta: 0 });
    expect(() => exploreTree(plan, [])).toThrow(/rewardsByState must be one array per state \(3\)/);
  });
});

describe("the neighbours' rules", () => {
  it("TreeRL pools the trajectories of a prompt", () => {
    expect(treeRlPoints([{ logprobs: [-9, -1, -2] }, { logprobs: [0, -5, -2] }], { count: 2 })).toEqual([[2], [1]]);
    expect(() => treeRlPoints([{ entropy: [1] }])).toThrow(/treeRlPoints: trajectories\[0\].logprobs/);
  });

  it("ARPO branches where the entropy rose; AEPO less after a branch; a generator draws", () => {
    const trajectories = [{ entropy: [0, 0, 2, 2, 2, 0] }];
    const options = { starts: [[2, 3, 4, 5]], window: 1, alpha: 0.4, beta: 0.2 };
    expect(arpoPoints(trajectories, options)).toEqual([[2, 3, 4]]);
    expect(arpoPoints(trajectories, { ...options, penalty: 0.5 })).toEqual([[2, 4]]);
    const draw = () => arpoPoints(trajectories, { ...options, random: generator(3) });
    expect(draw()).toEqual(draw());
    expect(arpoPoints(trajectories, { ...options, alpha: 1, random: generator(3) })).toEqual([[2, 3, 4, 5]]);
    expect(() => arpoPoints(trajectories, { starts: [[9]] })).toThrow(
      /starts\[0\]\[0\] must be an integer in \[1, 5\]/,
    );
    expect(() => arpoPoints(trajectories, { starts: [] })).toThrow(/starts must be one array per trajectory/);
  });

  it("TreePO cuts fixed segments", () => {
    expect(treePoPoints([{ entropy: new Array(7).fill(0) }], { segment: 3 })).toEqual([[3, 6]]);
    expect(treePoPoints([{ entropy: new Array(6).fill(0) }], { segment: 3, depth: 1 })).toEqual([[3]]);
    expect(treePoPoints([{ logprobs: [] }], { segment: 3 })).toEqual([[]]);
    expect(() => treePoPoints([{}], { segment: 3 })).toThrow(/entropy or logprobs/);
  });

  it("every rule feeds the same plan", () => {
    const tokens = [
      [1, 2, 3, 4],
      [1, 5, 6, 7],
    ];
    const statistics = tokens.map((row) => ({ entropy: row, logprobs: row.map((x) => -x) }));
    const rules = [
      fr3ePoints(statistics, { count: 2 }),
      treeRlPoints(statistics, { count: 2 }),
      arpoPoints(statistics, { starts: [[1, 2], [2]], window: 1 }),
      treePoPoints(statistics, { segment: 2 }),
    ];
    for (const points of rules) expect(explorePlan(tokens, points).chains).toHaveLength(2);
  });
});
