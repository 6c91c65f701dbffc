import { fail } from "../core/check.js";
import { checkBatch, checkMasks } from "./tokens.js";

/** What a mask kept. */
export interface KeptTokens {
  kept: number;
  /** Tokens it could have kept. */
  of: number;
  /** kept / of, 0 when there was nothing to keep. */
  share: number;
  /** Responses of which nothing was kept: they add 0 to a mean over responses. */
  emptyResponses: number;
  /** Positions kept, one list a response. */
  positions: number[][];
}

/**
 * Makes a mask inspectable: how much it kept, of how much, and where.
 *
 * @param masks 1 = kept; one array `[T]` a response.
 * @param within Masks of the tokens that could have been kept; all when absent.
 * @throws RangeError for an empty batch, masks of different shape or not of 0 and 1, or a token kept outside `within`.
 * @example keptTokens([[0, 1, 1], [0]]) // {"kept": 2, "of": 4, "share": 0.5, "emptyResponses": 1, "positions": [[1, 2], []]}
 * @source This project.
 */
export function keptTokens(masks: readonly ArrayLike<number>[], within?: readonly ArrayLike<number>[]): KeptTokens {
  const fn = "keptTokens";
  checkBatch(fn, "masks", masks, within);
  checkMasks(fn, "masks", masks);
  const positions = masks.map((row) => Array.from(row).flatMap((inside, t) => (inside ? [t] : [])));
  for (const [i, row] of positions.entries()) {
    for (const t of row) if (within && !within[i][t]) fail(fn, `masks[${i}][${t}]`, "0 outside within", masks[i][t]);
  }
  const kept = positions.reduce((sum, row) => sum + row.length, 0);
  const of = (within ?? masks).reduce((sum, row) => sum + (within ? countOf(row) : row.length), 0);
  const emptyResponses = positions.filter((row) => row.length === 0).length;
  return { kept, of, share: of === 0 ? 0 : kept / of, emptyResponses, positions };
}

function countOf(row: ArrayLike<number>): number {
  let count = 0;
  for (let t = 0; t < row.length; t++) if (row[t]) count++;
  return count;
}
