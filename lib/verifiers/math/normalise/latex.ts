/** LaTeX that changes the look and not the meaning, taken away. */

const LOOKS =
  /\\(?:displaystyle|textstyle|scriptstyle|limits|nolimits|left|right|middle|[bB]igg?[lrm]?|bm|mathstrut|strut|phantom|noindent|rm|bf|it|normalsize|large|Large|small|medspace|negthinspace|nonumber|notag)(?![a-zA-Z])\.?/g;
const SPACES = /(?<!\\)\\(?:[,;:> ]|quad(?![a-zA-Z])|qquad(?![a-zA-Z])|enspace(?![a-zA-Z])|thinspace(?![a-zA-Z]))|~/g;
/** Commands that lost a level of escaping on the way. */
const ESCAPED =
  /(?<!\\)\\\\(?=(?:frac|dfrac|sqrt|boxed|text|le|ge|leq|geq|pi|cup|infty|cdot|times|left|right|in|pm)(?![a-zA-Z]))/g;
const RENAMED: Record<string, string> = {
  dfrac: "frac",
  tfrac: "frac",
  cfrac: "frac",
  leq: "le",
  leqslant: "le",
  geq: "ge",
  geqslant: "ge",
  gt: "gt",
  lt: "lt",
  neq: "ne",
  dbinom: "binom",
  tbinom: "binom",
  varnothing: "emptyset",
  lbrace: "{",
  rbrace: "}",
  lbrack: "[",
  rbrack: "]",
  backslash: "setminus",
  smallsetminus: "setminus",
  cdotp: "cdot",
  ast: "cdot",
  lvert: "vert",
  rvert: "vert",
  mid: "vert",
  degree: "circ",
  dots: "ldots",
  cdots: "ldots",
  operatorname: "text",
  mathrm: "text",
  textbf: "text",
  textit: "text",
  textrm: "text",
  mbox: "text",
  textnormal: "text",
  hbox: "text",
  textsf: "text",
  texttt: "text",
  mathit: "text",
  mathsf: "text",
  mathbf: "mathbf",
  boldsymbol: "mathbf",
  arctg: "arctan",
  tg: "tan",
  ctg: "cot",
  fbox: "boxed",
  framebox: "boxed",
  varphi: "phi",
  varepsilon: "epsilon",
  vartheta: "theta",
  simeq: "approx",
  sim: "approx",
  thickapprox: "approx",
  cong: "equiv",
  rightarrow: "to",
  longrightarrow: "to",
  imaginaryI: "i",
  exponentialE: "e",
};

/** The same formula with one spelling for each command, spacing as blanks and no sizing. Linear, never throws. */
export function plainLatex(text: string): string {
  let out = text;
  if (out.includes("\\")) {
    out = (out.includes("\\begin") ? out : out.replace(ESCAPED, "\\"))
      .replace(/,\s*\\!\s*/g, ",")
      .replace(/\\!/g, "")
      .replace(LOOKS, " ")
      .replace(SPACES, " ")
      .replace(/\\(?:hspace|vspace|label|tag|mathstrut)\*?\{[^{}]*\}/g, " ")
      .replace(/\\([a-zA-Z]+)\*?/g, (all, name: string) => (Object.hasOwn(RENAMED, name) ? `\\${RENAMED[name]}` : all))
      .replace(/\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![a-zA-Z]))/g, "°")
      .replace(/\\circ(?![a-zA-Z])/g, "°")
      .replace(/\\([%$#&])/g, "$1")
      .replace(/\\[()[\]]/g, " ");
  }
  return out.replace(/\{,\}\s*/g, ",");
}
