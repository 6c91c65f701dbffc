/** Which tokens of a distribution belong to its nucleus. */
export type Nucleus = "inclusive" | "exclusive" | "below";

/** Whether a nucleus is every token, whose entropy is the full one: nothing is then to be found. */
export function isWhole(p: number, nucleus: Nucleus): boolean {
  return nucleus !== "exclusive" && p >= 1;
}

const INDICES = 2 ** 22;

/**
 * Membership of the nucleus, row by row: 1 inside, 0 outside. Tokens by falling probability, the lower index first
 * among equals; `inclusive` up to and with the token that reaches p, `exclusive` before it, `below` while the mass is at
 * most p and always the first.
 *
 * @param probabilities [N * vocab], each row summing to 1.
 */
export function nucleusMembers(probabilities: Float32Array, vocab: number, p: number, nucleus: Nucleus): Float32Array {
  const members = new Float32Array(probabilities.length);
  const bits = new Uint32Array(probabilities.buffer, probabilities.byteOffset, probabilities.length);
  const keys = new Float64Array(vocab);
  // A token below this share has more than p before it: all that are no likelier sum to less than 1 - p.
  const least = ((1 - p) / vocab) * (1 - 1e-5);
  for (let row = 0; row < probabilities.length; row += vocab) {
    let count = 0;
    for (let i = 0; i < vocab; i++) {
      // Positive floats sort as their bits; the index rides below them.
      if (probabilities[row + i] >= least) keys[count++] = bits[row + i] * INDICES + (INDICES - 1 - i);
    }
    const sorted = keys.subarray(0, count).sort();
    const place = (key: number) => row + INDICES - 1 - (key % INDICES);
    // At p = 1 rounding must not decide who crosses: all of it is what the row comes to, added in this order.
    const goal = p < 1 ? p : sorted.reduceRight((sum, key) => sum + probabilities[place(key)], 0);
    let mass = 0;
    for (let k = count - 1; k >= 0; k--) {
      const at = place(sorted[k]);
      const before = mass;
      mass += probabilities[at];
      const inside =
        nucleus === "inclusive" ? before < goal : nucleus === "exclusive" ? mass < goal : mass <= goal || before === 0;
      if (!inside) break;
      members[at] = 1;
    }
  }
  return members;
}
