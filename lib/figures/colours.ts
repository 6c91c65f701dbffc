/** Every method looks the same in every figure: colour, dash and marker follow from its name alone. */

/** A method's look in every figure. */
export interface MethodStyle {
  /** How the method is called in legends. */
  label: string;
  /** Hex colour. */
  colour: string;
  /** Plotly dash: a second channel for readers who do not tell the colours apart. */
  dash: string;
  /** Plotly marker symbol. */
  symbol: string;
}

const style = (label: string, colour: string, symbol: string, dash = "solid"): MethodStyle => ({
  label,
  colour,
  symbol,
  dash,
});

/** Baselines are black and grey, exploration is in colour (Okabe-Ito for the main methods). */
export const methodStyles: Readonly<Record<string, MethodStyle>> = {
  base: style("base", "#a6a6a6", "x", "dot"),
  grpo: style("GRPO", "#6e6e6e", "square"),
  grpoPlusPlus: style("GRPO++", "#000000", "circle"),
  drGrpo: style("Dr.GRPO", "#3c4a5c", "square-open", "dash"),
  dapo: style("DAPO", "#7a6a53", "diamond-open", "dash"),
  rloo: style("RLOO", "#bda27e", "triangle-up-open", "dash"),
  gspo: style("GSPO", "#117733", "triangle-left", "dash"),
  cispo: style("CISPO", "#332288", "triangle-right", "dash"),
  maxRl: style("MaxRL", "#882255", "hexagon", "dash"),
  passAtK: style("pass@k training", "#44aa99", "star", "dash"),
  naiveEntropy: style("naive entropy", "#a0306a", "cross"),
  adaptiveEntropy: style("adaptive entropy", "#aa4499", "cross-open", "dash"),
  siren: style("SIREN", "#0072b2", "diamond"),
  fr3e: style("FR3E", "#d55e00", "triangle-up"),
  clipCov: style("Clip-Cov", "#009e73", "triangle-down", "longdash"),
  klCov: style("KL-Cov", "#56b4e9", "pentagon", "longdash"),
  entropyAdvantage: style("entropy advantage", "#e69f00", "star", "longdash"),
  forkingTokens: style("80/20 forking tokens", "#999933", "hexagon2", "longdash"),
  randomReward: style("random reward", "#5c3317", "asterisk", "dot"),
};

const BY_LENGTH = Object.keys(methodStyles).sort((a, b) => b.length - a.length);
const RAMP = ["#f2b6d6", "#cf74a6", "#a0306a", "#771a4b", "#450a2b"];
const DASHES = ["dash", "dot", "dashdot", "longdash"];
const UNKNOWN = ["#4f6d7a", "#a05195", "#665191", "#2f7f6b", "#b07d2b"];

/**
 * The look of a recipe's series. A recipe is a method's name, perhaps with a variant after it
 * (`naiveEntropy(beta=0.03)`, `fr3e-random`): variants keep the method's hue and get a dash of their own, and a coefficient
 * of the naive bonus places the series on a light-to-dark ramp (log scale, .001 to .3). Unknown names get a
 * colour that depends on the name alone.
 *
 * @throws never
 * @example methodStyle("siren").colour // "#0072b2"
 * @example methodStyle("naiveEntropy(beta=0.03)").label // "naive entropy β 0.03"
 * @source this project; colours after Okabe and Ito, Color Universal Design
 */
export function methodStyle(recipe: string): MethodStyle {
  const method = BY_LENGTH.find((name) => recipe.startsWith(name) && !/^[a-z]/.test(recipe.slice(name.length)));
  if (!method) return style(recipe, UNKNOWN[hash(recipe) % UNKNOWN.length], "circle-open", DASHES[hash(recipe) % 4]);
  const known = methodStyles[method];
  const variant = recipe
    .slice(method.length)
    .replace(/^[-_:/ (]+|\)$/g, "")
    .trim();
  if (variant === "") return known;
  const label = `${known.label} ${words(variant)}`;
  const coefficient = Number(variant.match(/(\d*\.?\d+(?:e-?\d+)?)$/i)?.[1]);
  if (method === "naiveEntropy" && coefficient > 0) return { ...known, label, colour: onRamp(coefficient) };
  const colour = mix(known.colour, "#ffffff", [0, 0.3, 0.5][hash(variant) % 3]);
  return { ...known, label, colour, dash: DASHES[(hash(variant) >>> 3) % DASHES.length] };
}

/** `noPeakMask` and `no-peak-mask` read "no peak mask"; numbers keep their form. */
const words = (variant: string): string =>
  variant
    .replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())
    .replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`)
    .replace(/[_-]+(?=[a-z])/gi, " ")
    .replace(/\bbeta *= */g, "β ")
    .replace(/ *= */g, " ")
    .trim();

function onRamp(coefficient: number): string {
  const share = Math.log(coefficient / 0.001) / Math.log(300);
  const at = Math.min(Math.max(share, 0), 1) * (RAMP.length - 1);
  const index = Math.min(Math.floor(at), RAMP.length - 2);
  return mix(RAMP[index], RAMP[index + 1], at - index);
}

const channels = (hex: string): number[] => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));

/** A colour `share` of the way from one hex colour to another. */
export function mix(from: string, to: string, share: number): string {
  const end = channels(to);
  const parts = channels(from).map((c, i) => Math.round(c + (end[i] - c) * share));
  return `#${parts.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
}

/** A hex colour with an opacity, as CSS. */
export const withOpacity = (hex: string, opacity: number): string => `rgba(${channels(hex).join(",")},${opacity})`;

/** FNV-1a: a name's place among alternatives, the same for ever. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return h;
}
