import { checkOneOf, fail } from "../core/check.js";
import { afterThinking, insideAnswer, insideBox } from "./response.js";
import type { Verdict } from "./verdict.js";

/** How texts are compared. */
export interface TextOptions {
  /** "exact": every character but the outer white space; "normalised": as `normaliseText` leaves them. Default "normalised". */
  mode?: "exact" | "normalised";
}

/**
 * Lower case, compatibility forms unified (NFKC), punctuation and the articles a, an, the dropped, white space single.
 *
 * @throws never throws.
 * @example normaliseText("The  Eiffel-Tower!") // "eiffel tower"
 * @source Rajpurkar et al. 2016, "SQuAD", section 6 (answer normalisation); a hyphen separates words here
 */
export function normaliseText(text: string): string {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .split(" ");
  return words.filter((word) => !/^(?:a|an|the)$/.test(word)).join(" ");
}

/**
 * Judges a text answer: the last `\boxed{}` inside the last `<answer>`, else that answer, else all that follows the thinking, equal to the gold
 * or to one of several golds.
 *
 * @throws RangeError when a gold is empty after normalisation; a response never throws.
 * @example verifyText("<answer>The Eiffel Tower</answer>", "eiffel tower").correct // true
 * @example verifyText("eiffel tower", ["Eiffel Tower", "tour Eiffel"], { mode: "exact" }).correct // false
 * @source this project
 */
export function verifyText(response: string, gold: string | readonly string[], options: TextOptions = {}): Verdict {
  const mode = checkOneOf("verifyText", "mode", options.mode ?? "normalised", ["exact", "normalised"] as const);
  const form = (text: string) => (mode === "exact" ? text.trim() : normaliseText(text));
  const golds = (typeof gold === "string" ? [gold] : gold).map((text) => form(String(text)));
  if (golds.length === 0 || golds.includes("")) fail("verifyText", "gold", "a text that says something", gold);
  const part = afterThinking(response);
  const tag = insideAnswer(part);
  const box = insideBox(tag ?? part);
  const rule = box !== null ? "boxed" : tag !== null ? "answer-tag" : "whole";
  const answer = (box === null ? (tag ?? part) : (box ?? "")).trim();
  const correct = golds.includes(form(answer));
  const reason = correct
    ? `the same text (${mode})`
    : answer === ""
      ? "no text"
      : `another text than the gold (${mode})`;
  return { correct, answer: answer === "" ? null : answer, rule, reason };
}
