/** Where the answer of a response stands. Linear scans only: model text meets no backtracking. */

/** Longest part of a response that is read, from its end: an answer stands last. */
export const MOST_CHARACTERS = 1 << 18;

/** What follows the last `</think>`; inside the last complete `<answer>` there, if one is. */
export function finalPart(response: string): string {
  const text = response.length > MOST_CHARACTERS ? response.slice(-MOST_CHARACTERS) : response;
  const thought = text.lastIndexOf("</think>");
  const part = thought < 0 ? text : text.slice(thought + "</think>".length);
  const close = part.lastIndexOf("</answer>");
  const open = close < 0 ? -1 : part.lastIndexOf("<answer>", close);
  return open < 0 ? part : part.slice(open + "<answer>".length, close);
}
