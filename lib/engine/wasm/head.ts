import type { HeadOptions } from "../types.js";
import type { Activations } from "./forward.js";
import { PLAIN } from "./kernels.js";
import { matrix } from "./layer.js";
import type { Network } from "./network.js";
import { rowsAtOnce } from "./shape.js";
import { weightGradient } from "./weight-gradient.js";
import type { Blocks } from "./weights.js";

const KINDS = ["inclusive", "exclusive", "below"] as const;

/** Head options as the kernels take them. */
export interface Head {
  inverseTemperature: number;
  p: number;
  kind: number;
}

export function headOf({ temperature = 1, p = 0.8, nucleus = "inclusive" }: HeadOptions = {}): Head {
  return { inverseTemperature: 1 / temperature, p, kind: KINDS.indexOf(nucleus) };
}

/** Three numbers a row: log-probabilities, entropies, nucleus entropies, or their coefficients. */
export interface Triple {
  logprob: Float32Array;
  entropy: Float32Array;
  nucleus: Float32Array;
}

/** Calls `visit(first row, rows)` for every block of rows of h, with the block's logits at `z`. */
function eachBlock(
  { shape, kernels, packed }: Network,
  h: number,
  rows: number,
  z: number,
  visit: (from: number, n: number) => void,
): void {
  const { width, logits } = shape;
  const step = rowsAtOnce(logits);
  for (let from = 0; from < rows; from += step) {
    const n = Math.min(step, rows - from);
    kernels.gemm(h + 4 * from * width, width, packed.head, z, logits, n, logits, width, PLAIN, 0, 0);
    visit(from, n);
  }
}

function roomForBlock({ shape, arena }: Network, rows: number): number {
  return matrix(arena, Math.min(rowsAtOnce(shape.logits), rows), shape.logits);
}

function scratch({ shape, arena }: Network) {
  return { e: arena.alloc(shape.logits), list: arena.alloc(2 * shape.logits) };
}

/** Statistics of the target token of every row. Logits that are one block stay in `acts`, for `headBackward`. */
export function headStatistics(network: Network, head: Head, acts: Activations, rows: number): Triple {
  const { shape, kernels, arena } = network;
  const outer = arena.mark();
  const z = roomForBlock(network, rows);
  const inner = arena.mark();
  const out = [arena.alloc(rows), arena.alloc(rows), arena.alloc(rows)];
  const { e, list } = scratch(network);
  const { inverseTemperature, p, kind } = head;
  eachBlock(network, acts.h, rows, z, (from, n) => {
    const at = 4 * from;
    kernels.headStatistics(
      ...[z, shape.logits, n, shape.vocab, acts.targets + at, inverseTemperature, p, kind],
      ...[out[0] + at, out[1] + at, out[2] + at, e, list],
    );
  });
  const [logprob, entropy, nucleus] = out.map((address) => arena.floats(address, rows).slice());
  const kept = rows <= rowsAtOnce(shape.logits);
  if (kept) acts.logits = { z, inverseTemperature };
  arena.release(kept ? inner : outer);
  return { logprob, entropy, nucleus };
}

/** Adds the head's part of the embedding gradient and returns d loss / d h. */
export function headBackward(network: Network, head: Head, acts: Activations, c: Triple, into: Blocks): number {
  const { shape, kernels, arena, packed } = network;
  const { width, logits, vocab } = shape;
  const { h, targets } = acts;
  const rows = c.logprob.length;
  const dh = matrix(arena, rows, width);
  const mark = arena.mark();
  const coefficients = [c.logprob, c.entropy, c.nucleus].map((values) => {
    const address = arena.alloc(rows);
    arena.floats(address, rows).set(values);
    return address;
  });
  const { e, list } = scratch(network);
  const { inverseTemperature, p, kind } = head;
  const block = (from: number, n: number, z: number, factor: number) => {
    const at = 4 * from;
    kernels.headBackward(
      ...[z, logits, n, vocab, targets + at, factor, inverseTemperature, p, kind],
      ...[...coefficients.map((address) => address + at), e, list],
    );
    kernels.gemm(z, logits, packed.headBack, dh + at * width, width, n, width, logits, PLAIN, 0, 0);
    weightGradient(network, z, logits, h + at * width, width, n, into.embedding);
  };
  const read = acts.logits?.inverseTemperature === inverseTemperature ? acts.logits : undefined;
  // The logits make room for their gradient.
  acts.logits = undefined;
  if (read) block(0, rows, read.z, 1);
  else {
    const z = roomForBlock(network, rows);
    eachBlock(network, h, rows, z, (from, n) => block(from, n, z, inverseTemperature));
  }
  arena.release(mark);
  return dh;
}

/** Raw logits of every row. [rows * vocab] */
export function headLogits(network: Network, h: number, rows: number): Float32Array {
  const { logits, vocab } = network.shape;
  const out = new Float32Array(rows * vocab);
  const mark = network.arena.mark();
  const z = roomForBlock(network, rows);
  eachBlock(network, h, rows, z, (from, n) => {
    const block = network.arena.floats(z, n * logits);
    for (let t = 0; t < n; t++) out.set(block.subarray(t * logits, t * logits + vocab), (from + t) * vocab);
  });
  network.arena.release(mark);
  return out;
}
