import { ablationStyles } from "./ablations.js";
import { isDark, mix } from "./hex.js";
import { type MethodStyle, methodStyles } from "./methods.js";

const KNOWN: Readonly<Record<string, MethodStyle>> = { ...methodStyles, ...ablationStyles };
const BY_LENGTH = Object.keys(KNOWN).sort((a, b) => b.length - a.length);
const RAMP = ["#f2b6d6", "#cf74a6", "#a0306a", "#771a4b", "#450a2b"];
const DASHES = ["dash", "dot", "dashdot", "longdash"];
const UNKNOWN = ["#4f6d7a", "#a05195", "#665191", "#2f7f6b", "#b07d2b"];
/** What a variant's colour is mixed with, and how much of it. */
const TINTS: [string, number][] = [
  ["#ffffff", 0],
  ["#ffffff", 0.4],
  ["#000000", 0.45],
  ["#e0c020", 0.5],
  ["#7030c0", 0.5],
];
/** A black or nearly black method has no darker tint, and its greys are the baselines'. */
const DARK_TINTS: [string, number][] = [
  ["#9b7640", 0.85],
  ["#3f7f7a", 0.85],
  ["#8d5a5a", 0.85],
  ["#6d6fa8", 0.85],
  ["#5f8a3c", 0.85],
];

/**
 * The look of a recipe's series. A recipe is a method's name, perhaps with a variant after it
 * (`naiveEntropy(beta=0.03)`, `fr3e-random`): a variant is a tint of the method's colour with a dash of its own, and
 * a coefficient of the naive bonus has its place on a light-to-dark ramp (log scale, .001 to .3). Unknown names get
 * a look that depends on the name alone.
 *
 * @throws never
 * @example methodStyle("siren").colour // "#0072b2"
 * @example methodStyle("naiveEntropy(beta=0.03)").label // "naive entropy β 0.03"
 * @source this project; colours after Okabe and Ito, Color Universal Design
 */
export function methodStyle(recipe: string): MethodStyle {
  return look(recipe, 0);
}

/** The looks of recipes in one figure: as `methodStyle`, but no two the same, and colours differ while there are any. */
export function stylesOf(recipes: Iterable<string>): (recipe: string) => MethodStyle {
  const looks = new Map<string, MethodStyle>();
  const taken = new Set<string>();
  // In the order of their names: the order of rows must not decide who keeps the first look.
  for (const recipe of [...new Set(recipes)].sort()) {
    const choices = Array.from({ length: TINTS.length * DASHES.length }, (_, shift) => look(recipe, shift));
    const free = choices.find(({ colour }) => !taken.has(colour)) ?? choices.find((one) => !taken.has(pair(one)));
    const chosen = free ?? choices[0];
    taken.add(chosen.colour).add(pair(chosen));
    looks.set(recipe, chosen);
  }
  return (recipe) => looks.get(recipe) ?? methodStyle(recipe);
}

const pair = ({ colour, dash }: MethodStyle): string => `${colour} ${dash}`;

/** `shift` steps to another tint and dash; methods themselves and coefficients of the naive bonus stay as they are. */
function look(recipe: string, shift: number): MethodStyle {
  const method = BY_LENGTH.find((name) => recipe.startsWith(name) && !/^[a-z]/.test(recipe.slice(name.length)));
  const at = nameHash(recipe) + shift;
  const dash = DASHES[Math.floor(at / 5) % DASHES.length];
  if (!method) return { label: recipe, colour: UNKNOWN[at % UNKNOWN.length], symbol: "circle-open", dash };
  const known = KNOWN[method];
  const variant = recipe.slice(method.length).replace(/^[-_:/ (]+|\)$/g, "");
  if (variant.trim() === "") return known;
  const label = `${known.label} ${words(variant)}`;
  const { coefficient, more } = coefficientOf(variant);
  if (method === "naiveEntropy" && coefficient > 0) {
    return { ...known, label, colour: onRamp(coefficient), dash: more || shift ? dash : known.dash };
  }
  // A re-tuned coefficient does not make another ablation of it.
  if (method in ablationStyles && coefficient > 0 && !more && !shift) return { ...known, label };
  const tints = isDark(known.colour) ? DARK_TINTS : TINTS;
  return { ...known, label, colour: mix(known.colour, ...tints[at % tints.length]), dash };
}

/** The coefficient that a variant names (`beta=0.1`, or the number at its end), and whether it says more than that. */
function coefficientOf(variant: string): { coefficient: number; more: boolean } {
  const found =
    variant.match(/beta *= *(\d*\.?\d+(?:e-?\d+)?)/i) ??
    variant.match(/^(?:\w+ *= *)?(\d*\.?\d+(?:e-?\d+)?)/i) ??
    variant.match(/(\d*\.?\d+(?:e-?\d+)?)$/i);
  return { coefficient: Number(found?.[1]), more: found !== null && found[0].length < variant.length };
}

/** `noPeakMask` and `no-peak-mask` read "no peak mask", `on=drGrpo` reads "on Dr.GRPO"; numbers keep their form. */
function words(variant: string): string {
  const below = variant.match(/^on *= *(\w+)$/)?.[1];
  if (below) return `on ${KNOWN[below]?.label ?? below}`;
  return variant
    .replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())
    .replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`)
    .replace(/[_-]+(?=[a-z])/gi, " ")
    .replace(/[()\s-]*[()][()\s-]*/g, " ")
    .replace(/\bbeta *= */g, "β ")
    .replace(/ *= */g, " ")
    .trim();
}

function onRamp(coefficient: number): string {
  const share = Math.log(coefficient / 0.001) / Math.log(300);
  const at = Math.min(Math.max(share, 0), 1) * (RAMP.length - 1);
  const index = Math.min(Math.floor(at), RAMP.length - 2);
  return mix(RAMP[index], RAMP[index + 1], at - index);
}

/** FNV-1a: a name's place among alternatives, the same for ever. */
function nameHash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return h;
}
