import type { BatchStatistics, Coefficients, Sample } from "../../core/types.js";
import * as inputs from "../inputs.js";
import type { HeadOptions, LocalLoss, Model, ModelConfig } from "../types.js";
import { type MicroBatch, microBatches } from "./batch.js";
import { forward } from "./forward.js";
import { headLogits, headOf, type Triple } from "./head.js";
import { loadParameters, persistent } from "./network.js";
import { adamwStep, type Optimizer, readState, writeState } from "./optimizer.js";
import { append, pack, split } from "./ragged.js";
import { forget, laneBlocks } from "./replica.js";
import { fromPadded } from "./shape.js";
import { createTeam, publish, type Settings, type Team, teamGenerate, teamGradient, teamStatistics } from "./team.js";

interface State {
  config: ModelConfig;
  team: Team;
  optimizer?: Optimizer;
  /** The last batch whose statistics were taken, while its activations may still be there. */
  last?: { batch: readonly Sample[]; batches: MicroBatch[] };
  /** Counts batches. */
  call: number;
}

/** A model; its arithmetic is done here and by helper threads. */
export function createModel(
  config: ModelConfig,
  parameters: Float32Array | { seed: number },
  settings: Settings,
): Model {
  const team = createTeam(config, settings);
  const state: State = { config, team, call: 0 };
  const { network } = team.main;
  const { shape, arena, kernels, weights } = network;
  const setParameters = (flat: Float32Array) => {
    clear(state);
    loadParameters(network, flat);
    publish(team);
  };
  setParameters(inputs.parametersFrom(config, parameters));
  return {
    config,
    blocks: shape.blocks,
    parameters: () => fromPadded(shape, arena.floats(weights.base, shape.count)),
    setParameters(flat) {
      inputs.checkParameters("setParameters", config, flat);
      setParameters(flat);
    },
    gradients: () => fromPadded(shape, arena.floats(optimizerOf(state).gradients, shape.count)),
    zeroGradients: () => kernels.fill(optimizerOf(state).gradients, 0, shape.count),
    optimizerState: () => readState(network, optimizerOf(state)),
    setOptimizerState: (saved) => {
      inputs.checkState(config, saved);
      clear(state);
      writeState(network, optimizerOf(state), saved);
    },
    logits: async (sequences) => logits(state, sequences),
    statistics: (batch, options = {}) => statistics(state, batch, options),
    backward: (batch, coefficients, options = {}) => accumulate(state, batch, coefficients, options),
    step: async (options) => {
      inputs.checkOptimizer(options);
      clear(state);
      const result = adamwStep(network, optimizerOf(state), options);
      publish(team);
      return result;
    },
    generate: async (prompts, options) => {
      inputs.checkGenerate(prompts, options, config);
      clear(state);
      return teamGenerate(team, prompts, options);
    },
    dispose: () => {
      for (const helper of team.helpers) helper.close();
    },
  };
}

/** Drops kept activations: whatever comes next may overwrite them. */
function clear(state: State): void {
  state.last = undefined;
  state.call++;
  forget(state.team.main);
}

function optimizerOf(state: State): Optimizer {
  if (state.optimizer) return state.optimizer;
  clear(state);
  const { network } = state.team.main;
  laneBlocks(network);
  state.optimizer = { gradients: persistent(network, network.shape.count), steps: 0 };
  return state.optimizer;
}

function logits(state: State, sequences: ArrayLike<number>[]): Float32Array[] {
  for (const [i, ids] of sequences.entries()) inputs.checkSequence("logits", `sequences[${i}]`, ids, state.config);
  clear(state);
  const { network } = state.team.main;
  return sequences.map((ids) => {
    if (ids.length === 0) return new Float32Array(0);
    const list = Array.from(ids);
    const mark = network.arena.mark();
    // Every position predicts a token; which one does not matter here.
    const [batch] = microBatches([{ prompt: list.slice(0, 1), tokens: [...list.slice(1), 0] }]);
    const out = headLogits(network, forward(network, batch).h, ids.length);
    network.arena.release(mark);
    return out;
  });
}

async function statistics(state: State, batch: readonly Sample[], options: HeadOptions): Promise<BatchStatistics> {
  inputs.checkBatch("statistics", batch, state.config);
  inputs.checkHead("statistics", options);
  optimizerOf(state);
  clear(state);
  const batches = microBatches(batch);
  const packed = await teamStatistics(state.team, state.call, batches, headOf(options));
  state.last = { batch, batches };
  const out: BatchStatistics = { logprobs: [], entropies: [], nucleusEntropies: [] };
  for (const [i, micro] of batches.entries()) append(out, split(samplesOf(batch, micro), packed[i]));
  return out;
}

function samplesOf(batch: readonly Sample[], { from, count }: MicroBatch): readonly Sample[] {
  return batch.slice(from, from + count);
}

async function accumulate(
  state: State,
  batch: readonly Sample[],
  given: Coefficients | LocalLoss,
  options: HeadOptions,
): Promise<void> {
  inputs.checkBatch("backward", batch, state.config);
  inputs.checkHead("backward", options);
  if (typeof given !== "function") inputs.checkCoefficients("backward", batch, given);
  const { team } = state;
  const { gradients } = optimizerOf(state);
  if (state.last?.batch !== batch) clear(state);
  const batches = state.last?.batches ?? microBatches(batch);
  const head = headOf(options);
  const local = (index: number, read: () => Triple): Triple => {
    const { from, count, rows } = batches[index];
    if (typeof given !== "function") return pack(given, from, count, rows.length);
    const samples = samplesOf(batch, batches[index]);
    const found = given(split(samples, read()), from);
    inputs.checkCoefficients("backward", samples, found);
    return pack(found, 0, count, rows.length);
  };
  // Helpers cannot call the loss: its coefficients are found first, from the same statistics in the same order.
  const early = typeof given === "function" && team.helpers.length > 0;
  const known = early ? await teamStatistics(team, state.call, batches, head) : [];
  const coefficients = known.map((triple, index) => local(index, () => triple));
  await teamGradient(team, state.call, batches, head, early ? (index) => coefficients[index] : local, gradients);
  clear(state);
}
