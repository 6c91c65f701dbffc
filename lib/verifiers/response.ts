/** Where the answer of a response stands. Linear scans only: model text meets no backtracking. */

/** Longest part of a response that is read, from its end: an answer stands last. */
export const MOST_CHARACTERS = 1 << 18;

/** A part of a response and the rule that found it. */
export interface Found {
  text: string;
  rule: string;
}

/** What follows the last `</think>`. */
export function afterThinking(response: string): string {
  const text = response.length > MOST_CHARACTERS ? response.slice(-MOST_CHARACTERS) : response;
  const thought = text.lastIndexOf("</think>");
  return thought < 0 ? text : text.slice(thought + "</think>".length);
}

/** Inside the last complete `<answer>`, or null. */
export function insideAnswer(part: string): string | null {
  const close = part.lastIndexOf("</answer>");
  const open = close < 0 ? -1 : part.lastIndexOf("<answer>", close);
  return open < 0 ? null : part.slice(open + "<answer>".length, close);
}

/** Inside the last complete `<answer>` after the thinking, else all that follows the thinking. */
export function finalPart(response: string): string {
  const part = afterThinking(response);
  return insideAnswer(part) ?? part;
}

/** Inside the last `\boxed{}`: null without one, undefined when its brace is never closed. */
export function insideBox(part: string): string | null | undefined {
  const open = part.lastIndexOf("\\boxed{");
  if (open < 0) return null;
  const start = open + "\\boxed{".length;
  for (let at = start, depth = 1; at < part.length; at++) {
    if (part[at] === "{") depth++;
    else if (part[at] === "}" && --depth === 0) return part.slice(start, at);
  }
  return undefined;
}

/** The rest of the line after the last "answer is", "answer:" or "answer =", bold marks dropped; or null. */
export function afterAnswerIs(part: string): string | null {
  const lower = part.toLowerCase();
  for (let at = lower.lastIndexOf("answer"); at >= 0; at = at > 0 ? lower.lastIndexOf("answer", at - 1) : -1) {
    const lead = /^answer[*_\s]{0,4}(?:is|:|=)[*_:\s]{0,4}/.exec(lower.slice(at, at + 24));
    if (!lead) continue;
    const start = at + lead[0].length;
    const end = part.indexOf("\n", start);
    return part.slice(start, end < 0 ? undefined : end);
  }
  return null;
}
