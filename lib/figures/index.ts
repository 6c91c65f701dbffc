export * from "./buckets.js";
export { type MethodStyle, methodStyle, methodStyles } from "./colours.js";
export { accuracyCurves, type CurveOptions, entropyCurves, lengthCurves } from "./curves.js";
export { describeFigure } from "./describe.js";
export { renderPng, renderSvg, writeFigure } from "./render.js";
export type { PlotlySpec } from "./spec.js";
