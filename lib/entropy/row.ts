/** One row of logits, reduced to the sums that every entropy is made of. Internal to the folder. */

/** Sums over a row relative to its maximum: u = z - max, e = exp(u). */
export interface RowSums {
  max: number;
  /** sum_v e_v, at least 1. */
  mass: number;
  /** sum_v u_v e_v, at most 0. */
  weighted: number;
}

/** Working space for one row; kept between rows so that memory does not grow with T. */
export class RowSpace {
  /** z - max of the row, later of the candidates of a top set. */
  readonly u: Float64Array;
  /** exp(u). */
  readonly e: Float64Array;
  constructor(readonly vocab: number) {
    this.u = new Float64Array(vocab);
    this.e = new Float64Array(vocab);
  }
}

/** Fills the space with u and e of row `row` and returns the sums; throws on a row without a distribution. */
export function readRow(fn: string, logits: ArrayLike<number>, row: number, space: RowSpace, firstRow = 0): RowSums {
  const { u, e, vocab } = space;
  const start = row * vocab;
  let max = -Infinity;
  for (let v = 0; v < vocab; v++) {
    const z = logits[start + v];
    // The negated comparison also catches NaN, which no maximum would.
    if (!(z < Infinity)) failRow(fn, logits, row, vocab, firstRow);
    if (z > max) max = z;
  }
  if (max === -Infinity) failRow(fn, logits, row, vocab, firstRow);
  let mass = 0;
  let weighted = 0;
  for (let v = 0; v < vocab; v++) {
    const distance = logits[start + v] - max;
    const weight = Math.exp(distance);
    u[v] = distance;
    e[v] = weight;
    mass += weight;
    // 0 * -Infinity would be NaN; a token of probability zero adds nothing.
    if (weight > 0) weighted += distance * weight;
  }
  return { max, mass, weighted };
}

/** Entropy in nats of weights e with total `mass` and `weighted` = sum u e; never -0, never negative by rounding. */
export function entropyOf(mass: number, weighted: number): number {
  return mass > 0 ? Math.max(0, Math.log(mass) - weighted / mass) : 0;
}

/** Names the row, counted from `firstRow`, and the first value that spoils it. */
export function failRow(fn: string, logits: ArrayLike<number>, row: number, vocab: number, firstRow = 0): never {
  const number = firstRow + row;
  for (let v = 0; v < vocab; v++) {
    const z = logits[row * vocab + v];
    if (z < Infinity) continue;
    throw new RangeError(`${fn}: logits of row ${number} must be finite or -Infinity, got ${z} at column ${v}`);
  }
  throw new RangeError(`${fn}: logits of row ${number} must have at least one value above -Infinity, got none`);
}
