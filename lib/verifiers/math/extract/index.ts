/** Where a response states its answer: rules in order, each a linear scan. */
import { QUALIFIED } from "../forms.js";
import { RESPONSE_LIMIT } from "../limits.js";
import { normaliseAnswer } from "../normalise/index.js";
import type { MathOptions } from "../options.js";
import { read } from "../read.js";
import { joinedBoxes, lastBox } from "./boxed.js";
import { lastNumber } from "./numbers.js";
import { announced } from "./phrases.js";
import { ending } from "./sentence.js";
import { lastFormula } from "./spans.js";

/** What was found, and the rule that found it. */
export interface Extraction {
  answer: string | null;
  rule: "boxed" | "boxes" | "tag" | "hashes" | "phrase" | "bare" | "sentence" | "number" | "formula" | "none";
  /** Why there is no answer, when there is none. */
  reason: string;
}

const BARE_LIMIT = 400;
const nothing = (rule: Extraction["rule"], reason: string): Extraction => ({ answer: null, rule, reason });

/** The text that counts: the end of a long response, after the reasoning. */
export function visible(response: string): string {
  const tail = response.length > RESPONSE_LIMIT ? response.slice(-RESPONSE_LIMIT) : response;
  const thought = tail.lastIndexOf("</think>");
  return thought < 0 ? tail : tail.slice(thought + "</think>".length);
}

/** The answer of a response by the first rule that fires; `list` when the gold has several items, so that boxes may be joined. */
export function extract(response: string, options: Required<MathOptions>, list: boolean): Extraction {
  const text = visible(response);
  const found = boxed(text, options, list) ?? tagged(text) ?? hashed(text);
  if (found !== null) return found;
  const phrase = announced(text, options.language);
  if (phrase !== null) return { answer: stated(phrase.content), rule: "phrase", reason: "" };
  const whole = bare(text);
  if (whole !== null) return whole;
  const isBrief = options.unmarked === "any" || (options.unmarked === "paragraph" && !/\n\s*\n/.test(text.trim()));
  return isBrief ? loose(text) : nothing("none", "no answer is marked");
}

function boxed(text: string, options: Required<MathOptions>, list: boolean): Extraction | null {
  const box = lastBox(text);
  if (box === null) return null;
  const later = overruled(text.slice(box.end), options);
  if (later !== null) return later;
  if (!box.closed) return nothing("boxed", "the last box is not closed");
  if (box.content.trim() === "") return nothing("boxed", "the last box is empty");
  if (list && options.boxes !== "last") {
    const boxes = joinedBoxes(text, box, options.boxes === "all");
    if (boxes.length > 1) return { answer: boxes.map((b) => b.content).join(", "), rule: "boxes", reason: "" };
  }
  return { answer: box.content, rule: "boxed", reason: "" };
}

const OPENING =
  /(?:^|\n)[\s*#]*(?:final\s+answer[\s*:]*)?(?:(?:so|thus|therefore|hence),?\s+)?(?:the\s+)?(?:final\s+)?$/i;

/** A line after the box that announces a number or a choice: the last statement counts. */
function overruled(after: string, options: Required<MathOptions>): Extraction | null {
  if (after.length < 8) return null;
  const phrase = announced(after, options.language);
  if (phrase === null || !OPENING.test(after.slice(0, phrase.start))) return null;
  const text = normaliseAnswer(phrase.content);
  return /^\(?[A-Z]\)?$|^-?[\d.,/]+$/.test(text) ? { answer: phrase.content, rule: "phrase", reason: "" } : null;
}

function tagged(text: string): Extraction | null {
  const end = text.lastIndexOf("</answer>");
  const start = text.lastIndexOf("<answer>", end < 0 ? text.length : end);
  if (start < 0) return null;
  const content = text.slice(start + "<answer>".length, end < 0 ? text.length : end);
  return content.trim() === ""
    ? nothing("tag", "the answer tag is empty")
    : { answer: content, rule: "tag", reason: "" };
}

function hashed(text: string): Extraction | null {
  const at = text.lastIndexOf("####");
  if (at < 0) return null;
  const line = text.slice(at + 4).split("\n", 1)[0];
  return /[\da-zA-Z]/.test(line) && line.length < 200 && /\d/.test(line)
    ? { answer: line, rule: "hashes", reason: "" }
    : null;
}

/** What an announcement says: itself, or the last formula or number of a longer sentence. */
function stated(content: string): string {
  if (isMath(content)) return content;
  const cut = AFTERTHOUGHT.exec(content);
  if (cut !== null && cut.index > 0 && isMath(content.slice(0, cut.index))) return content.slice(0, cut.index);
  return content.split(/\s+/).length < 4 || QUALIFIED.test(content) ? content : (loose(content).answer ?? content);
}

const AFTERTHOUGHT = /[,;]?\s+(?:because|since|as|which|where|so|when|for|that|but|not|if|rather|instead)\b|\s+\(/;

function isMath(content: string): boolean {
  const [value] = read(normaliseAnswer(content)).values;
  return value !== undefined && value.kind !== "text";
}

/** A sentence's first word, as in `So x = 5`: short ones would be read as products. */
const PROSE = /^[A-Z](?:[a-z]+|[a-z]*'[a-z]+)[,:]?\s/;

/** A response that is an answer and nothing else. */
function bare(text: string): Extraction | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > BARE_LIMIT || /\n/.test(trimmed)) return null;
  const { values } = read(normaliseAnswer(trimmed), false);
  if (values.length === 0 || (values[0].kind === "text" && !/^[^\s\d$\\]+(?: [^\s\d$\\]+){0,3}$/.test(trimmed)))
    return null;
  if (values[0].kind !== "text" && PROSE.test(trimmed)) return null;
  return { answer: trimmed, rule: "bare", reason: "" };
}

/** What the last sentence says, else the last number, both after the last formula; else that formula. */
function loose(text: string): Extraction {
  const formula = lastFormula(text);
  const tail = formula === null ? text : text.slice(formula.end);
  const said = ending(tail);
  if (said !== null && isMath(said)) return { answer: said, rule: "sentence", reason: "" };
  const number = lastNumber(tail);
  if (number !== null) return { answer: number.content, rule: "number", reason: "" };
  if (formula !== null) return { answer: formula.content, rule: "formula", reason: "" };
  return nothing("none", "no answer was found");
}
