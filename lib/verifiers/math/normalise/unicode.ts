/** Unicode mathematics in the ASCII and LaTeX spelling that the lexer reads. */

const SIGNS: Record<string, string> = {
  "−": "-",
  "–": "-",
  "—": "-",
  "﹣": "-",
  "‐": "-",
  "‑": "-",
  "×": "*",
  "·": "*",
  "∙": "*",
  "⋅": "*",
  "•": "*",
  "∗": "*",
  "÷": "/",
  "∕": "/",
  "⁄": "/",
  "√": "\\sqrt ",
  "∛": "\\sqrt[3] ",
  "∜": "\\sqrt[4] ",
  "∞": "\\infty ",
  "°": "^\\circ ",
  º: "^\\circ ",
  "±": "\\pm ",
  "∓": "\\mp ",
  "≤": "\\le ",
  "≥": "\\ge ",
  "⩽": "\\le ",
  "⩾": "\\ge ",
  "≠": "\\ne ",
  "≈": "\\approx ",
  "≡": "\\equiv ",
  "∈": "\\in ",
  "∪": "\\cup ",
  "∩": "\\cap ",
  "∖": "\\setminus ",
  "∅": "\\emptyset ",
  "′": "'",
  "″": "''",
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "，": ",",
  "、": ",",
  "。": ".",
  "；": ";",
  "：": ":",
  "（": "(",
  "）": ")",
  "【": "[",
  "】": "]",
  "｛": "{",
  "｝": "}",
  "⟨": "\\langle ",
  "⟩": "\\rangle ",
  "〈": "\\langle ",
  "〉": "\\rangle ",
  "⌊": "\\lfloor ",
  "⌋": "\\rfloor ",
  "⌈": "\\lceil ",
  "⌉": "\\rceil ",
  "∣": "|",
  "｜": "|",
  "…": "\\ldots ",
  "⋯": "\\ldots ",
  "→": "\\to ",
  ℝ: "\\mathbb{R}",
  ℤ: "\\mathbb{Z}",
  ℚ: "\\mathbb{Q}",
  ℕ: "\\mathbb{N}",
  ℂ: "\\mathbb{C}",
  ϕ: "\\phi ",
  "∂": "\\partial ",
  "￥": "¥",
  "∑": "\\sum ",
  "∏": "\\prod ",
  "∫": "\\int ",
  ℓ: "\\ell ",
  ℏ: "\\hbar ",
  "¢": " cents",
  ı: "i",
};
const GREEK =
  "α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega".split(
    " ",
  );
for (let i = 0; i < GREEK.length; i += 2) SIGNS[GREEK[i]] = `\\${GREEK[i + 1]} `;

const SUPER = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱ";
const SUPER_ASCII = "0123456789+-()ni";
const SUB = "₀₁₂₃₄₅₆₇₈₉₊₋₍₎";
const SUB_ASCII = "0123456789+-()";
const INVISIBLE = /[\u00ad\u2060-\u2064\u202a-\u202e\ufeff]|[\ufe00-\ufe0f]|[\u200b-\u200f]/g;
const VULGAR = /[\u00bc-\u00be\u2150-\u215e]/g;

/** Rewrites what is not ASCII; text that is ASCII already comes back untouched. Linear, never throws. */
export function asciiMath(text: string): string {
  if (!hasWide(text)) return text;
  let out = text.replace(INVISIBLE, "").replace(VULGAR, vulgar);
  out = raised(raised(out, SUPER, SUPER_ASCII, "^"), SUB, SUB_ASCII, "_");
  out = mapped(out);
  return hasWide(out) ? mapped(out.normalize("NFKC")) : out;
}

function hasWide(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 126) return true;
  return false;
}

function vulgar(sign: string): string {
  const [n, d] = sign.normalize("NFKC").split("\u2044");
  return `\\frac{${n}}{${d}}`;
}

function raised(text: string, from: string, to: string, mark: string): string {
  return text.replace(
    new RegExp(`[${from}]+`, "g"),
    (run) => `${mark}{${[...run].map((c) => to[from.indexOf(c)]).join("")}}`,
  );
}

function mapped(text: string): string {
  let out = "";
  for (const c of text) out += SIGNS[c] ?? (/\s/.test(c) ? " " : c);
  return out;
}
