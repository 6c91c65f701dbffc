/** LaTeX that changes the look and not the meaning, taken away. */

const LOOKS =
  /\\(?:displaystyle|textstyle|scriptstyle|limits|nolimits|left|right|middle|[bB]igg?[lrm]?|bm|mathstrut|strut|phantom|noindent|rm|bf|it|normalsize|large|Large|small|medspace|negthinspace|nonumber|notag)(?![a-zA-Z])\.?/g;
const SPACES = /(?<!\\)\\(?:[,;:> ]|q?quad|enspace(?![a-zA-Z])|thinspace(?![a-zA-Z]))|~/g;
const ASIDE = /\\(?:hspace|vspace|label|tag|color|textcolor|colorbox)\*?\s*\{[^{}]*\}/g;
/** Commands that lost a level of escaping on the way. */
const ESCAPED =
  /(?<!\\)\\\\(?=(?:frac|dfrac|sqrt|boxed|text|le|ge|leq|geq|pi|cup|infty|cdot|times|left|right|in|pm)(?![a-zA-Z]))/g;
/** `\frac` and its like after a program took the backslash and the letter for one control character. */
const swallowed = (code: number, letter: string, rest: string): [RegExp, string] => [
  new RegExp(`${String.fromCharCode(code)}(?=${rest})`, "g"),
  `\\${letter}`,
];
const SWALLOWED = [
  swallowed(12, "f", "rac|lo|box"),
  swallowed(8, "b", "oxed|inom|egin|eta|ar|ig"),
  swallowed(9, "t", "ext|imes|heta|an[^a-z]|frac|au"),
  swallowed(13, "r", "ight|ho|angle"),
];
const SPELLINGS =
  "frac:dfrac,tfrac,cfrac le:leq,leqslant ge:geq,geqslant ne:neq binom:dbinom,tbinom emptyset:varnothing {:lbrace }:rbrace [:lbrack " +
  "]:rbrack setminus:backslash,smallsetminus cdot:cdotp,ast circ:degree ldots:dots,cdots,dotsm,dotsc " +
  "text:operatorname,mathrm,textbf,textit,textrm,mbox,textnormal,hbox,textsf,texttt,mathit,mathsf mathbf:boldsymbol,underline arctan:arctg tan:tg " +
  "cot:ctg boxed:fbox,framebox phi:varphi epsilon:varepsilon theta:vartheta approx:simeq,sim,thickapprox equiv:cong " +
  "to:rightarrow,longrightarrow i:imaginaryI e:exponentialE bar:overline hat:widehat vec:overrightarrow |:vert,lvert,rvert,mid";
const RENAMED = new Map<string, string>();
for (const entry of SPELLINGS.split(" ")) {
  const [name, others] = entry.split(":");
  for (const other of others.split(",")) RENAMED.set(other, name === "|" ? "|" : `\\${name}`);
}

/** The text with the commands that a string literal swallowed put back. */
export function withBackslashes(text: string): string {
  return hasControl(text) ? SWALLOWED.reduce((out, [pattern, command]) => out.replace(pattern, command), text) : text;
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 32) return true;
  return false;
}

/** The same formula with one spelling for each command, spacing as blanks and no sizing. Linear, never throws. */
export function plainLatex(text: string): string {
  let out = text;
  if (out.includes("\\")) {
    out = (out.includes("\\begin") ? out : out.replace(ESCAPED, "\\"))
      .replace(/,\s*\\!\s*/g, ",")
      .replace(/\\!/g, "")
      .replace(LOOKS, " ")
      .replace(SPACES, " ")
      .replace(ASIDE, " ")
      .replace(/\\([a-zA-Z]+)\*?/g, (all, name: string) => RENAMED.get(name) ?? all)
      .replace(/\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![a-zA-Z]))/g, "°")
      .replace(/\\circ(?![a-zA-Z])/g, "°")
      .replace(/°\s*(?:[CF]|\\text\{\s*[CF]\s*\})$/, "°")
      .replace(/\\([%$#&])/g, "$1")
      .replace(/\\[()[\]]/g, " ")
      .replace(/\{([^{}]*)\\(over|choose)(?![a-zA-Z])([^{}]*)\}/g, (_, a: string, command: string, b: string) =>
        command === "over" ? `\\frac{${a}}{${b}}` : `\\binom{${a}}{${b}}`,
      );
  }
  return out
    .replace(/\{,\}\s*/g, ",")
    .replace(/(\d)\s*[xX]\s*10\s*\^/g, "$1\\times 10^")
    .replace(/[_^]\{?(\w{1,9})\}?\s*C_\{?(\w{1,9})\}?/g, "\\binom{$1}{$2}");
}
