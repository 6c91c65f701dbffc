import { nucleusEntropy } from "../../../entropy/nucleus.js";
import { tokenEntropy } from "../../../entropy/token.js";
import { aggregate } from "../../../losses/aggregate.js";
import { forkingTokenMask } from "../../../masks/forking.js";
import { peakEntropyMask } from "../../../masks/peak.js";
import { quantile } from "../../../masks/quantile.js";
import type { Section } from "../section.js";

const kinds = ["inclusive", "exclusive", "below"] as const;
const distributions = [
  [0.5, 0.25, 0.15, 0.07, 0.03],
  [0.85, 0.1, 0.05],
  [0.4, 0.4, 0.2],
  [0.25, 0.25, 0.25, 0.25],
];

function nucleus(): Section {
  const rows = distributions.map((p) => {
    const logits = Float32Array.from(p, Math.log);
    const cells = kinds.map((kind) => {
      const { entropy, size } = nucleusEntropy(logits, p.length, { p: 0.8, nucleus: kind });
      return `${Number(entropy[0].toPrecision(6))} (${size[0]})`;
    });
    return [p.join(", "), tokenEntropy(logits, p.length)[0], ...cells];
  });
  return {
    title: "Which tokens are in the nucleus",
    readings:
      "SIREN's paper keeps the smallest top set whose mass reaches p (`inclusive`). Its release keeps the tokens strictly before the one that crosses p (`exclusive`), which may be none; verl's helper keeps what stays at or below p, and the top token (`below`). Entropy in nats, number of tokens kept in brackets, p = 0.8.",
    table: [["distribution", "full", ...kinds], ...rows],
    changes:
      "With `exclusive` a position whose first token, or whose first two, cross p has entropy 0 and no gradient: the regulariser acts on fewer tokens than the paper says, and the anchor is lower. Anchor and regulariser must use the same reading.",
  };
}

function padding(): Section {
  const response = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
  const padded = [...response, 1.2, 1.2];
  const within = padded.map((_, t) => (t < response.length ? 1 : 0));
  const bound = quantile(response, 0.8);
  const rows = [
    { name: "within the response", masks: peakEntropyMask([padded], { within: [within] }) },
    { name: "padding let in", masks: [padded.map((entropy) => (entropy > bound ? 1 : 0))] },
  ].map(({ name, masks }) => {
    const kept = padded.filter((_, t) => masks[0][t] === 1);
    return [name, kept.join(", "), aggregate([padded], masks, "token-mean")];
  });
  return {
    title: "Padding in the peak-entropy mask",
    readings:
      "SIREN's release compares every position of a padded row with the response's quantile; where a padded position has an entropy, it can be kept. Here no response is padded. The row is 0.1, 0.2, ..., 1.0 with two padded positions of entropy 1.2, tau = 0.8.",
    table: [["mask", "kept entropies", "mean of the kept, nats"], ...rows],
    changes:
      "The regulariser then also moves entropies that no sampled token has, the more of them the more the lengths of a batch differ.",
  };
}

function forking(): Section {
  const entropies = [[0.1, 2, 0.2, 0.3, 0.1]];
  const losses = [[1, 4, 1, 1, 1]];
  const masks = forkingTokenMask(entropies);
  const all = entropies.map((row) => row.map(() => 1));
  return {
    title: "What the forking-token mask divides by",
    readings:
      "80/20 (arXiv 2506.01939) averages the policy gradient over the kept fifth; TRL multiplies the mask in and divides by all tokens. One response of five tokens whose forking token has loss 4.",
    table: [
      ["denominator", "loss"],
      ["kept tokens (original)", aggregate(losses, masks, "token-mean")],
      ["all tokens (TRL)", aggregate(losses, masks, "token-mean", { over: all })],
    ],
    changes:
      "A factor of 1/share in the gradient's size. Adam hides most of it, gradient clipping and every added term (KL, entropy) do not.",
  };
}

export const entropySections: readonly (() => Section)[] = [nucleus, padding, forking];
