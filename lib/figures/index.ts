export { advantageMap } from "./advantages.js";
export { bucketPaths } from "./bucket-paths.js";
export { type BucketOptions, bucketAreas } from "./buckets.js";
export { coefficientSweep, type SweepOptions, type SweepPoint } from "./coefficients.js";
export {
  accuracyCurves,
  type CurveOptions,
  entropyCurves,
  lengthCurves,
  type Quantity,
  quantityCurves,
} from "./curves.js";
export { describeFigure } from "./describe.js";
export { type EqualAccuracyOptions, equalAccuracy } from "./equal-accuracy.js";
export { explosionCurves } from "./explosion.js";
export { claimForest, type ForestClaim } from "./forest.js";
export { type FrontierOptions, frontier } from "./frontier.js";
export { coefficientGains, type SweepGain } from "./gains.js";
export { correctnessHistogram } from "./histogram.js";
export { type HtmlOptions, standaloneHtml, writeFigurePage } from "./html.js";
export { type LadderStates, stateLadder } from "./ladder.js";
export { entropyLaw } from "./law.js";
export { type MethodStyle, methodStyles } from "./methods.js";
export { type NucleusOptions, nucleusBar } from "./nucleus.js";
export { claimOverview, type OverviewClaim } from "./overview.js";
export { finalEvaluations, type PassAtEntry, type PassAtOptions, passAtKCurves } from "./pass-at-k.js";
export { renderPng, renderSvg, writeFigure } from "./render.js";
export { type ResponseOptions, type ResponseView, tokenHeatmap } from "./response.js";
export { type RightCountOptions, rightCounts } from "./right-counts.js";
export { type SensitivityMap, sensitivityMap } from "./sensitivity.js";
export type { BandKind } from "./series.js";
export type { PlotlySpec } from "./spec.js";
export { methodStyle } from "./styles.js";
export { type TokenShares, type TokenUseOptions, tokenShares, tokenUse } from "./token-use.js";
export { explorationTree, type TreeState } from "./tree.js";
export { type ValuedResponse, valueChangeScatter, valueProfile } from "./value-profile.js";
