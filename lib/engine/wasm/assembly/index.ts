export { gemm, pack, packTransposed, transpose } from "./gemm";
export { rmsBackward, rmsForward } from "./norm";
export { add, adamw, embed, fill, gather, scatterAdd, sumSquares } from "./rows";
export { attentionBackward, attentionForward, attentionRows } from "./attention";
export { headBackward, headSample, headStatistics } from "./head";
