import { checkMasks } from "./aggregate.js";
import { checkBatch } from "./per-token.js";
import {
  type ClipOptions,
  checkClip,
  clipped,
  clippedSurrogate,
  type SurrogateInputs,
  type SurrogateOptions,
  type SurrogateTerm,
} from "./surrogate.js";

/**
 * The kept tokens that the clip already holds: Clip-Cov does not select them (`clipped` of `clipCovMask`).
 *
 * @param inputs as `clippedSurrogate`
 * @returns masks, 1 = kept and clipped
 * @throws RangeError when the shapes differ, a number is not finite, a mask is not 0/1 or an option is out of range.
 * @example clippedMask({ logprobs: [[0, -1]], oldLogprobs: [[-1, -1]], advantages: [[1, 1]], masks: [[1, 1]] }) // [[1, 0]]
 * @source Cui et al. (arXiv 2505.22617), Clip-Cov; that clipped tokens are not selected: its release.
 */
export function clippedMask(
  { logprobs, oldLogprobs, advantages, masks }: SurrogateInputs,
  { epsLow = 0.2, epsHigh = 0.2 }: ClipOptions = {},
): Uint8Array[] {
  checkBatch("clippedMask", masks, { logprobs, oldLogprobs, advantages });
  checkClip("clippedMask", epsLow, epsHigh);
  return masks.map((mask, i) =>
    Uint8Array.from(mask, (m, t) => {
      const { clips } = clipped(advantages[i][t], logprobs[i][t], oldLogprobs[i][t], epsLow, epsHigh);
      return m === 1 && clips ? 1 : 0;
    }),
  );
}

/**
 * The clipped surrogate without the selected tokens, which still count in its means.
 *
 * `loss_t = 0` on selected tokens, so that no gradient runs through them; elsewhere as `clippedSurrogate`.
 *
 * @param inputs as `clippedSurrogate`, with `selected` (`clipCovMask`)
 * @returns as `clippedSurrogate`
 * @throws RangeError as `clippedSurrogate`, or when a selection is not 0/1.
 * @example clipCovSurrogate({ logprobs: [[-1, -1]], oldLogprobs: [[-1, -1]], advantages: [[2, 2]], masks: [[1, 1]], selected: [[0, 1]] }).value // -1
 * @source Cui et al. (arXiv 2505.22617), Clip-Cov.
 */
export function clipCovSurrogate(
  { selected, ...inputs }: SurrogateInputs & { selected: readonly ArrayLike<number>[] },
  options: SurrogateOptions = {},
): SurrogateTerm {
  checkBatch("clipCovSurrogate", inputs.masks, { selected });
  checkMasks("clipCovSurrogate", selected);
  const masks = inputs.masks.map((mask, i) => Uint8Array.from(mask, (m, t) => m * (1 - selected[i][t])));
  return clippedSurrogate({ ...inputs, masks }, { over: inputs.masks, ...options });
}
