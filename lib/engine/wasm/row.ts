import { limitOf } from "../inputs.js";
import type { GenerateOptions, Generation } from "../types.js";

/** One continuation in work. */
export interface Row {
  /** Index of its (prompt, continuation) pair. */
  pair: number;
  /** Index of its prompt within the group that is in work. */
  place: number;
  key: readonly [number, number];
  slot: number;
  /** Tokens whose keys and values are in the slot. */
  past: number;
  tokens: number[];
  logprobs: number[];
  entropy: number[];
  nucleus: number[];
}

/** A continuation that has not begun. */
export function newRow(pair: number, key: readonly [number, number], past: number, place: number): Row {
  return { pair, key, past, place, slot: -1, tokens: [], logprobs: [], entropy: [], nucleus: [] };
}

/** Whether a row has its last token; if so its result is stored and its slot is free again. */
export function ended(
  row: Row,
  options: Omit<GenerateOptions, "keys">,
  prompt: number,
  out: Generation[],
  free: number[],
): boolean {
  const finished = row.tokens[row.tokens.length - 1] === options.endToken;
  if (!finished && row.tokens.length < limitOf(options, prompt)) return false;
  out[row.pair] = toGeneration(row, finished);
  free.push(row.slot);
  return true;
}

/** A row's result. */
export function toGeneration(row: Row, finished: boolean): Generation {
  const { tokens, logprobs, entropy, nucleus } = row;
  return {
    tokens,
    logprobs: new Float32Array(logprobs),
    entropy: new Float32Array(entropy),
    nucleusEntropy: new Float32Array(nucleus),
    finished,
  };
}
