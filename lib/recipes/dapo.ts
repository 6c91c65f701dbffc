import { overlongPenalty } from "../advantages/overlong.js";
import { checkNumber } from "../core/check.js";
import { call, part } from "./compose.js";
import { clipped, eachGroup, type GroupOptions, grpo, keepMixed } from "./group.js";
import { refillSampling } from "./parts-refill.js";
import type { Recipe } from "./types.js";

export interface DapoOptions extends GroupOptions {
  /** Rounds of sampling a step at most, the first included. */
  rounds?: number;
  /** The last share of the longest response, over which a punishment grows from 0 to -1. */
  buffer?: number;
}

/**
 * DAPO: clip-higher, token mean, uniform groups dropped and refilled, and a punishment of near-overlong responses in the
 * reward, never in the verdict.
 *
 * @throws RangeError when size or rounds is not a positive integer or buffer is outside (0, 1]
 * @example recipes.dapo().reward.map((part) => part.what) // ["signedReward()", "overlongPenalty(buffer: 0.2)"]
 * @source DAPO (arXiv 2503.14476); the dual clip is its release's (verl)
 */
export function dapo({ size = 8, rounds = 10, buffer = 0.2 }: DapoOptions = {}): Recipe {
  checkNumber("dapo", "buffer", buffer, { low: 0, high: 1, open: "low" });
  return {
    ...grpo({ size }),
    name: "dapo",
    paper: "DAPO (arXiv 2503.14476)",
    sampling: refillSampling(size, rounds, "DAPO section 3.2, dynamic sampling; rounds: release"),
    reward: [signed("DAPO section 2.4, rule-based reward"), overlong(buffer, "DAPO section 3.4, eq. 13")],
    advantage: eachGroup(true, "DAPO eq. 9, group-normalised reward"),
    keep: keepMixed("DAPO section 3.2, dynamic sampling, on verdicts"),
    surrogate: clipped(
      { epsLow: 0.2, epsHigh: 0.28, dualClip: 10, aggregation: "token-mean" },
      "DAPO sections 3.1 and 3.3, clip-higher, token-level loss; dual clip: release",
    ),
  };
}

/** +1 for right and -1 for wrong responses. */
const signed = (source: string): Recipe["reward"][number] =>
  part("signedReward()", source, ({ rollouts }) => rollouts.map(({ verdict }) => (verdict ? 1 : -1)));

/** Adds the punishment of responses that come near the task's longest. */
const overlong = (buffer: number, source: string): Recipe["reward"][number] =>
  part(call("overlongPenalty", { buffer }), source, ({ rollouts }, { maxLength }) =>
    rollouts.map(
      ({ reward, tokens }) =>
        reward + overlongPenalty(tokens.length, { maxLength, buffer: Math.max(1, Math.round(buffer * maxLength)) }),
    ),
  );
