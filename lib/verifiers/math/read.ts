/** From an answer's text to its readings: usually one value, more where the notation is ambiguous, words when it is no formula. */

import { inSymbols, namedSide, plainForm } from "./forms.js";
import { interpreted } from "./interpret.js";
import { ANSWER_LIMIT, Unreadable } from "./limits.js";
import { number } from "./node.js";
import { tree } from "./parser/index.js";
import { integer } from "./rational.js";
import { textOf } from "./text.js";
import type { MathValue } from "./values.js";

/** An answer as read. */
export interface Reading {
  /** The normalised text. */
  text: string;
  /** What it may mean, the likeliest first; empty when it is unreadable. */
  values: MathValue[];
  /** Why it is unreadable, or null. */
  failure: string | null;
}

const THOUSANDS = { thousands: true, decimalComma: false };
const LISTED = { thousands: false, decimalComma: false };
const DECIMAL_COMMA = { thousands: false, decimalComma: true };
/** A number and one letter of a unit: `14 m`, `14 m^{2}`. */
const LETTERED = /(\d) ([msgLJNW](?:\/[mshL])?)(\^(?:[23]|\{[23]\}))?$/;

/** Reads a normalised text; `named` lets `Area = 5` answer 5. Never throws. */
export function read(text: string, named = true): Reading {
  if (text.length > ANSWER_LIMIT) return { text, values: [], failure: "a text longer than the limit" };
  if (INTEGER.test(text)) return { text, values: [plainInteger(text)], failure: null };
  const failures: string[] = [];
  const values: MathValue[] = [];
  const attempt = (source: string, options: typeof THOUSANDS): void => {
    const value = tried(source, options);
    if (typeof value === "string") failures.push(value);
    else values.push(value);
  };
  const form = plainForm(text);
  attempt(form, THOUSANDS);
  if (/^-?[1-9]\d{0,2}(,\d{3})+$/.test(form)) attempt(form, LISTED);
  else if (/^-?\d+,\d+$/.test(form)) attempt(form, DECIMAL_COMMA);
  if (LETTERED.test(form)) attempt(form.replace(LETTERED, "$1\\text{ $2}$3"), THOUSANDS);
  const side = named && values.length === 0 ? namedSide(form) : null;
  if (side !== null) attempt(side, THOUSANDS);
  const words = values.length === 0 ? textOf(form) : null;
  if (words !== null) {
    const symbols = inSymbols(words);
    if (symbols !== null) attempt(symbols, THOUSANDS);
    values.push({ kind: "text", text: words });
  }
  return { text, values, failure: values.length > 0 ? null : (failures[0] ?? "nothing to read") };
}

/** Most golds and answers are integers; they need no parser. */
const INTEGER = /^-?\d{1,15}$/;

function plainInteger(text: string): MathValue {
  return { kind: "scalar", node: number(integer(Number(text))), percent: false, unit: null };
}

function tried(text: string, options: typeof THOUSANDS): MathValue | string {
  try {
    return interpreted(tree(text, options));
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}
