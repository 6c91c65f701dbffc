import type { Masks } from "./tokens.js";
import { topShare } from "./top-share.js";

/**
 * Forking-token mask: the share of the batch's tokens with the highest entropy.
 *
 * Keeps ceil(share N) of the N tokens within; ties go to the lowest index.
 *
 * As the loss mask it divides by the kept tokens (the paper's reading). To divide by all response tokens (TRL's), leave
 * the response masks in the loss and zero the advantages elsewhere: `keepWhere(advantages, forkingTokenMask(...))`.
 *
 * @param entropies Token entropies, nats, one array `[T]` a response.
 * @param options `share` in [0, 1], default .2; `within` masks of the tokens to look at.
 * @returns Masks, 1 = kept; one a response.
 * @throws RangeError for an empty batch, a share outside [0, 1], a mask of another shape or not of 0 and 1, or an entropy that is not finite.
 * @example forkingTokenMask([[0.1, 2, 0.3], [1, 0.2]], { share: 0.4 }) // [[0, 1, 0], [1, 0]]
 * @source Wang et al. (arXiv 2506.01939, "80/20"), policy gradients of the top entropies alone; the other denominator: TRL.
 */
export function forkingTokenMask(
  entropies: readonly ArrayLike<number>[],
  { share = 0.2, within }: { share?: number; within?: readonly ArrayLike<number>[] } = {},
): Masks {
  return topShare("forkingTokenMask", "entropies", entropies, share, "batch", within);
}
