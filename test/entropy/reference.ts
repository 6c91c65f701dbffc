import { readFileSync } from "node:fs";
import { sharedPath } from "../shared.js";

const path = sharedPath("data", "reference", "official.json");

/** Values of the releases' own functions, kept beside the project; null where they are absent. */
export const official: Record<string, unknown[]> | null = path ? JSON.parse(readFileSync(path, "utf8")) : null;

/** Logits of given probabilities, one row after the other. */
export const logitsOf = (...rows: number[][]): Float32Array => Float32Array.from(rows.flat(), Math.log);

/** Largest |a - b|. */
export const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])), a.length === b.length ? 0 : Infinity);
