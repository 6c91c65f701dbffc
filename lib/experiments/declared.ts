import { checkNumber, fail } from "../core/check.js";
import { evaluationOptions } from "../training/evaluate.js";
import { defaultSettings, trainingSettings } from "../training/settings.js";
import {
  type Fields,
  FN,
  fileName,
  flag,
  integer,
  list,
  number,
  oneOf,
  type Rule,
  record,
  text,
} from "./declared/rules.js";
import type { MethodDeclaration, Study } from "./types.js";

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

const place: Rule = (at, value) => {
  if (typeof value !== "object") return oneOf("start", "end", "largest", "smallest", "equal")(at, value);
  record({}, { tokens: count, step: count })(at, value);
  if (Object.keys(value as object).length !== 1) fail(FN, at, "so many tokens or so many steps, one of both", value);
};
const count: Rule = (at, value) => checkNumber(FN, at, value as number, { low: 0 });

const reading = record({ of: text, at: place });

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
  const experiments = rest.experiments.map((each) => ({
    ...each,
    // Fields keep their order, which fingerprints see.
    methods: each.methods.map((own) => ("options" in own ? own : { ...(own as MethodDeclaration), options: {} })),
    checks: each.checks ?? [],
  }));
  return { ...rest, experiments, claims };
}
