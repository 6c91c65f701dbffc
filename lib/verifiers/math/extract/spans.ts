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
    const end = closerFrom(text, close, open.length);
    if (end > open.length) return { content: text.slice(open.length, end), start: 0, end: end + close.length };
  }
  return null;
}

/** The place of the next closer; an escaped dollar sign is money. */
function closerFrom(text: string, close: string, from: number): number {
  let at = text.indexOf(close, from);
  while (at > 0 && close[0] === "$" && text[at - 1] === "\\") at = text.indexOf(close, at + 1);
  return at;
}

function delimited(text: string, open: string, close: string): Span | null {
  const end = text.lastIndexOf(close);
  const start = end < 0 ? -1 : text.lastIndexOf(open, end - 1);
  return start < 0 ? null : { content: text.slice(start + 2, end), start, end: end + 2 };
}

/** The last span between unescaped dollar signs; a `$` before a digit may be money, so both ways of pairing are tried. */
function dollars(text: string): Span | null {
  const at: number[] = [];
  for (let i = text.indexOf("$"); i >= 0; i = text.indexOf("$", i + 1)) {
    if (text[i - 1] !== "\\" && text[i - 1] !== "$") at.push(i);
  }
  const even = at.length - (at.length % 2);
  const ends = at.length % 2 === 0 ? [even - 1, even - 2] : [even - 1, even];
  return ends.reduce<Span | null>((found, end) => found ?? between(text, at[end - 1], at[end]), null);
}

function between(text: string, start: number | undefined, end: number | undefined): Span | null {
  if (start === undefined || end === undefined) return null;
  const content = text.slice(start + 1, end).replace(/^\$/, "");
  const isProse = /[a-zA-Z]{3,} [a-zA-Z]{2,} [a-zA-Z]{2,}|^[,;.]|[a-z]{2,}[.,;:]?\s*$/.test(
    content.replace(/\\[a-z]+(?:\{[^{}]*\})?/g, ""),
  );
  if (content.trim() === "" || content.length > 2000 || isProse) return null;
  return { content, start, end: end + (text[end + 1] === "$" ? 2 : 1) };
}
