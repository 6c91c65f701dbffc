import { parameterBlocks } from "../layout.js";
import type { ModelConfig, ParameterBlock } from "../types.js";

/** Sizes as the kernels see them: widths rounded up to multiples of 8, padding zero everywhere. */
export interface Shape {
  config: ModelConfig;
  d: number;
  vocab: number;
  layers: number;
  heads: number;
  /** Padded width of the residual stream, of one head, of all heads, of the MLP, of the logits. */
  width: number;
  headWidth: number;
  attention: number;
  ffn: number;
  logits: number;
  /** 1 / sqrt(d / heads). */
  scale: number;
  /** Period of slot + step positions; 0 when positions are learned. */
  period: number;
  blocks: readonly ParameterBlock[];
  /** The same blocks with padded shapes and offsets, by name. */
  padded: ReadonlyMap<string, { offset: number; size: number }>;
  /** Floats of all padded blocks. */
  count: number;
  /** Pieces [flat, padded, length] that are contiguous in both layouts. */
  runs: readonly [number, number, number][];
}

export const up4 = (n: number): number => Math.ceil(n / 4) * 4;
export const up8 = (n: number): number => Math.ceil(n / 8) * 8;

/** The padded shape of a model. */
export function shapeOf(config: ModelConfig): Shape {
  const blocks = parameterBlocks(config);
  const { d, vocab, layers, heads, positions } = config;
  const headWidth = up8(d / heads);
  const sizes = {
    width: up8(d),
    headWidth,
    attention: heads * headWidth,
    ffn: up8(config.ffn ?? 4 * d),
    logits: up8(vocab),
  };
  const period = typeof positions === "object" ? positions.period : 0;
  const padded = new Map<string, { offset: number; size: number }>();
  const runs: [number, number, number][] = [];
  let count = 0;
  for (const block of blocks) {
    const size = placeBlock(block, config, sizes, count, runs);
    padded.set(block.name, { offset: count, size });
    count += size;
  }
  return {
    config,
    d,
    vocab,
    layers,
    heads,
    ...sizes,
    scale: 1 / Math.sqrt(d / heads),
    period,
    blocks,
    padded,
    count,
    runs,
  };
}

type Sizes = Pick<Shape, "width" | "headWidth" | "attention" | "ffn" | "logits">;

function placeBlock(
  block: ParameterBlock,
  config: ModelConfig,
  sizes: Sizes,
  at: number,
  runs: [number, number, number][],
): number {
  const kind = block.name.split(".").pop() ?? "";
  const [rows, columns] = block.shape.length === 1 ? [1, block.shape[0]] : block.shape;
  const perHead = config.d / config.heads;
  // Where a row and a column go: heads spread out to their padded width, everything else stays in place.
  const spread = (i: number) => Math.floor(i / perHead) * sizes.headWidth + (i % perHead);
  const rowOf = kind === "out" ? spread : (i: number) => i;
  const width = { qkv: 3 * sizes.attention, up: sizes.ffn }[kind] ?? sizes.width;
  const height = { out: sizes.attention, down: sizes.ffn, embedding: sizes.logits, qkv: sizes.width, up: sizes.width }[
    kind
  ];
  const piece = kind === "qkv" ? perHead : columns;
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j += piece) {
      const to = at + rowOf(i) * width + (kind === "qkv" ? spread(j) : j);
      pushRun(runs, block.offset + i * columns + j, to, piece);
    }
  }
  return (height ?? rows) * width;
}

function pushRun(runs: [number, number, number][], flat: number, padded: number, length: number): void {
  const last = runs.at(-1);
  if (last && last[0] + last[2] === flat && last[1] + last[2] === padded) last[2] += length;
  else runs.push([flat, padded, length]);
}

/** Flat parameters into a padded array (already zero in the padding). */
export function intoPadded(shape: Shape, flat: Float32Array, padded: Float32Array): void {
  for (const [from, to, length] of shape.runs) padded.set(flat.subarray(from, from + length), to);
}

/** The flat array of a padded one. */
export function fromPadded(shape: Shape, padded: Float32Array): Float32Array {
  const last = shape.blocks[shape.blocks.length - 1];
  const flat = new Float32Array(last.offset + last.size);
  for (const [to, from, length] of shape.runs) flat.set(padded.subarray(from, from + length), to);
  return flat;
}

/** Rows whose logits are alive at a time: about half a megabyte. */
export function rowsAtOnce(logits: number): number {
  return Math.max(32, Math.min(512, Math.floor(131072 / logits / 4) * 4));
}
