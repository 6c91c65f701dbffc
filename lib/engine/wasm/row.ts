import { limitOf } from "../inputs.js";
import type { GenerateOptions, Generation } from "../types.js";
import type { Triple } from "./head.js";

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
}

/** Statistics of the tokens that rows in work have sampled: those of a slot begin at slot * capacity. */
export interface Written extends Triple {
  capacity: number;
}

export function createWritten(slots: number, capacity: number): Written {
  const room = () => new Float32Array(slots * capacity);
  return { logprob: room(), entropy: room(), nucleus: room(), capacity };
}

/** Whether a row has its last token; if so its result is stored and its slot is free again. */
export function ended(
  row: Row,
  options: Omit<GenerateOptions, "keys">,
  prompt: number,
  written: Written,
  out: Generation[],
  free: number[],
): boolean {
  const finished = row.tokens[row.tokens.length - 1] === options.endToken;
  if (!finished && row.tokens.length < limitOf(options, prompt)) return false;
  out[row.pair] = toGeneration(row, finished, written);
  free.push(row.slot);
  return true;
}

function toGeneration({ tokens, slot }: Row, finished: boolean, written: Written): Generation {
  const from = slot * written.capacity;
  const own = (values: Float32Array) => values.slice(from, from + tokens.length);
  const { logprob, entropy, nucleus } = written;
  return { tokens, logprobs: own(logprob), entropy: own(entropy), nucleusEntropy: own(nucleus), finished };
}

/** The result where no token may follow. */
export function emptyGeneration(): Generation {
  const none = new Float32Array(0);
  return { tokens: [], logprobs: none, entropy: none, nucleusEntropy: none, finished: false };
}
