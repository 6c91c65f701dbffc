import { describe, expect, it } from "vitest";
import type { TreeState } from "../../lib/figures/index.js";
import * as figures from "../../lib/figures/index.js";
import { plainText } from "../../lib/figures/theme.js";

describe("histogram of right responses", () => {
  it("shows shares of groups", () => {
    const { data, layout } = figures.correctnessHistogram([{ recipe: "base", histogram: [2, 1, 0, 1] }]);
    expect(data[0]).toMatchObject({ name: "base", x: [0, 1, 2, 3], y: [0.5, 0.25, 0, 0.25] });
    expect(layout.xaxis).toMatchObject({ title: { text: "right responses c, of n = 3" } });
    expect(() => figures.correctnessHistogram([{ recipe: "base", histogram: [0] }])).toThrow(
      "must count a group, got none",
    );
  });
});

describe("advantage map", () => {
  it("is symmetric around zero and blank beyond a response's end", () => {
    const { data } = figures.advantageMap([
      { label: "a", advantages: new Float32Array([0.75, 0.75]) },
      { label: "b", advantages: [-0.25] },
    ]);
    expect(data[0]).toMatchObject({
      z: [
        [0.75, 0.75],
        [-0.25, null],
      ],
      zmin: -0.75,
      zmax: 0.75,
    });
    expect(figures.advantageMap([{ label: "a", advantages: [0] }]).data[0]).toMatchObject({ zmin: -1, zmax: 1 });
    expect(() => figures.advantageMap([])).toThrow("advantageMap: responses must be a batch of at least one");
  });
});

describe("token heat map", () => {
  const view = { labels: ["3", "<b>", "\n"], entropy: [0.5, 1, 0], forks: [1], mask: [0, 1, 0] };

  it("wraps tokens into lines, marks forks and kept tokens, and shows model text as text", () => {
    const spec = figures.tokenHeatmap(view, { columns: 2 });
    expect(spec.data[0]).toMatchObject({
      z: [
        [0.5, 1],
        [0, null],
      ],
      text: [
        ["3", "&lt;b&gt;"],
        ["⏎", ""],
      ],
    });
    expect(spec.layout.shapes).toMatchObject([
      { type: "rect", x0: 0.54 },
      { type: "line", y0: 0.46 },
    ]);
    expect(spec.data.slice(1).map(({ name }) => name)).toEqual(["fork", "kept"]);
    expect(spec).toMatchSnapshot();
  });

  it("gives long tokens room and cuts very long ones", () => {
    const spec = figures.tokenHeatmap({
      labels: ["antidisestablishment", ...Array<string>(9).fill("a")],
      entropy: new Float32Array(10),
    });
    const { text } = spec.data[0] as { text: string[][] };
    expect(text.map((line) => line.length)).toEqual([6, 6]);
    expect(text[0][0]).toBe("antidisestabl…");
  });

  it("names what does not fit", () => {
    expect(() => figures.tokenHeatmap({ ...view, entropy: [1] })).toThrow("entropy must be [3] as labels, got [1]");
    expect(() => figures.tokenHeatmap({ ...view, mask: [1] })).toThrow("mask must be [3] as labels, got [1]");
    expect(() => figures.tokenHeatmap({ ...view, forks: [3] })).toThrow("forks must be in [0, 2], got 3");
    expect(() => figures.tokenHeatmap({ labels: [], entropy: [] })).toThrow("labels must name at least one token");
    expect(() => figures.tokenHeatmap(view, { columns: 0 })).toThrow("columns must be >= 1, got 0");
  });
});

describe("nucleus bar", () => {
  const candidates = [0.15, 0.5, 0.25].map((probability, i) => ({ token: "abc"[i], probability }));

  it("sorts, separates kept from cut, adds up, and gathers the rest", () => {
    const [kept, cut, mass] = figures.nucleusBar(candidates, 2).data;
    expect([kept.y, cut.y]).toEqual([
      [0.5, 0.25],
      [0.15, 0.1],
    ]);
    expect(mass.y).toEqual([0.5, 0.75, 0.9]);
    expect(figures.nucleusBar(candidates, 2).layout.xaxis).toMatchObject({ ticktext: ["b", "c", "a", "all others"] });
    expect(figures.nucleusBar(candidates, 3, { show: 1 }).data.map(({ y }) => y)).toEqual([[0.5], [0.5], [0.5]]);
  });

  it("says so where the nucleus reaches beyond the drawn tokens", () => {
    const many = Array.from({ length: 100 }, (_, i) => ({ token: `t${i}`, probability: 0.01 }));
    const { data } = figures.nucleusBar(many, 80);
    expect(data[0].y).toHaveLength(40);
    expect(data[1]).toMatchObject({ name: "kept and cut", y: [0.6] });
  });

  it("refuses what is no distribution", () => {
    expect(() => figures.nucleusBar([], 0)).toThrow("candidates must hold a token");
    expect(() => figures.nucleusBar([{ token: "a", probability: 1.2 }], 1)).toThrow(
      "probability must be in [0, 1], got 1.2",
    );
    expect(() => figures.nucleusBar(candidates, 4)).toThrow("kept must be an integer in [0, 3], got 4");
  });
});

describe("state ladder", () => {
  it("shows values with their changes and the factor of each state", () => {
    const spec = figures.stateLadder(
      { values: [0.25, 0.75], deltas: [0, 0.5], alphas: [1, 0.6065] },
      { labels: ["prompt", "3 + 7"] },
    );
    expect(spec.data[0]).toMatchObject({ y: [0.25, 0.75], text: ["", "+0.50"] });
    expect(spec.data[1]).toMatchObject({ y: [1, 0.6065], text: ["1.00", "0.61"] });
    expect(spec.layout.xaxis).toMatchObject({ ticktext: ["prompt", "3 + 7"] });
    expect(() => figures.stateLadder({ values: [1], deltas: [], alphas: [1] })).toThrow(
      "deltas and alphas must be [1]",
    );
    expect(() => figures.stateLadder({ values: [], deltas: [], alphas: [] })).toThrow("values must hold a state");
  });
});

describe("exploration tree", () => {
  const root: TreeState = { id: 0, parent: null, base: null, length: 0, rewards: [0, 1], value: 0.5 };
  const child = (id: number, base: number): TreeState => ({
    ...root,
    id,
    parent: 0,
    base,
    length: 4,
    rewards: [base, base],
    value: base,
  });

  it("places trajectories in lanes with the prompt between them", () => {
    const [edges, nodes, right, wrong] = figures.explorationTree([root, child(1, 0), child(2, 1)]).data;
    expect(edges).toMatchObject({ x: [0, 4, null, 0, 4, null], y: [0.5, 0, null, 0.5, 1, null] });
    expect(nodes).toMatchObject({ y: [0.5, 0, 1], text: ["0.50", "0.00", "1.00"] });
    expect([right.x, wrong.x]).toEqual([
      [0, 4, 4],
      [0, 4, 4],
    ]);
  });

  it("takes a bare prompt and unsampled states, refuses lost parents", () => {
    const { data } = figures.explorationTree([{ ...root, rewards: [], value: null }]);
    expect(data[1]).toMatchObject({ text: [""] });
    expect(() => figures.explorationTree([child(1, 0)])).toThrow("parent must be the id of a state, got 0");
    expect(() => figures.explorationTree([])).toThrow("states must hold the prompt's");
  });
});

describe("sensitivity map", () => {
  const map = {
    x: { name: "p", values: [0.7, 0.8] },
    y: { name: "τ", values: [0.8] },
    values: [[0.1234, null]],
    measure: "H (nats)",
  };

  it("writes each cell's number and rings the marked setting", () => {
    const spec = figures.sensitivityMap({ ...map, marked: { x: 0.8, y: 0.8 } });
    expect(spec.data[0]).toMatchObject({ z: [[0.1234, null]], text: [["0.123", ""]] });
    expect(spec.layout.shapes).toMatchObject([{ x0: 0.5, y0: -0.5 }]);
    expect(() => figures.sensitivityMap({ ...map, values: [[1]] })).toThrow("values must be [1][2] as y and x");
    expect(() => figures.sensitivityMap({ ...map, marked: { x: 1, y: 0.8 } })).toThrow(
      "marked must be a setting on the grid",
    );
  });
});

describe("claim forest", () => {
  const claim = { name: "S3", mean: 0.2, low: 0.1, high: 0.35, verdict: "reproduced" as const, unit: "nats" };

  it("gives each unit its axis and each verdict its look, once in the legend", () => {
    const spec = figures.claimForest([
      claim,
      { ...claim, name: "F5", unit: "share" },
      { ...claim, verdict: "inconclusive" },
    ]);
    expect(spec.data.map(({ name, xaxis, showlegend }) => [name, xaxis, showlegend])).toEqual([
      ["reproduced", "x", true],
      ["inconclusive", "x", true],
      ["reproduced", "x2", false],
    ]);
    expect(spec.data[0]).toMatchObject({ x: [0.2], error_x: { array: [0.15], arrayminus: [0.1] } });
    const told = figures.claimForest([{ ...claim, told: "-0.30 [-0.45, -0.20] nats (<0)" }]).data[0].hovertext;
    expect([spec.data[0].hovertext, told]).toEqual([
      ["S3: 0.20 [0.10, 0.35] nats"],
      ["S3: −0.30 [−0.45, −0.20] nats (&lt;0)"],
    ]);
    expect(JSON.stringify(spec.layout.xaxis)).toContain("nats beyond the threshold, on the claimed side");
    expect(() => figures.claimForest([{ ...claim, low: 0.3 }])).toThrow(
      "low <= mean <= high must hold, got 0.3, 0.2, 0.35 (S3)",
    );
    expect(() => figures.claimForest([])).toThrow("claims must hold one");
  });
});

describe("a figure in words", () => {
  it("names axes and series, and leaves out bands", () => {
    const layout = {
      title: { text: "A <b>title</b>" },
      xaxis: { title: { text: "step" } },
      yaxis2: { title: { text: "H (nats)" } },
    };
    const data = [
      { hoverinfo: "skip", y: [1] },
      { name: "siren", y: [1, 0.123456, null] },
      {
        type: "heatmap",
        z: [
          [1, null],
          [2, 3],
        ],
      },
    ];
    expect(figures.describeFigure({ data, layout })).toBe(
      [
        "Figure: A  title. Axes: step; H (nats).",
        "siren: 2 points, first 1, last 0.123, lowest 0.123, highest 1",
        "heatmap: 2 rows of cells, lowest 1, highest 3",
      ].join("\n"),
    );
    expect(figures.describeFigure({ data: [], layout: {} })).toBe("Figure.");
  });
});

it("shows model text as characters", () => {
  expect(plainText("<a href='x'>&\n\t")).toBe("&lt;a href='x'&gt;&amp;⏎⇥");
});
