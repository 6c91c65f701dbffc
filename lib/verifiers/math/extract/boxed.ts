/** Boxes: `\boxed{...}` and `\fbox{...}`, read from the end. */

/** One box: its content, where it stands; `closed` false when its brace never closes. */
export interface Box {
  content: string;
  start: number;
  end: number;
  closed: boolean;
}

/** The commands, and `\\boxed` after a program took its backslash or `\\b` away. */
const HEADS = ["\\boxed", "\\fbox", "\\beginboxed", "\\framebox", "\u0008oxed", "boxed{"];

/** The place and length of the last box command before a place, or null. */
function lastHead(text: string, before: number): [number, number] | null {
  for (let at = before; at > 0; ) {
    at = text.lastIndexOf("ox", at - 1);
    for (const head of at < 0 ? [] : HEADS) {
      const start = at - head.indexOf("ox");
      if (start >= 0 && start < before && text.startsWith(head, start)) return [start, head.replace("{", "").length];
    }
  }
  return null;
}

/** The last box that starts before `before`, or null. */
export function lastBox(text: string, before: number = text.length): Box | null {
  const found = lastHead(text, before);
  if (found === null) return null;
  const [start, length] = found;
  let at = start + length;
  while (text[at] === " ") at++;
  if (text[at] !== "{") {
    const token = /^(?:\\[a-zA-Z]+(?:\{[^{}]*\}|\d)*|[^\s$\\{}]+)/.exec(text.slice(at, at + 64))?.[0] ?? "";
    return { content: token, start, end: at + token.length, closed: token !== "" };
  }
  const end = closing(text, at);
  if (end < 0) return { content: text.slice(at + 1), start, end: text.length, closed: false };
  return { content: text.slice(at + 1, end), start, end: end + 1, closed: true };
}

/** The place of the brace that closes the one at `open`, or -1. Escaped braces do not count. */
export function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const c = text[i];
    if (c === "\\") i++;
    else if (c === "{") depth++;
    else if (c === "}" && --depth === 0) return i;
  }
  return -1;
}

const BETWEEN =
  /^(?:[\s,;.&$*+]|and|or|[a-zA-Z](?:_\w|_\{\w{1,9}\})?\s*=|\\(?:quad|qquad|text|mbox|textrm|[,;:!()[\]\\ ])|[{}])*$/;

/** The boxes that end at `last`, as far back as only separators (or, with `anywhere`, anything) part them; first to last. */
export function joinedBoxes(text: string, last: Box, anywhere: boolean): Box[] {
  const out = [last];
  for (let box = lastBox(text, last.start); box?.closed && out.length < 64; box = lastBox(text, box.start)) {
    const gap = text.slice(box.end, out[0].start);
    if (!anywhere && (gap.length > 60 || !BETWEEN.test(gap))) break;
    out.unshift(box);
  }
  return out;
}
