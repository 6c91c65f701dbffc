/** From where on a figure is a symptom. Each stands on a reason, not on the runs that it was tried on. */
export interface Thresholds {
  /** Collapse: entropy at most this share of its start (the declared check of a collapse). Default .5 */
  collapse: number;
  /** Explosion: entropy at least this many times its start, the mirror of a collapse ... Default 2 */
  explosion: number;
  /** ... and so many nats above it. Default ln 2: a token has twice as many effective choices, exp(H). */
  explosionNats: number;
  /**
   * Noise tail: entropy that the nucleus does not hold, H - H_nucleus, nats. Default .5 = h(.8): with p = .8 more than
   * the binary entropy of "nucleus or not", so the rest is uncertainty within the tail.
   */
  tailNats: number;
  /** Noise tail: meaningless tokens a response. Default .5: about two responses in five hold one. */
  tailTokens: number;
  /** Ruin: accuracy at most this share of its best. Default .5 */
  ruin: number;
  /** Learning: a smaller gain of accuracy is none. Default .02; two standard errors of 200 prompts x 32 samples are .012. */
  gain: number;
  /** Sharpening: pass@1 rises and pass@k falls by this much each. Default .03 */
  sharpening: number;
  /** Dead groups: share of groups that still teach. Default .2: the batch is a fifth, gradient noise more than double. */
  aliveGroups: number;
  /** Empty masks: responses without a kept token a kept group. Default .5 */
  emptyMasks: number;
  /** Length hacking: length at least this many times what it was. Default 1.25 */
  lengthGrowth: number;
  /** Truncation: share of responses cut off. Default .1 */
  truncated: number;
  /** Longest response, where rows hold no share of truncated ones: mean length beyond nine tenths of it counts. Default none */
  maxLength: number;
  /** Clipped-out updates: clip fractions, low and high together. Default .2: beyond what even GSPO's narrow clip takes. */
  clipped: number;
  /** Off-policy drift: approxKl, nats a token. Default .03: twice where PPO's updates are commonly stopped (1.5 x .01). */
  drift: number;
  /** The gradient norm that the optimiser clips at. Default 1, as in this library, verl and TRL. */
  gradientClip: number;
  /** Aggregation scale: median gradient norm over the clip, or the clip over it below `tinyGradient`. Default 10 */
  largeGradient: number;
  /** Median gradient norm, as a share of the clip, below which hardly a gradient is left. Default 1e-4 */
  tinyGradient: number;
  /** Median size of the loss. Default 3: a mean over tokens of standardised advantages stays below 1. */
  largeLoss: number;
  /** Steps that learning and length are given before they are judged. Default 20 */
  minSteps: number;
}

/** The thresholds where nothing else is asked for. */
export const defaultThresholds: Thresholds = {
  collapse: 0.5,
  explosion: 2,
  explosionNats: Math.LN2,
  tailNats: 0.5,
  tailTokens: 0.5,
  ruin: 0.5,
  gain: 0.02,
  sharpening: 0.03,
  aliveGroups: 0.2,
  emptyMasks: 0.5,
  lengthGrowth: 1.25,
  truncated: 0.1,
  maxLength: Number.POSITIVE_INFINITY,
  clipped: 0.2,
  drift: 0.03,
  gradientClip: 1,
  largeGradient: 10,
  tinyGradient: 1e-4,
  largeLoss: 3,
  minSteps: 20,
};
