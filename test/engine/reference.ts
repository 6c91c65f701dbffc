import { readFileSync } from "node:fs";
import type { Coefficients, Sample } from "../../lib/core/types.js";
import { parameterBlocks } from "../../lib/engine/layout.js";
import type { HeadOptions, ModelConfig, OptimizerOptions } from "../../lib/engine/types.js";

/** What test/fixtures/make_engine_fixtures.py writes; its comment states every convention. */
export interface Reference {
  name: string;
  config: ModelConfig;
  batch: Sample[];
  logits: number[][];
  cases: (HeadOptions & {
    coefficients: { [K in keyof Coefficients]: number[][] };
    statistics: Record<"logprobs" | "entropies" | "nucleusEntropies", number[][]>;
    gradientNorm: number;
    projections: Record<string, number[]>;
    gradients?: number[];
  })[];
  step: { options: OptimizerOptions; parameters: number[] };
  laterStep: {
    options: Omit<OptimizerOptions, "clip"> & { clip: null };
    stepsBefore: number;
    projections: Record<string, number[]>;
  };
}

export const references: Reference[] = readFileSync(
  new URL("../fixtures/engine/reference.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Reference);

/** An uneven, reproducible number in [-.5, .5). */
export function wave(i: number): number {
  return ((i * 7919 + ((i * i) % 1009) * 31 + 13) % 2003) / 2003 - 0.5;
}

export function waveParameters(config: ModelConfig): Float32Array {
  return Float32Array.from(
    parameterBlocks(config).flatMap(({ name, offset, size }) =>
      Array.from({ length: size }, (_, i) => (name.includes("norm") ? 1 + 0.2 * wave(offset + i) : wave(offset + i))),
    ),
  );
}

/** Per block: its norm and its products with two waves. */
export function projections(config: ModelConfig, flat: Float32Array): Record<string, number[]> {
  return Object.fromEntries(
    parameterBlocks(config).map(({ name, offset, size }) => {
      const part = flat.subarray(offset, offset + size);
      const along = (s: number) => part.reduce((sum, x, i) => sum + x * wave(i * s + s), 0);
      return [name, [Math.sqrt(part.reduce((sum, x) => sum + x * x, 0)), along(3), along(5)]];
    }),
  );
}

/** Largest difference, relative to the largest reference value. */
export function relativeError(got: ArrayLike<number>, wanted: ArrayLike<number>): number {
  if (got.length !== wanted.length) return Infinity;
  let error = 0;
  let scale = 0;
  for (let i = 0; i < wanted.length; i++) {
    error = Math.max(error, Math.abs(got[i] - wanted[i]));
    scale = Math.max(scale, Math.abs(wanted[i]));
  }
  return Number.isNaN(error) ? Infinity : scale === 0 ? error : error / scale;
}
