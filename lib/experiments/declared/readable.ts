import { fail, nearest } from "../../core/check.js";
import { taskNamed } from "../../tasks/named.js";
import { type EvaluationOptions, evaluationOptions } from "../../training/evaluate.js";
import type { Comparison, Experiment, MethodDeclaration, Reading, Study } from "../types.js";

/** How far beyond a budget a reading may stand: a run's last step ends beyond it. */
const SLACK = 1.25;

type Used = [method: string, reading: Reading];

/** Every reading of the study's checks and claims is of a figure that its method's rows will have, and within its budget. */
export function checkReadings(path: string, { experiments, claims }: Study): void {
  for (const experiment of experiments) {
    for (const check of experiment.checks) checkUsed(`${path}: ${check.id}`, readingsOf(check), experiment);
  }
  for (const claim of claims) {
    const { minus, statistic } = claim;
    const band = statistic?.name === "band" ? statistic : undefined;
    const swept = band ? [...band.sweep, ...band.other].map(({ method }) => method) : [];
    const used: Used[] = [
      ...readingsOf(claim),
      ...(minus ? readingsOf(minus) : []),
      ...(band ? [band.floor, ...swept].map((method): Used => [method, band.reading]) : []),
    ];
    const own = experiments.filter(({ task }) => task === claim.task);
    for (const experiment of own) checkUsed(`${path}: ${claim.id}`, used, experiment);
  }
}

function readingsOf({ method, reading, against }: Comparison): Used[] {
  if (typeof against === "number") return [[method, reading]];
  return [[method, reading], "method" in against ? [against.method, against.reading] : [method, against]];
}

function checkUsed(where: string, used: readonly Used[], experiment: Experiment): void {
  for (const [name, reading] of used) {
    const method = experiment.methods.find((each) => each.name === name);
    if (!method) continue;
    checkBudget(where, reading, method.budgetTokens ?? experiment.budgetTokens);
    const known = fieldsOf(experiment, method, reading.at);
    const { of } = reading;
    // A recipe's own figures are free.
    if (known.includes(of) || /^extra\.[^.]+$/.test(of)) continue;
    const near = nearest(of, known);
    const rule = `a field of ${name}'s rows there${near ? ` (did you mean ${near}?)` : ""}`;
    fail("studyNamed", `${where}: of`, rule, of);
  }
}

// Beyond the budget a reading would silently be that of the end.
function checkBudget(where: string, { at }: Reading, budget: number): void {
  if (typeof at !== "object" || !("tokens" in at) || at.tokens <= SLACK * budget) return;
  fail("studyNamed", where, `read within its method's ${budget} tokens`, at.tokens);
}

const ROW = [
  ...["seed", "step", "tokens", "entropy", "nucleusEntropy", "accuracy", "allRight", "mixed", "allWrong", "length"],
  ...["clipLow", "clipHigh", "approxKl", "groupsSampled", "groupsKept", "lossValue", "gradNorm", "emptyMasks"],
  "seconds",
];
const RESPONSES = [
  ...["length", "rightLength", "perplexity", "distinct", "entropy", "nucleusEntropy", "forkEntropy", "plainEntropy"],
  ...["forkShare", "branchPrecision", "tail"],
];

/** What a reading at that place can be of. */
function fieldsOf({ task, ...experiment }: Experiment, method: MethodDeclaration, at: Reading["at"]): string[] {
  const { evaluations = experiment.evaluations, evaluationAt = {} } = method;
  const options = (own: Partial<EvaluationOptions> = {}) => evaluationOptions({ ...experiment.evaluation, ...own });
  const [start, along, end] = [options(evaluationAt.start), options(), options(evaluationAt.end)];
  const all = [
    ...(evaluations > 0 ? [start] : []),
    ...(evaluations > 2 ? [along] : []),
    ...(evaluations > 1 ? [end] : []),
  ];
  const there = at === "start" ? all.slice(0, 1) : at === "end" ? all.slice(-1) : all;
  const evaluated = there.flatMap((each) => evaluationFields(each, taskNamed(task).difficulties));
  return [...ROW, ...evaluated.map((field) => `evaluation.${field}`)];
}

function evaluationFields({ passAt, majAt, wide = 0 }: EvaluationOptions, difficulties: readonly string[]): string[] {
  const flat = [
    ...[...passAt.map((k) => `passAt.${k}`), ...majAt.map((k) => `majAt.${k}`)],
    ...["avgAt", "allRight", "allWrong", ...RESPONSES.map((name) => `responses.${name}`)],
  ];
  const doubling = wide > 0 ? Array.from({ length: Math.floor(Math.log2(wide)) + 1 }, (_, i) => 2 ** i) : [];
  return [
    ...[...flat, ...difficulties.flatMap((name) => flat.map((field) => `byDifficulty.${name}.${field}`))],
    ...(wide > 0 ? ["wide.samples", ...doubling.map((k) => `wide.passAt.${k}`)] : []),
  ];
}
