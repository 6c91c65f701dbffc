import { checkInteger, checkNumber, checkOneOf } from "../../core/check.js";
import type { GenerateOptions, HeadOptions, ModelConfig } from "../types.js";

/** Token ids within the vocabulary. */
export function checkTokens(fn: string, argument: string, tokens: ArrayLike<number>, vocab: number): void {
  for (let t = 0; t < tokens.length; t++) checkInteger(fn, `${argument}[${t}]`, tokens[t], 0, vocab - 1);
}

/** Temperature and nucleus. */
export function checkHead(fn: string, options: HeadOptions = {}): void {
  checkNumber(fn, "options.temperature", options.temperature ?? 1, { low: 0, open: "low" });
  checkNumber(fn, "options.p", options.p ?? 0.8, { low: 0, high: 1, open: "low" });
  checkOneOf(fn, "options.nucleus", options.nucleus ?? "inclusive", ["inclusive", "exclusive", "below"]);
}

/** Prompts that leave room for their continuations. */
export function checkGenerate(config: ModelConfig, prompts: ArrayLike<number>[], options: GenerateOptions): void {
  checkHead("generate", options);
  checkInteger("generate", "options.count", options.count, 0);
  checkNumber("generate", "options.topP", options.topP ?? 1, { low: 0, high: 1, open: "low" });
  prompts.forEach((prompt, i) => {
    const limit = limitOf(options, i);
    checkInteger("generate", "options.maxTokens", limit, 0);
    checkInteger("generate", `prompts[${i}].length`, prompt.length, 1, Math.max(0, config.context - limit));
    checkTokens("generate", `prompts[${i}]`, prompt, config.vocab);
  });
}

/** Longest continuation of prompt i. */
export function limitOf({ maxTokens }: GenerateOptions, i: number): number {
  return typeof maxTokens === "number" ? maxTokens : maxTokens[i];
}
