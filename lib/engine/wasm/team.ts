import type { GenerateOptions, Generation, ModelConfig } from "../types.js";
import type { MicroBatch } from "./batch.js";
import { generate } from "./generate.js";
import type { Head, Triple } from "./head.js";
import { type Helper, startHelper, together } from "./helpers.js";
import { createNetwork } from "./network.js";
import type { LaneWork, Pair } from "./protocol.js";
import {
  type CoefficientsOf,
  computeLane,
  computeStatistics,
  forget,
  LANES,
  laneBlocks,
  laneOf,
  type Replica,
  type Task,
} from "./replica.js";

/** How models run. */
export interface Settings {
  relaxed: boolean;
  workers: number;
  /** Bytes of activations that `statistics` may leave for `backward`. */
  keepBytes: number;
}

/** The main thread's replica and its helpers; every lane belongs to one of them, the first lanes to the main thread. */
export interface Team {
  main: Replica;
  settings: Settings;
  helpers: Helper[];
  shared?: { parameters: Float32Array; lanes: Float32Array };
  /** Counts changes of the parameters. */
  version: number;
}

export function createTeam(config: ModelConfig, settings: Settings): Team {
  const main = { network: createNetwork(config, settings.relaxed) };
  if (settings.workers === 1) return { main, settings, helpers: [], version: 0 };
  const { count } = main.network.shape;
  const floats = (n: number) => new Float32Array(new SharedArrayBuffer(4 * n));
  const shared = { parameters: floats(count), lanes: floats(LANES * count) };
  const setup = { config, relaxed: settings.relaxed, ...shared };
  const helpers = Array.from({ length: settings.workers - 1 }, () => startHelper(setup));
  return { main, settings, helpers, shared, version: 0 };
}

/** To be called when the main thread's parameters changed. */
export function publish(team: Team): void {
  team.version++;
  const { arena, weights, shape } = team.main.network;
  team.shared?.parameters.set(arena.floats(weights.base, shape.count));
}

function memberOf(team: Team, lane: number): number {
  return Math.floor((lane * (team.helpers.length + 1)) / LANES);
}

/** Every member's tasks, the main thread's first. */
function shares(team: Team, batches: MicroBatch[]): Task[][] {
  const out: Task[][] = Array.from({ length: team.helpers.length + 1 }, () => []);
  for (const [i, batch] of batches.entries()) out[memberOf(team, laneOf(i, batches.length))].push([i, batch]);
  return out;
}

/** Statistics of every micro-batch. */
export async function teamStatistics(team: Team, call: number, batches: MicroBatch[], head: Head): Promise<Triple[]> {
  const [own, ...others] = shares(team, batches);
  const budget = team.settings.keepBytes / (others.length + 1);
  const { version } = team;
  const answers = team.helpers.map((helper, i) =>
    helper.ask({ kind: "statistics", version, call, tasks: others[i], head, budget }),
  );
  const out: Triple[] = [];
  const rest = await together(answers, () => out.push(...computeStatistics(team.main, call, own, head, budget)));
  for (const answer of rest) if ("triples" in answer) out.push(...answer.triples);
  return out;
}

/** Adds the gradient of the micro-batches to the array at `into`, lane by lane in order. */
export async function teamGradient(
  team: Team,
  call: number,
  batches: MicroBatch[],
  head: Head,
  coefficientsOf: CoefficientsOf,
  into: number,
): Promise<void> {
  const { main, version, shared } = team;
  const { kernels, arena, shape } = main.network;
  const [own, ...others] = shares(team, batches).map((tasks) => byLane(tasks, batches.length));
  const fill = ({ lane, tasks }: LaneWork) => ({
    lane,
    tasks,
    coefficients: tasks.map(([index]) =>
      coefficientsOf(index, () => {
        throw new Error("wasm engine: helpers are given coefficients");
      }),
    ),
  });
  const answers = team.helpers.map((helper, i) =>
    helper.ask({ kind: "lanes", version, call, lanes: others[i].map(fill), head }),
  );
  const lane = laneBlocks(main.network).base;
  await together(answers, () => {
    for (const { tasks } of own) {
      computeLane(main, call, tasks, head, coefficientsOf);
      kernels.add(lane, into, shape.count);
    }
  });
  for (const work of others.flat()) {
    const at = work.lane * shape.count;
    if (shared) arena.floats(lane, shape.count).set(shared.lanes.subarray(at, at + shape.count));
    kernels.add(lane, into, shape.count);
  }
}

function byLane(tasks: Task[], count: number): LaneWork[] {
  const lanes = new Map<number, Task[]>();
  for (const task of tasks) {
    const lane = laneOf(task[0], count);
    lanes.set(lane, [...(lanes.get(lane) ?? []), task]);
  }
  return [...lanes].map(([lane, list]) => ({ lane, tasks: list, coefficients: [] }));
}

/** Continuations of every prompt, contiguous shares of them per member. */
export async function teamGenerate(
  team: Team,
  prompts: ArrayLike<number>[],
  options: GenerateOptions,
): Promise<Generation[][]> {
  const { count, keys, ...plain } = options;
  const pairs = prompts.flatMap((_, i) => Array.from({ length: count }, (_, j): Pair => [i, j]));
  const size = Math.ceil(pairs.length / (team.helpers.length + 1));
  const rest = { ...plain, count };
  const answers = team.helpers.map((helper, i) => {
    const mine = pairs.slice((i + 1) * size, (i + 2) * size);
    const theirs = mine.map(([prompt, j]) => keys(prompt, j));
    const { version } = team;
    return helper.ask({ kind: "generate", version, prompts, pairs: mine, keys: theirs, options: rest });
  });
  forget(team.main);
  const flat: Generation[] = [];
  const own = pairs.slice(0, size);
  const others = await together(answers, () =>
    flat.push(...generate(team.main.network, prompts, rest, own, (i) => keys(...pairs[i]))),
  );
  for (const answer of others) if ("generations" in answer) flat.push(...answer.generations);
  return prompts.map((_, i) => flat.slice(i * count, (i + 1) * count));
}
