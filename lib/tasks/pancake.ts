import { checkArray, checkInteger, checkNumber, checkOneOf, fail } from "../core/check.js";
import { below, generator, shuffled } from "../core/random.js";
import type { Prompt, Sample, Split, Task } from "../core/types.js";
import { SHARES } from "./countdown.js";
import { flipped, pancakeDistances, sortedStack, stackKey } from "./pancake-distances.js";
import {
  BOS,
  DONE,
  meaningfulTokens,
  moveTokens,
  type PancakeGold,
  stackTokens,
  tokenText,
  verifyPancake,
} from "./pancake-tokens.js";

/** Which stacks are asked, and how many moves they may take. */
export interface PancakeOptions {
  /** Height of the stack, 3 to 8. */
  symbols?: number;
  /** Fewest flips that sort a prompt's stack; one difficulty each. */
  distances?: readonly number[];
  /** Moves allowed beyond the fewest. */
  slack?: number;
  /** Size of the vocabulary; what lies beyond the 2 symbols + 1 meaningful tokens is noise. None when absent. */
  vocab?: number;
  /** Longest prompt and response together; a smaller one allows fewer moves. What the moves need when absent. */
  context?: number;
}

/**
 * Pancake sorting with written-out stacks, the long task. Prompt `<s> s1 .. sn`; a move is one fork token `F_k` (turn over
 * the first k) and the n symbols of the new stack, which follow by copying; `DONE` ends at the sorted stack. With seven
 * symbols, distances 5 and 6 and no slack a response has 41 or 49 tokens, one in eight a fork, and every fork must be right.
 *
 * @throws RangeError when there are no stacks at a distance, or vocab or context is too small
 * @example pancake().maxTokens // 49
 * @example pancake({ distances: [4, 5], slack: 2 }).difficulties // ["distance4", "distance5"]
 * @source this project; the puzzle: Gates and Papadimitriou 1979, "Bounds for sorting by prefix reversal"
 */
export function pancake(options: PancakeOptions = {}): Task {
  const { symbols, distances, slack, vocab, context } = checked(options);
  const difficulties = distances.map((distance) => `distance${distance}`);
  const stride = symbols + 1;
  const room = Math.floor((context - stride - 1) / stride);
  const distanceOf = (fn: string, difficulty: string): number =>
    distances[difficulties.indexOf(checkOneOf(fn, "difficulty", difficulty, difficulties))];
  return {
    name: "pancake",
    vocab,
    endToken: DONE,
    context,
    maxTokens: context - stride,
    difficulties,
    meaningful: meaningfulTokens(symbols),
    prompts(split, { count, difficulty, seed = 0 }) {
      checkOneOf("pancake.prompts", "split", split, Object.keys(SHARES) as Split[]);
      const distance = distanceOf("pancake.prompts", difficulty);
      const stacks = stacksOf(symbols, distance, split);
      checkInteger("pancake.prompts", "count", count, 0, stacks.length);
      const chosen = shuffled(stacks, generator(seed).split("pancake", split, difficulty)).slice(0, count);
      return chosen.map((id) => promptOf(id, difficulty, Math.min(distance + slack, room)));
    },
    trace(random, difficulty, { wrongTarget = 0 } = {}) {
      checkNumber("pancake.trace", "wrongTarget", wrongTarget, { low: 0, high: 1 });
      return traceOf(random, symbols, distanceOf("pancake.trace", difficulty), wrongTarget);
    },
    verify: (prompt, tokens) => verifyPancake(prompt.gold as PancakeGold, tokens),
    forks: (tokens) => Uint8Array.from(tokens, (id, t) => (t % stride === 0 && id > DONE && id <= symbols ? 1 : 0)),
    render: (tokens) => Array.from(tokens, (id) => tokenText(id, symbols)),
  };
}

function checked({ symbols = 7, distances = [5, 6], slack = 0, vocab, context }: PancakeOptions) {
  checkInteger("pancake", "symbols", symbols, 3, 8);
  checkArray("pancake", "distances", distances);
  if (distances.length === 0) fail("pancake", "distances", "at least one distance", distances);
  const farthest = Math.max(...pancakeDistances(symbols).values());
  for (const distance of distances) checkInteger("pancake", "distances", distance, 1, farthest);
  checkInteger("pancake", "slack", slack, 0);
  const needed = meaningfulTokens(symbols);
  checkInteger("pancake", "vocab", vocab ?? needed, needed);
  const length = (moves: number): number => (symbols + 1) * (moves + 1) + 1;
  const longest = Math.max(...distances);
  checkInteger("pancake", "context", context ?? length(longest + slack), length(longest));
  return { symbols, distances, slack, vocab: vocab ?? needed, context: context ?? length(longest + slack) };
}

/** The stacks of a distance that belong to a split: a stack's hash decides, whatever the seed and the count. */
function stacksOf(symbols: number, distance: number, split: Split): string[] {
  const [from, to] = SHARES[split];
  return [...pancakeDistances(symbols)].flatMap(([key, flips]) => {
    if (flips !== distance) return [];
    const bucket = generator(0).split("pancake", key)() * 100;
    return bucket >= from && bucket < to ? [key] : [];
  });
}

function promptOf(id: string, difficulty: string, moves: number): Prompt {
  const stack = id.split(" ").map(Number);
  return { id, tokens: [BOS, ...stackTokens(stack)], difficulty, gold: { stack, moves } satisfies PancakeGold };
}

/**
 * A walk of random flips away from the sorted stack, read backwards, so that it sorts (most often in the fewest moves);
 * or, in the given share, flips that lead anywhere and end without DONE. Lengths vary by two below the distance, so that
 * DONE is learned as the sorted stack's and not as a position's.
 */
function traceOf(random: () => number, symbols: number, distance: number, anywhere: number): Sample {
  const aimless = random() < anywhere;
  const walk = walkOf(random, symbols, Math.max(1, distance - below(random, 3)));
  const start = walk.reduce(flipped, sortedStack(symbols));
  const prompt = [BOS, ...stackTokens(start)];
  if (!aimless) return { prompt, tokens: [...moveTokens(start, walk.reverse()), DONE] };
  const flips = walkOf(random, symbols, walk.length);
  const sorts = stackKey(flips.reduce(flipped, start)) === stackKey(sortedStack(symbols));
  return { prompt, tokens: [...moveTokens(start, flips), ...(sorts ? [DONE] : [])] };
}

/** Random flips, none of which undoes the one before. */
function walkOf(random: () => number, symbols: number, length: number): number[] {
  const flips: number[] = [];
  while (flips.length < length) {
    const k = 2 + below(random, symbols - 1);
    if (k !== flips[flips.length - 1]) flips.push(k);
  }
  return flips;
}
