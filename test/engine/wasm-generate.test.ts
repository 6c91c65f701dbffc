import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine, GenerateOptions, Model, ModelConfig } from "../../lib/engine/types.js";
import { createWasmEngine } from "../../lib/engine/wasm/index.js";
import { buildTrie } from "../../lib/engine/wasm/trie.js";

const config: ModelConfig = { vocab: 11, d: 24, layers: 2, heads: 3, context: 40, positions: { period: 6 } };
const options: GenerateOptions = { count: 4, maxTokens: 12, endToken: 0, keys: (i, j) => [i + 1, j + 1] };

let engine: Engine;
let model: Model;
beforeAll(async () => {
  engine = await createWasmEngine();
  const small = await engine.createModel(config, { seed: 3 });
  model = await engine.createModel(
    config,
    small.parameters().map((x) => (x === 1 ? 1 : 9 * x)),
  );
  small.dispose();
});
afterAll(() => engine.dispose());

describe("wasm engine: sampling", () => {
  it("a continuation does not depend on what it was batched with", async () => {
    const prompts = Array.from({ length: 40 }, (_, i) =>
      Array.from({ length: 1 + (i % 7) }, (_, t) => (i * t + i) % 11),
    );
    const together = await model.generate(prompts, options);
    for (const i of [0, 7, 23, 39]) {
      const alone = await model.generate([prompts[i]], { ...options, keys: (_, j) => options.keys(i, j) });
      expect(alone[0]).toEqual(together[i]);
    }
  });

  it("branching from states of one trajectory equals computing every state by itself", async () => {
    const trajectory = [1, 5, 2, 7, 7, 3, 9, 4, 4, 10, 6, 2, 8, 1, 3, 5, 5, 2, 9, 6];
    const states = [4, 7, 8, 9, 16, 20].map((length) => trajectory.slice(0, length));
    const forked = [...trajectory.slice(0, 10), 2, 2, 2];
    const together = await model.generate([...states, forked], options);
    for (const [i, state] of [...states, forked].entries()) {
      const alone = await model.generate([state], { ...options, keys: (_, j) => options.keys(i, j) });
      expect(alone[0]).toEqual(together[i]);
    }
    const nodes = buildTrie([...states, forked]);
    expect(nodes.map(({ past, tokens }) => [past, tokens.length])).toEqual([
      [0, 10],
      [10, 10],
      [10, 3],
    ]);
  });

  it("a decoded token's statistics are the forward pass's, bit for bit", async () => {
    const prompts = [[1], [2, 3, 4, 5, 6, 7, 8, 9, 10], [3, 3]];
    const groups = await model.generate(prompts, { ...options, temperature: 0.8 });
    const batch = groups.flatMap((group, i) => group.map(({ tokens }) => ({ prompt: prompts[i], tokens })));
    const forward = await model.statistics(batch, { temperature: 0.8 });
    for (const [i, g] of groups.flat().entries()) {
      expect(g.logprobs).toEqual(forward.logprobs[i]);
      expect(g.entropy).toEqual(forward.entropies[i]);
      expect(g.nucleusEntropy).toEqual(forward.nucleusEntropies[i]);
    }
  });

  it("stops at the end token, at each prompt's limit, and at once for a limit of 0", async () => {
    const groups = await model.generate([[1], [2], [3]], { ...options, count: 20, maxTokens: [12, 3, 0] });
    for (const [i, group] of groups.entries()) {
      for (const { tokens, finished, logprobs } of group) {
        expect(logprobs.length).toBe(tokens.length);
        expect(tokens.indexOf(0)).toBe(finished ? tokens.length - 1 : -1);
        if (!finished) expect(tokens.length).toBe([12, 3, 0][i]);
      }
    }
  });

  // chi-square, 10 degrees of freedom: 29.6 is exceeded once in a thousand.
  it.each([
    [1, 1],
    [0.7, 1],
    [1, 0.6],
  ])("frequencies at temperature %s and top-p %s fit the distribution", async (temperature, topP) => {
    const [logits] = await model.logits([[4, 2]]);
    const z = Array.from(logits.subarray(11, 22), (x) => Math.exp(x / temperature));
    const order = z.map((_, i) => i).sort((a, b) => z[b] - z[a] || a - b);
    const total = z.reduce((a, b) => a + b, 0);
    let mass = 0;
    const kept = order.filter((i) => {
      const inside = mass < topP * total;
      if (inside) mass += z[i];
      return inside;
    });
    const n = 20_000;
    const [group] = await model.generate([[4, 2]], { ...options, count: n, maxTokens: 1, temperature, topP });
    const counts = new Array(11).fill(0);
    for (const { tokens } of group) counts[tokens[0]]++;
    let chi = 0;
    for (const i of kept) chi += (counts[i] - (n * z[i]) / mass) ** 2 / ((n * z[i]) / mass);
    expect(kept.reduce((sum, i) => sum + counts[i], 0)).toBe(n);
    expect(chi).toBeLessThan(29.6);
  });
});
