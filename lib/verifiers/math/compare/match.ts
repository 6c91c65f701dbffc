/** Matching of unordered items: every item of one side with its own item of the other. */
import { PAIR_LIMIT } from "../limits.js";

/** Whether a perfect matching exists (augmenting paths); false when the pairs are more than the limit. */
export function matched<T>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean {
  if (a.length !== b.length) return false;
  if (a.length > 1 && a.every((x, i) => same(x, b[i]))) return true;
  if (a.length * b.length > PAIR_LIMIT) return false;
  const fits = a.map((x) => b.map((y) => same(x, y)));
  const partner = new Array<number>(b.length).fill(-1);
  const augment = (i: number, seen: Set<number>): boolean =>
    fits[i].some((fit, j) => {
      if (!fit || seen.has(j)) return false;
      seen.add(j);
      if (partner[j] >= 0 && !augment(partner[j], seen)) return false;
      partner[j] = i;
      return true;
    });
  return a.every((_, i) => augment(i, new Set()));
}

/** The items without those that repeat an earlier one. */
export function distinct<T>(items: readonly T[], same: (x: T, y: T) => boolean): T[] {
  const out: T[] = [];
  if (items.length > 40) return [...items];
  for (const item of items) if (!out.some((kept) => same(kept, item))) out.push(item);
  return out;
}
