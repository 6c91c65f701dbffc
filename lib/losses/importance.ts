import { checkNumber } from "../core/check.js";
import { tokenWeights } from "./aggregate.js";
import { checkBatch, clampedLogRatio } from "./per-token.js";

/** The same tokens' log-probabilities by the trainer's own arithmetic and as the sampler reported them, nats. */
export interface SamplerInputs {
  logprobs: readonly ArrayLike<number>[];
  samplerLogprobs: readonly ArrayLike<number>[];
  masks: readonly ArrayLike<number>[];
}

/**
 * Weights that correct for a sampler whose probabilities differ from the trainer's.
 *
 * `w_t = min(exp(log pi_trainer - log pi_sampler), cap)`, constants; tokens that are not kept have weight 0. They
 * multiply the advantages (`weightAdvantages`).
 *
 * @returns one array per response
 * @throws RangeError when the shapes differ, a number is not finite, a mask is not 0/1 or `cap` is not above 0.
 * @example truncatedImportanceWeights({ logprobs: [[-1, -1]], samplerLogprobs: [[-1, -3]], masks: [[1, 1]] }) // [[1, 2]]
 * @source Yao et al. (2025), "Your efficient RL framework secretly brings you off-policy RL training": truncated importance sampling.
 */
export function truncatedImportanceWeights(
  { logprobs, samplerLogprobs, masks }: SamplerInputs,
  { cap = 2 }: { cap?: number } = {},
): Float32Array[] {
  checkBatch("truncatedImportanceWeights", masks, { logprobs, samplerLogprobs });
  checkNumber("truncatedImportanceWeights", "cap", cap, { low: 0, open: "low" });
  return masks.map((mask, i) =>
    Float32Array.from(mask, (m, t) =>
      m === 0 ? 0 : Math.min(cap, Math.exp(clampedLogRatio(logprobs[i][t], samplerLogprobs[i][t]).logRatio)),
    ),
  );
}

/**
 * How far sampler and trainer disagree on the kept tokens.
 *
 * `kl` = mean of `sampler - trainer` log-probability (k1), `k3` = its low-variance form, `largest` = the largest
 * absolute difference; nats. All are 0 where the two agree.
 *
 * @returns the three figures
 * @throws RangeError when the shapes differ, a number is not finite or a mask is not 0/1.
 * @example samplerMismatch({ logprobs: [[-1, -1]], samplerLogprobs: [[-1, -3]], masks: [[1, 1]] }).largest // 2
 * @source this project
 */
export function samplerMismatch({ logprobs, samplerLogprobs, masks }: SamplerInputs): {
  kl: number;
  k3: number;
  largest: number;
} {
  checkBatch("samplerMismatch", masks, { logprobs, samplerLogprobs });
  const out = { kl: 0, k3: 0, largest: 0 };
  tokenWeights(masks, "token-mean").forEach((row, i) => {
    row.forEach((weight, t) => {
      if (weight === 0) return;
      const d = samplerLogprobs[i][t] - logprobs[i][t];
      out.kl += weight * d;
      out.k3 += weight * (Math.exp(-d) - 1 + d);
      out.largest = Math.max(out.largest, Math.abs(d));
    });
  });
  return out;
}
