import { checkInteger, checkNumber, checkOneOf, fail } from "../core/check.js";
import { evaluationOptions } from "../training/evaluate.js";
import { defaultSettings, trainingSettings } from "../training/settings.js";
import type { Study } from "./types.js";

/** What a value at a place of the file must be; throws where it is something else. */
type Rule = (at: string, value: unknown) => void;
type Fields = Readonly<Record<string, Rule>>;

const FN = "studyNamed";

const text: Rule = (at, value) => {
  if (typeof value !== "string" || value.trim() === "") fail(FN, at, "a text that is not empty", value);
};

// Names of studies and bases become parts of paths.
const fileName: Rule = (at, value) => {
  if (typeof value !== "string" || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value)) {
    fail(FN, at, "a name of letters, digits, dots and dashes", value);
  }
};

const integer =
  (low: number): Rule =>
  (at, value) => {
    checkInteger(FN, at, value as number, low);
    // Beyond, neighbours are one and the same number.
    if (!Number.isSafeInteger(value)) fail(FN, at, `an integer up to ${Number.MAX_SAFE_INTEGER}`, value);
  };

const number: Rule = (at, value) => checkNumber(FN, at, value as number);

const flag: Rule = (at, value) => {
  if (typeof value !== "boolean") fail(FN, at, "true or false", value);
};

const oneOf =
  (...names: string[]): Rule =>
  (at, value) =>
    void checkOneOf(FN, at, value, names);

const list =
  (rule: Rule, least = 1): Rule =>
  (at, value) => {
    if (!Array.isArray(value) || value.length < least)
      fail(FN, at, least === 0 ? "a list" : "a list of at least one", value);
    for (const [i, each] of (value as unknown[]).entries()) rule(`${at}[${i}]`, each);
  };

const inside = (at: string, name: string): string => `${at}${at.endsWith(".json") ? ": " : "."}${name}`;

/** Fields that must be there and such that may; any other is a slip of the pen that would be passed over in silence. */
const record =
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

// What these may be, the functions that take them say.
const elsewhere: Rule = () => undefined;
const anyOf = (names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, elsewhere]));

const settings: Rule = (at, value) => {
  record({}, anyOf([...Object.keys(defaultSettings), "difficulties"]))(at, value);
  trainingSettings(value as object);
};

const EVALUATION = ["split", "prompts", "samples", "passAt", "majAt", "wide", "temperature", "seed"];
const evaluation: Rule = (at, value) => {
  record({}, anyOf(EVALUATION))(at, value);
  evaluationOptions(value as object);
};

const reading = record({
  of: text,
  at: (at, value) =>
    typeof value === "object"
      ? record({}, { tokens: number, step: number })(at, value)
      : oneOf("start", "end", "largest", "smallest", "equal")(at, value),
});

const against: Rule = (at, value) => {
  if (typeof value === "number") return number(at, value);
  const methods = typeof value === "object" && value !== null && "method" in value;
  return (methods ? record({ method: text, reading }) : reading)(at, value);
};

const comparison: Fields = { method: text, reading, against, compare: oneOf("ratio", "difference") };

const check: Fields = {
  ...{ id: text, paper: oneOf("SIREN", "FR3E", "field", "both"), claim: text },
  ...comparison,
  ...{ sign: oneOf("above", "below"), threshold: number },
};

const positive: Rule = (at, value) => checkNumber(FN, at, value as number, { low: 0, open: "low" });
const sweep = list(record({ coefficient: positive, method: text }));

const statistic: Rule = (at, value) => {
  const band = typeof value === "object" && value !== null && "sweep" in value;
  const name = oneOf(band ? "band" : "law");
  return record(band ? { name, sweep, other: sweep, floor: text, reading } : { name })(at, value);
};

const task = oneOf("countdown", "pancake", "pancakeFree");

const claim = record(
  {
    ...check,
    ...{ task, unit: text, yardstick: oneOf("within a run", "per step", "equal tokens", "equal pass@1") },
  },
  { minus: record(comparison), statistic, margin: positive, published: text, controls: list(text, 0) },
);

const variant: Rule = (at, value) => fileName(at, `base${value}`);
const method = record(
  { recipe: text, name: text },
  {
    ...{ options: elsewhere, settings, evaluationAt: record({}, { start: evaluation, end: evaluation }), variant },
    ...{ budgetTokens: integer(1), steps: integer(1), evaluations: integer(0), vocab: integer(1) },
  },
);

const experiment = record(
  {
    ...{ name: text, title: text, task, bases: list(fileName), seeds: list(integer(0)), budgetTokens: integer(1) },
    ...{ settings, evaluation, evaluations: integer(0), methods: list(method) },
  },
  { checks: list(record(check), 0), evaluationByBase: flag },
);

const study = record(
  { name: fileName, version: integer(1), title: text, experiments: list(experiment) },
  { claims: list(claim, 0) },
);

/** The study of a parsed file, once every field is what it must be. */
export function declaredStudy(path: string, value: unknown): Study {
  study(path, value);
  const { claims = [], ...rest } = value as Study;
  const experiments = rest.experiments.map((each) => ({ ...each, checks: each.checks ?? [] }));
  return { ...rest, experiments, claims };
}
