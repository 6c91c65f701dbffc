import type { HeadOptions } from "../types.js";
import type { Activations } from "./forward.js";
import { ADD, PLAIN } from "./kernels.js";
import { matrix } from "./layer.js";
import type { Network } from "./network.js";
import { up4 } from "./shape.js";
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

// Rows whose logits are alive at a time: about half a megabyte.
function rowsAtOnce(logits: number): number {
  return Math.max(32, Math.min(512, Math.floor(131072 / logits / 4) * 4));
}

/** Calls `visit(first row, rows, address of their logits)` for every block of rows of h. */
function eachBlock(
  network: Network,
  h: number,
  rows: number,
  visit: (from: number, n: number, z: number) => void,
): void {
  const { shape, kernels, arena, packed } = network;
  const { width, logits } = shape;
  const step = rowsAtOnce(logits);
  const z = matrix(arena, Math.min(step, rows), logits);
  for (let from = 0; from < rows; from += step) {
    const n = Math.min(step, rows - from);
    kernels.gemm(h + 4 * from * width, width, packed.head, z, logits, n, logits, width, PLAIN, 0, 0);
    visit(from, n, z);
  }
}

function scratch({ shape, arena }: Network) {
  return { e: arena.alloc(shape.logits), list: arena.alloc(2 * shape.logits) };
}

/** Statistics of the target token of every row. */
export function headStatistics(network: Network, head: Head, { h, targets }: Activations, rows: number): Triple {
  const { shape, kernels, arena } = network;
  const mark = arena.mark();
  const out = [arena.alloc(rows), arena.alloc(rows), arena.alloc(rows)];
  const { e, list } = scratch(network);
  const { inverseTemperature, p, kind } = head;
  eachBlock(network, h, rows, (from, n, z) => {
    const at = 4 * from;
    kernels.headStatistics(
      ...[z, shape.logits, n, shape.vocab, targets + at, inverseTemperature, p, kind],
      ...[out[0] + at, out[1] + at, out[2] + at, e, list],
    );
  });
  const [logprob, entropy, nucleus] = out.map((address) => arena.floats(address, rows).slice());
  arena.release(mark);
  return { logprob, entropy, nucleus };
}

/** Adds the head's part of the embedding gradient and returns d loss / d h. */
export function headBackward(
  network: Network,
  head: Head,
  { h, targets }: Activations,
  c: Triple,
  into: Blocks,
): number {
  const { shape, kernels, arena, packed } = network;
  const { width, logits, vocab } = shape;
  const rows = c.logprob.length;
  const dh = matrix(arena, rows, width);
  const mark = arena.mark();
  const coefficients = [c.logprob, c.entropy, c.nucleus].map((values) => {
    const address = arena.alloc(rows);
    arena.floats(address, rows).set(values);
    return address;
  });
  const { e, list } = scratch(network);
  const step = Math.min(rowsAtOnce(logits), rows);
  const turned = matrix(arena, logits, up4(step));
  const panels = matrix(arena, step, width);
  const { inverseTemperature, p, kind } = head;
  eachBlock(network, h, rows, (from, n, z) => {
    const at = 4 * from;
    kernels.headBackward(
      ...[z, logits, n, vocab, targets + at, inverseTemperature, p, kind],
      ...[...coefficients.map((address) => address + at), e, list],
    );
    kernels.gemm(z, logits, packed.headBack, dh + at * width, width, n, width, logits, PLAIN, 0, 0);
    kernels.transpose(z, logits, n, logits, turned, up4(n));
    kernels.pack(h + at * width, width, n, width, panels);
    kernels.gemm(turned, up4(n), panels, into.embedding, width, logits, width, n, ADD, into.embedding, width);
  });
  arena.release(mark);
  return dh;
}

/** Raw logits of every row. [rows * vocab] */
export function headLogits(network: Network, h: number, rows: number): Float32Array {
  const { logits, vocab } = network.shape;
  const out = new Float32Array(rows * vocab);
  const mark = network.arena.mark();
  eachBlock(network, h, rows, (from, n, z) => {
    const block = network.arena.floats(z, n * logits);
    for (let t = 0; t < n; t++) out.set(block.subarray(t * logits, t * logits + vocab), (from + t) * vocab);
  });
  network.arena.release(mark);
  return out;
}
