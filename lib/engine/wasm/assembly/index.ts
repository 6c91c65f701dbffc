export { gemm } from "./gemm";
export { pack, packTransposed, transpose } from "./pack";
export { rmsBackward, rmsForward } from "./norm";
export { add, adamw, embed, fill, gather, scatterAdd, sumSquares } from "./rows";
export { attentionForward } from "./attention";
export { attentionBackward } from "./attention-backward";
export { attentionRows, copyCache } from "./attention-step";
export { headBackward, headSample, headStatistics } from "./head";

/** First byte after the module's own data: memory from here on is the caller's. */
export function heapBase(): usize {
  return __heap_base;
}
