import type { Arena } from "./arena.js";
import type { Kernels } from "./kernels.js";
import type { Shape } from "./shape.js";

/** Addresses of one layer's blocks within a parameter or gradient array. */
export interface LayerBlocks {
  norm1: number;
  qkv: number;
  out: number;
  norm2: number;
  up: number;
  down: number;
}

/** Addresses of all blocks of a parameter or gradient array. */
export interface Blocks {
  base: number;
  embedding: number;
  /** Learned positions or slots. */
  positions: number;
  /** Steps; 0 when positions are learned. */
  steps: number;
  layers: LayerBlocks[];
  norm: number;
}

/** Matrices packed for products with them (`by`) and with their transposes (`back`). */
export interface Packed {
  layers: { by: Omit<LayerBlocks, "norm1" | "norm2">; back: Omit<LayerBlocks, "norm1" | "norm2"> }[];
  head: number;
  headBack: number;
}

/** Block addresses of a padded array that starts at `base`. */
export function blocksAt(shape: Shape, base: number): Blocks {
  const at = (name: string) => base + 4 * (shape.padded.get(name)?.offset ?? Number.NaN);
  const layers = Array.from({ length: shape.layers }, (_, l) => {
    const of = (name: string) => at(`layers.${l}.${name}`);
    return { norm1: of("norm1"), qkv: of("qkv"), out: of("out"), norm2: of("norm2"), up: of("up"), down: of("down") };
  });
  const positions = shape.period ? at("slots") : at("positions");
  return {
    base,
    embedding: at("embedding"),
    positions,
    steps: shape.period ? at("steps") : 0,
    layers,
    norm: at("norm"),
  };
}

const MATRICES = ["qkv", "out", "up", "down"] as const;

/** Room for the packed matrices. */
export function allocatePacked(shape: Shape, arena: Arena): Packed {
  const room = () => {
    const { width, attention, ffn } = shape;
    const sizes = { qkv: 3 * attention * width, out: attention * width, up: ffn * width, down: ffn * width };
    return Object.fromEntries(
      MATRICES.map((name) => [name, arena.alloc(sizes[name])]),
    ) as Packed["layers"][number]["by"];
  };
  const layers = Array.from({ length: shape.layers }, () => ({ by: room(), back: room() }));
  const embedding = () => arena.alloc(shape.logits * shape.width);
  return { layers, head: embedding(), headBack: embedding() };
}

/** Packs every matrix; needed once after each change of the parameters. */
export function packWeights(shape: Shape, kernels: Kernels, from: Blocks, to: Packed): void {
  const { width, attention, ffn, logits } = shape;
  const sizes = { qkv: [width, 3 * attention], out: [attention, width], up: [width, ffn], down: [ffn, width] };
  from.layers.forEach((layer, l) => {
    for (const name of MATRICES) {
      const [rows, columns] = sizes[name];
      kernels.pack(layer[name], columns, rows, columns, to.layers[l].by[name]);
      kernels.packTransposed(layer[name], columns, rows, columns, to.layers[l].back[name]);
    }
  });
  kernels.packTransposed(from.embedding, width, logits, width, to.head);
  kernels.pack(from.embedding, width, logits, width, to.headBack);
}
