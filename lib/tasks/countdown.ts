import { checkInteger, checkNumber, checkOneOf } from "../core/check.js";
import { below, generator } from "../core/random.js";
import type { Prompt, Sample, Split, Task, TaskVerdict } from "../core/types.js";
import { type Step, verifyCountdown } from "./countdown-verdict.js";
import {
  BOS,
  EOS,
  EQUALS,
  FIRST_OPERATOR,
  GO,
  LARGEST,
  MEANINGFUL,
  NONE,
  numberToken,
  OPERATORS,
  type Operator,
  tokenText,
} from "./vocabulary.js";

export interface CountdownGold {
  target: number;
  numbers: number[];
}

const LARGEST_INPUT = 30;
const COUNT: Record<string, number> = { easy: 3, hard: 4 };
const STEP_TOKENS = 5;

/**
 * Countdown with written-out steps. Prompt `<s> target n1 n2 n3 (n4 | none) GO`; response `a op b = c` a step, then the
 * end token: 11 tokens with three numbers (*easy*), 16 with four (*hard*). Inputs 1-30, results 1-99, + - x, every
 * number used once. Operands and operators are forks, results follow: the structure that both papers describe.
 *
 * @param vocab size of the vocabulary (default 512); what lies beyond the 107 meaningful tokens is noise
 * @throws RangeError when vocab is too small
 * @example countdown().name // "countdown"
 * @source this project
 */
export function countdown({ vocab = 512 }: { vocab?: number } = {}): Task {
  checkInteger("countdown", "vocab", vocab, MEANINGFUL);
  return {
    name: "countdown",
    vocab,
    endToken: EOS,
    context: 7 + 3 * STEP_TOKENS + 1,
    maxTokens: 3 * STEP_TOKENS + 1,
    difficulties: Object.keys(COUNT),
    prompts,
    trace,
    meaningful: MEANINGFUL,
    verify: (prompt, tokens): TaskVerdict => verifyCountdown(prompt.gold as CountdownGold, tokens),
    forks: (tokens) => Uint8Array.from(tokens, (id, t) => (id !== EOS && t % STEP_TOKENS < 3 ? 1 : 0)),
    render: (tokens) => Array.from(tokens, tokenText),
  };
}

// A prompt belongs to one split for good, whatever the seed and the count: its hash decides.
export const SHARES: Record<Split, [number, number]> = { train: [0, 60], heldOut: [60, 80], confirmation: [80, 100] };

function prompts(split: Split, { count, difficulty, seed = 0 }: { count: number; difficulty: string; seed?: number }) {
  checkOneOf("countdown.prompts", "split", split, Object.keys(SHARES) as Split[]);
  checkInteger("countdown.prompts", "count", count, 0);
  const random = generator(seed).split("countdown", split, difficulty);
  const found = new Map<string, Prompt>();
  for (let tries = 0; found.size < count; tries++) {
    if (tries > 1000 * (count + 10)) {
      throw new RangeError(
        `countdown.prompts: count must be one the task can fill, got ${count} (found ${found.size})`,
      );
    }
    const { numbers, target } = draw(random, difficulty);
    const key = `${[...numbers].sort((a, b) => a - b).join(",")}=${target}`;
    const bucket = generator(0).split(key)() * 100;
    const [from, to] = SHARES[split];
    if (bucket < from || bucket >= to || found.has(key)) continue;
    found.set(key, { id: key, tokens: promptTokens(target, numbers), difficulty, gold: { target, numbers } });
  }
  return [...found.values()];
}

function trace(random: () => number, difficulty: string, { wrongTarget = 0 }: { wrongTarget?: number } = {}): Sample {
  checkNumber("countdown.trace", "wrongTarget", wrongTarget, { low: 0, high: 1 });
  const { numbers, target, steps } = draw(random, difficulty);
  const shown = random() < wrongTarget ? 1 + below(random, LARGEST) : target;
  const tokens = steps.flatMap(({ a, op, b, c }) => [
    numberToken(a),
    FIRST_OPERATOR + OPERATORS.indexOf(op),
    numberToken(b),
    EQUALS,
    numberToken(c),
  ]);
  return { prompt: promptTokens(shown, numbers), tokens: [...tokens, EOS] };
}

/** Random numbers and a random legal solution; its result is the target (hindsight), so every prompt is solvable. */
function draw(random: () => number, difficulty: string): CountdownGold & { steps: Step[] } {
  const count = COUNT[checkOneOf("countdown", "difficulty", difficulty, Object.keys(COUNT))];
  for (;;) {
    const numbers = Array.from({ length: count }, () => 1 + below(random, LARGEST_INPUT));
    const steps = solve(random, numbers);
    if (steps) return { numbers, steps, target: steps[steps.length - 1].c };
  }
}

function solve(random: () => number, numbers: number[]): Step[] | undefined {
  const left = [...numbers];
  const steps: Step[] = [];
  while (left.length > 1) {
    const step = randomStep(random, left);
    if (!step) return undefined;
    left.push(step.c);
    steps.push(step);
  }
  return steps;
}

function randomStep(random: () => number, left: number[]): Step | undefined {
  for (let tries = 0; tries < 50; tries++) {
    const i = below(random, left.length);
    const j = (i + 1 + below(random, left.length - 1)) % left.length;
    const op: Operator = OPERATORS[below(random, OPERATORS.length)];
    const [a, b] = [left[i], left[j]];
    const c = op === "+" ? a + b : op === "-" ? a - b : a * b;
    if (c < 1 || c > LARGEST) continue;
    for (const at of [Math.max(i, j), Math.min(i, j)]) left.splice(at, 1);
    return { a, op, b, c };
  }
  return undefined;
}

function promptTokens(target: number, numbers: number[]): number[] {
  const shown = numbers.map(numberToken);
  while (shown.length < 4) shown.push(NONE);
  return [BOS, numberToken(target), ...shown, GO];
}
