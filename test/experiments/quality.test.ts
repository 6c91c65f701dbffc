import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { projectPath } from "../../lib/core/root.js";
import type { Policy, Prompt, Rollout } from "../../lib/core/types.js";
import { createWasmEngine } from "../../lib/engine/wasm/index.js";
import { loadBase } from "../../lib/experiments/execute.js";
import { type BaseQuality, barsOf, baseQuality } from "../../lib/experiments/quality.js";
import { valueChanges } from "../../lib/experiments/value-changes.js";
import { tinyPolicy } from "../../lib/policies/tiny.js";
import { taskNamed } from "../../lib/tasks/named.js";
import { DONE, moveTokens, stackTokens } from "../../lib/tasks/pancake-tokens.js";

const stack = [3, 2, 1, 4, 5, 6, 7];
const prompt: Prompt = { id: "", tokens: [0, ...stackTokens(stack)], difficulty: "", gold: { stack, moves: 2 } };

/** Says the right move from the prompt, a wrong one after F2, and goes on rightly from everything else. */
const scripted: Policy = {
  async generate(_prompts, { count, prefixes = [] }) {
    const flips = (said: number[]): number[] => (said[0] === 2 ? [2, 4] : [3]);
    return prefixes.flatMap((said) => {
      const tokens = [...moveTokens(stack, flips(said)), DONE].slice(said.length);
      return Array.from({ length: count }, () => rollout(tokens, false));
    });
  },
};

function rollout(tokens: number[], verdict: boolean, entropy: number[] = tokens.map(() => 0)): Rollout {
  const zeros = new Float32Array(tokens.length);
  const statistics = { logprobs: zeros, nucleusEntropy: zeros, entropy: Float32Array.from(entropy) };
  return { prompt: prompt.tokens, tokens, ...statistics, finished: true, verdict, reward: 0, group: "" };
}

describe("valueChanges", () => {
  it("finds that one fork decides, by hand: V falls from 1 to 0 at the first token of 17", async () => {
    const tokens = [...moveTokens(stack, [2, 4]), DONE];
    const entropy = tokens.map((_, t) => (t === 0 ? 1 : 0));
    const trajectory = { prompt, rollout: rollout(tokens, false, entropy) };
    const changes = await valueChanges(scripted, taskNamed("pancake"), [trajectory], { continuations: 4, seed: 1 });
    expect(changes).toEqual({ trajectories: 1, atForks: 0.5, elsewhere: 0, correlation: 1, forkCorrelation: 1 });
  });

  it("has no correlation where nothing changes", async () => {
    const trajectory = { prompt, rollout: rollout([...moveTokens(stack, [3]), DONE], true) };
    const changes = await valueChanges(scripted, taskNamed("pancake"), [trajectory], { continuations: 2, seed: 1 });
    expect(changes).toMatchObject({ atForks: 0, elsewhere: 0, correlation: null, forkCorrelation: null });
  });
});

describe("baseQuality", () => {
  it("finds the shipped bases of both tasks within their bars", async () => {
    const engine = await createWasmEngine();
    for (const name of ["countdown-2", "pancake-1"]) {
      const { config, parameters, about } = loadBase(name);
      const task = taskNamed(about["task"], config.vocab);
      const policy = tinyPolicy(await engine.createModel(config, parameters));
      const quality = await baseQuality(policy, task, { prompts: 20, trajectories: 2, continuations: 4 });
      expect(quality.task).toBe(about["task"]);
      expect(quality.bars.filter(({ met }) => !met)).toEqual([]);
      expect(quality.responses.branchPrecision).toBeGreaterThan(0.95);
      expect(quality.changes.right.trajectories).toBe(2);
      expect(Object.keys(quality.byDifficulty)).toEqual(task.difficulties);
    }
    engine.dispose();
  });

  it("has a row for every shipped base on every setting it serves, and each meets its bars", () => {
    const folder = projectPath("data", "bases");
    const files = readdirSync(folder).filter((file) => file.endsWith(".safetensors"));
    const served = files.flatMap((file) => {
      const [base] = file.split(".");
      return (base.startsWith("pancake") ? ["pancake", "pancakeFree"] : ["countdown"]).map((task) => `${base} ${task}`);
    });
    const rows: (BaseQuality & { base: string })[] = JSON.parse(readFileSync(`${folder}/quality.json`, "utf8"));
    expect(rows.map(({ base, task }) => `${base} ${task}`).sort()).toEqual(served.sort());
    for (const { base, bars, byDifficulty, ...figures } of rows) {
      expect({ base, bars }).toEqual({ base, bars: barsOf(figures, base.endsWith("-better")) });
      expect({ base, missed: bars.filter(({ met }) => !met) }).toEqual({ base, missed: [] });
      expect(Object.keys(byDifficulty)).toEqual(taskNamed(figures.task).difficulties);
    }
  });

  it("has bars that a better base may leave upwards", () => {
    const figures = { errors: 0.11, pass1: 0.5, pass32: 0.8 };
    expect(barsOf(figures, false).map(({ met }) => met)).toEqual([false, false, true]);
    expect(barsOf(figures, true).map(({ met }) => met)).toEqual([false, true, true]);
  });
});
