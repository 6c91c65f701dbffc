/**
 * An effect for the reader: three decimals, two digits where it is smaller than a hundredth (0.000 where it is rounding's),
 * nothing where it is unknown.
 */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return "";
  if (Math.abs(value) < 5e-6) return "0.000";
  return Math.abs(value) < 0.01 ? String(Number(value.toPrecision(2))) : value.toFixed(3);
}

/** `[0.012, 0.050]`. */
export function shownInterval({ low, high }: { low: number; high: number }): string {
  return `[${shown(low)}, ${shown(high)}]`;
}

/** `0.031 [0.012, 0.050]`; a single base has no interval. */
export function shownEffect({ effect, low, high }: { effect: number; low: number; high: number }): string {
  return Number.isFinite(high - low) ? `${shown(effect)} ${shownInterval({ low, high })}` : shown(effect);
}

/** A p value: three decimals, never 0. */
export function shownP(p: number): string {
  return p < 0.0005 ? "<0.001" : p.toFixed(3);
}
