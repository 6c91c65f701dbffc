/** Colours as `#rrggbb`. */

const channels = (hex: string): number[] => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));

/** A colour `share` of the way from one hex colour to another. */
export function mix(from: string, to: string, share: number): string {
  const end = channels(to);
  const parts = channels(from).map((c, i) => Math.round(c + (end[i] - c) * share));
  return `#${parts.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
}

/** A hex colour with an opacity, as CSS. */
export const withOpacity = (hex: string, opacity: number): string => `rgba(${channels(hex).join(",")},${opacity})`;

/** So dark that no tint towards black can be told from it. */
export const isDark = (hex: string): boolean => Math.max(...channels(hex)) < 0x60;
