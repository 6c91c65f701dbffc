import { steppedCoefficient } from "../../../losses/adaptive.js";
import { type Aggregation, tokenWeights } from "../../../losses/aggregate.js";
import { klEstimate } from "../../../losses/kl.js";
import { klCovPenalty } from "../../../losses/kl-cov.js";
import { clippedSurrogate } from "../../../losses/surrogate.js";
import type { Section } from "../section.js";

function clip(): Section {
  const readings = [
    { name: "PPO .2/.2", epsLow: 0.2, epsHigh: 0.2 },
    { name: "DAPO .2/.28", epsLow: 0.2, epsHigh: 0.28 },
    { name: "FR3E, paper .22/.28", epsLow: 0.22, epsHigh: 0.28 },
    { name: "FR3E, release's script .2/.3", epsLow: 0.2, epsHigh: 0.3 },
  ];
  const slope = (ratio: number, a: number, options: object) =>
    clippedSurrogate({ logprobs: [[Math.log(ratio)]], oldLogprobs: [[0]], advantages: [[a]], masks: [[1]] }, options)
      .dLogprob[0][0];
  const rows = readings.map(({ name, ...options }) => [
    name,
    ...[1.25, 1.29].map((ratio) => slope(ratio, 1, options)),
    slope(0.79, -1, options),
  ]);
  return {
    title: "Clip bounds",
    readings:
      "d loss / d log-probability of a token at three ratios: 0 where the clip holds it. SIREN's script sets an upper bound of 0.28 that its loss does not read: in effect .2/.2.",
    table: [["bounds", "A = 1, ratio 1.25", "A = 1, ratio 1.29", "A = -1, ratio 0.79"], ...rows],
    changes:
      "Only tokens whose ratio falls between the bounds: none in the first update on a batch, few in later ones. A higher upper bound lets rare tokens grow, which keeps entropy up.",
  };
}

function aggregation(): Section {
  const masks = [new Uint8Array(2).fill(1), new Uint8Array(8).fill(1)];
  const modes: Aggregation[] = ["token-mean", "seq-mean-token-sum", "seq-mean-token-mean", "seq-mean-token-sum-norm"];
  const rows = modes.map((mode) => {
    const [short, long] = tokenWeights(masks, mode, { maxLength: 10 });
    return [mode, short[0], long[0], long[0] / short[0]];
  });
  return {
    title: "How tokens are averaged",
    readings:
      "GRPO averages over a response, then over responses; DAPO over tokens; Dr.GRPO divides by a constant length (here 10). In FR3E's release `seq-mean-token-sum` divides by each response's length, so that it is `seq-mean-token-mean`; its script uses `token-mean`. Weight of one token in a batch of a 2-token and an 8-token response.",
    table: [["aggregation", "token of the short", "token of the long", "long / short"], ...rows],
    changes:
      "With `seq-mean-token-mean` a long wrong response is pushed down less per token than a short one, and answers grow longer. The others weigh tokens alike and differ by a factor that depends on the lengths sampled.",
  };
}

function klGradient(): Section {
  const [p, q] = [
    [0.5, 0.3, 0.2],
    [0.2, 0.5, 0.3],
  ];
  const expected = (part: 0 | 1, k: "k1" | "k2" | "k3", score: (v: number) => number) =>
    p.reduce((sum, x, v) => sum + x * score(v) * klEstimate(Math.log(x), Math.log(q[v]), k)[part], 0);
  const kl = p.reduce((sum, x, v) => sum + x * Math.log(x / q[v]), 0);
  const first = (v: number) => (v === 0 ? 1 : 0) - p[0];
  const rows = (["k1", "k2", "k3"] as const).map((k) => [k, expected(0, k, () => 1), expected(1, k, first)]);
  return {
    title: "Which KL estimator, and as what",
    readings:
      "DeepSeekMath puts k3 into the loss; other releases k1 or k2. Expectations under p = (0.5, 0.3, 0.2) against (0.2, 0.5, 0.3), of the estimate and of its gradient in the first logit.",
    table: [
      ["estimator", "mean, nats", "mean gradient"],
      ["KL itself", kl, p[0] * (Math.log(p[0] / q[0]) - kl)],
      ...rows,
    ],
    changes:
      "As a number k1 and k3 are right. As a loss k1 does nothing on average, k2 is the gradient of KL(pi || ref), k3 that of KL(ref || pi).",
  };
}

function klCov(): Section {
  const at = (logprob: number) =>
    klCovPenalty({ logprobs: [[logprob]], oldLogprobs: [[-1]], selected: [[1]], masks: [[1]] });
  const rows = [-1, -0.9, -1.1].map((logprob) => {
    const { value, dLogprob } = at(logprob);
    return [logprob + 1, value, klEstimate(logprob, -1, "k3")[0], dLogprob[0][0]];
  });
  return {
    title: "KL-Cov's penalty",
    readings:
      "The paper writes a KL term on the tokens of highest covariance; the release adds `coefficient |log pi - log pi_old|`. One selected token, coefficient 1.",
    table: [["log pi - log pi_old", "penalty (release)", "k3", "derivative (release)"], ...rows],
    changes:
      "The derivative has the full coefficient however small the change, and none at 0: with one update a batch KL-Cov is exactly the loss it is put on. Compare it only where a batch is used more than once.",
  };
}

function adaptive(): Section {
  const entropies = [0.5, 0.3, 0.19, 0.15, 0.15, 0.25];
  let coefficient = 0.01;
  const rows = entropies.map((entropy, step) => {
    const next = steppedCoefficient(coefficient, entropy);
    coefficient = next.coefficient;
    return [step + 1, entropy, coefficient, next.applied];
  });
  return {
    title: "The adaptive entropy coefficient",
    readings:
      "Skywork-OR1 moves the coefficient by a fixed step and applies it only where the entropy is at or below its target; TRL's defaults are a target of 0.2 nats and steps of 0.005.",
    table: [["step", "entropy, nats", "coefficient", "applied"], ...rows],
    changes:
      "Above the target nothing is applied, so a target below the entropies of a run is no regularisation at all. TRL's default target acts only near collapse.",
  };
}

export const lossSections: readonly (() => Section)[] = [clip, aggregation, klGradient, klCov, adaptive];
