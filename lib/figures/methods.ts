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
