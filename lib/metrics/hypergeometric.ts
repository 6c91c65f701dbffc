/** C(c, k) / C(n, k): all of k drawn are among the c. */
export function chanceOfAll(n: number, c: number, k: number): number {
  if (c < k) return 0;
  // Factor by factor over the n - c others: no binomial overflows, and c = n gives exactly 1.
  let chance = 1;
  for (let i = c + 1; i <= n; i++) chance *= 1 - k / i;
  return chance;
}
