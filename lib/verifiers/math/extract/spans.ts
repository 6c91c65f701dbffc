/** Mathematics set off in a text: `$$..$$`, `\[..\]`, `\(..\)`, `$..$`. */

/** A piece of a text. */
export interface Span {
  content: string;
  start: number;
  end: number;
}

/** The last formula of a text, or null. Linear: each closer is searched once. */
export function lastFormula(text: string): Span | null {
  const found = [delimited(text, "\\[", "\\]"), delimited(text, "\\(", "\\)"), dollars(text)];
  return found.reduce((best, span) => (span !== null && (best === null || span.end > best.end) ? span : best), null);
}

/** The formula that begins a text, or null. */
export function firstFormula(text: string): Span | null {
  for (const [open, close] of [
    ["\\[", "\\]"],
    ["\\(", "\\)"],
    ["$$", "$$"],
    ["$", "$"],
  ] as const) {
    if (!text.startsWith(open)) continue;
    const end = text.indexOf(close, open.length);
    if (end > open.length) return { content: text.slice(open.length, end), start: 0, end: end + close.length };
  }
  return null;
}

function delimited(text: string, open: string, close: string): Span | null {
  const end = text.lastIndexOf(close);
  const start = end < 0 ? -1 : text.lastIndexOf(open, end - 1);
  return start < 0 ? null : { content: text.slice(start + 2, end), start, end: end + 2 };
}

/** The last span between unescaped dollar signs that pair up from the start; a lone `$` before a digit is money. */
function dollars(text: string): Span | null {
  const at: number[] = [];
  for (let i = text.indexOf("$"); i >= 0; i = text.indexOf("$", i + 1)) if (text[i - 1] !== "\\") at.push(i);
  if (at.length < 2) return null;
  const end = at[at.length - 1];
  let k = at.length - 2;
  if (at[k] === end - 1) k--;
  const start = at[k];
  const content = k < 0 ? "" : text.slice(start + 1, end).replace(/\$+$/, "");
  if (
    content.trim() === "" ||
    content.length > 2000 ||
    /[a-z]{3,} [a-z]{2,} [a-z]{2,}/.test(content.replace(/\\[a-z]+\{[^}]*\}/g, ""))
  )
    return null;
  return { content, start, end: end + 1 };
}
