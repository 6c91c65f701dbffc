import { checkInteger } from "../core/check.js";
import type { ModelConfig } from "../engine/types.js";

/**
 * The same network with a smaller vocabulary: the first rows of its (tied) embedding. What is cut is a tail of
 * meaningless tokens; the rest of the distribution is renormalised by the softmax.
 *
 * @throws RangeError when vocab is not an integer from 1 to the network's own
 * @source this project
 */
export function cutVocabulary<B extends { config: ModelConfig; parameters: Float32Array }>(base: B, vocab: number): B {
  const { config, parameters } = base;
  checkInteger("cutVocabulary", "vocab", vocab, 1, config.vocab);
  const kept = new Float32Array(parameters.length - (config.vocab - vocab) * config.d);
  kept.set(parameters.subarray(0, vocab * config.d));
  kept.set(parameters.subarray(config.vocab * config.d), vocab * config.d);
  return { ...base, config: { ...config, vocab }, parameters: kept };
}
