import { describe, expect, it } from "vitest";
import { SIZES, workJobs } from "../../lib/commands/bench/engine/work.js";
import { Contestant, pythonHas } from "../../lib/commands/bench/shared/contestant.js";
import { renderTable, short, shownSpread, spread } from "../../lib/commands/bench/shared/figures.js";
import type { BatchStatistics, Coefficients } from "../../lib/core/types.js";
import type { LocalLoss, Model } from "../../lib/engine/types.js";

describe("figures", () => {
  it("median and extremes", () => {
    expect(spread([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3 });
    expect(spread([4, 1])).toEqual({ median: 2.5, low: 1, high: 4 });
  });

  it("three digits that count", () => {
    expect([short(0.26789), short(1234.5), short(Number.NaN)]).toEqual(["0.268", "1235", "-"]);
    expect(shownSpread(spread([0.5, 0.25, 0.75]))).toBe("0.500 (0.250-0.750)");
  });

  it("columns stand under each other", () => {
    const text = renderTable({
      title: "T",
      columns: ["a", "long"],
      rows: [
        ["x", 1],
        ["yy", "z"],
      ],
    });
    expect(text).toBe("T\n  a   long\n  x   1.00\n  yy  z");
  });
});

describe("contestants", () => {
  const script = (body: string) => [
    "-e",
    `console.log('{"ready":"node"}'); process.stdin.once("data", (x) => { ${body} })`,
  ];

  it("answer jobs and end", async () => {
    const contestant = await Contestant.start(
      "echo",
      process.execPath,
      script("console.log(String(x)); process.exit()"),
    );
    expect(contestant.description).toBe("node");
    expect(await contestant.ask("train")).toEqual({ job: "train" });
    await contestant.close();
  });

  it("that end without an answer say what they said", async () => {
    const contestant = await Contestant.start("faulty", process.execPath, script('throw new Error("out of luck")'));
    await expect(contestant.ask("train")).rejects.toThrow(/faulty ended while train: Error: out of luck/);
    await contestant.close();
    await expect(Contestant.start("absent", "no-such-program", [])).rejects.toThrow(/absent ended while starting/);
  });

  it("a Python without a module, or no Python, has it not", () => {
    expect(pythonHas("no-such-program", "torch")).toBe(false);
  });
});

it("the work prices a token by its ratio until that is clipped", async () => {
  const losses: LocalLoss[] = [];
  const model = {
    backward: async (_batch: unknown, loss: LocalLoss) => {
      losses.push(loss);
      run(loss, 0);
    },
    step: async () => ({ gradNorm: 0, skipped: false }),
  } as unknown as Model;
  const old = -Math.log(SIZES.S.config.vocab);
  const statistics = (shift: number): BatchStatistics => ({
    logprobs: [Float32Array.of(old + 0.05 + shift, old + 0.6 + shift, old - 0.7 + shift)],
    entropies: [Float32Array.of(1, 2, 3)],
    nucleusEntropies: [new Float32Array(3)],
  });
  const run = (loss: LocalLoss, shift: number): Coefficients => loss(statistics(shift), 0);
  const jobs = workJobs(model, SIZES.S);
  const at = await jobs["train"]();
  const { dLogprob } = run(losses[0], 0);
  expect(at).not.toBe(0);
  // The advantage of response 0 is negative: a ratio above 1 + clip still counts, one below 1 - clip does not.
  const [slopes] = dLogprob as Float32Array[];
  expect(Array.from(slopes, (x) => x > 0)).toEqual([true, true, false]);
  expect(Math.abs(slopes[2])).toBe(0);
});
