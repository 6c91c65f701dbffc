import { type RowsRequest, type RowsResult, rowStatistics } from "./rows.js";
import { statisticsKernel } from "./simd/module.js";
import { simdRowStatistics } from "./simd/rows.js";

/**
 * One pass over the rows: by the SIMD kernel where it was built and the logits are float32, otherwise in plain
 * JavaScript. A nucleus of the whole support (p = 1) asks for no search, and takes the plain road.
 */
export function passOverRows(request: RowsRequest): RowsResult {
  const { logits, nucleus } = request;
  const kernel = logits instanceof Float32Array && nucleus?.p !== 1 ? statisticsKernel() : null;
  return kernel ? simdRowStatistics(kernel, { ...request, logits: logits as Float32Array }) : rowStatistics(request);
}
