import type { MethodStyle } from "./methods.js";

const looks =
  (family: string) =>
  (name: string, colour: string, symbol: string, dash: string): MethodStyle => ({
    ...{ label: `${family} ${name}`, colour, symbol, dash },
  });
const siren = looks("SIREN");
const fr3e = looks("FR3E");

/**
 * Ablations of the two papers. Within a family the hues are far apart, since they stand in one figure; none is solid,
 * so the method itself is always the solid line.
 */
export const ablationStyles: Readonly<Record<string, MethodStyle>> = {
  sirenNoTopP: siren("no top-p", "#3fc1b8", "diamond-open", "dash"),
  sirenNoPeakMask: siren("no peak mask", "#b388eb", "square", "dash"),
  sirenNoAnchor: siren("no anchor", "#e7298a", "cross", "dot"),
  sirenAnchorOnly: siren("anchor only", "#0e6241", "triangle-up", "dashdot"),
  sirenTokenFirst: siren("token first", "#31169c", "triangle-down", "dot"),
  sirenAdaptive: siren("adaptive", "#d9a441", "pentagon", "longdash"),
  sirenLowerBound: siren("lower bound", "#6b6f1d", "hexagon", "longdash"),
  fr3eRelease: fr3e("release", "#fdae6b", "square", "dash"),
  fr3eNoModulation: fr3e("no modulation", "#4a1c05", "diamond", "dash"),
  fr3eOnlyAbove: fr3e("only above 1", "#d8b800", "triangle-down", "dashdot"),
  fr3eBarePrompt: fr3e("bare prompt", "#2171b5", "circle", "dash"),
  fr3eWithFirstReturns: fr3e("with first returns", "#c51b7d", "cross", "longdash"),
  fr3eRightOnly: fr3e("right only", "#0b5d3b", "pentagon", "dashdot"),
  "fr3e(by=surprisal)": fr3e("by surprisal", "#e57387", "star", "dot"),
  "fr3e(by=random)": fr3e("by random", "#9ecae1", "x", "dot"),
  "fr3e(by=uniform)": fr3e("by uniform", "#5ec9b8", "hexagon", "dot"),
};
