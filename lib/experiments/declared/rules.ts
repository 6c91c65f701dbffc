import { checkInteger, checkNumber, checkOneOf, fail } from "../../core/check.js";

/** What a value at a place of the file must be; throws where it is something else. */
export type Rule = (at: string, value: unknown) => void;
export type Fields = Readonly<Record<string, Rule>>;

export const FN = "studyNamed";

export const text: Rule = (at, value) => {
  if (typeof value !== "string" || value.trim() === "") fail(FN, at, "a text that is not empty", value);
};

// Names of studies and bases become parts of paths.
export const fileName: Rule = (at, value) => {
  if (typeof value !== "string" || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value)) {
    fail(FN, at, "a name of letters, digits, dots and dashes", value);
  }
};

export const integer =
  (low: number): Rule =>
  (at, value) => {
    checkInteger(FN, at, value as number, low);
    // Beyond, neighbours are one and the same number.
    if (!Number.isSafeInteger(value)) fail(FN, at, `an integer up to ${Number.MAX_SAFE_INTEGER}`, value);
  };

export const number: Rule = (at, value) => checkNumber(FN, at, value as number);

export const flag: Rule = (at, value) => {
  if (typeof value !== "boolean") fail(FN, at, "true or false", value);
};

export const oneOf =
  (...names: string[]): Rule =>
  (at, value) =>
    void checkOneOf(FN, at, value, names);

export const list =
  (rule: Rule, least = 1): Rule =>
  (at, value) => {
    if (!Array.isArray(value) || value.length < least)
      fail(FN, at, least === 0 ? "a list" : "a list of at least one", value);
    for (const [i, each] of (value as unknown[]).entries()) rule(`${at}[${i}]`, each);
  };

const inside = (at: string, name: string): string => `${at}${at.endsWith(".json") ? ": " : "."}${name}`;

/** Fields that must be there and such that may; any other is a slip of the pen that would be passed over in silence. */
export const record =
  (required: Fields, optional: Fields = {}): Rule =>
  (at, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) fail(FN, at, "an object", value);
    const fields = value as Record<string, unknown>;
    const known = Object.keys({ ...required, ...optional });
    for (const name of Object.keys(fields)) checkOneOf(FN, `${at}: a field`, name, known);
    for (const [name, rule] of Object.entries(required)) rule(inside(at, name), fields[name]);
    for (const [name, rule] of Object.entries(optional)) {
      if (fields[name] !== undefined) rule(inside(at, name), fields[name]);
    }
  };
