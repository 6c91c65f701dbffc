import type { BatchStatistics, Coefficients, Sample } from "../../core/types.js";
import type { Generation, HeadOptions, LocalLoss, Model, ModelConfig } from "../types.js";
import { type MicroBatch, microBatches } from "./batch.js";
import { type Activations, forward } from "./forward.js";
import { generate } from "./generate.js";
import { headLogits, headOf, type Triple } from "./head.js";
import {
  checkBatch,
  checkCoefficients,
  checkGenerate,
  checkHead,
  checkParameters,
  checkSequence,
  parametersFrom,
} from "./inputs.js";
import { type Kept, LANES, laneBlocks, laneOf, runLane, statisticsOf } from "./lanes.js";
import { createNetwork, loadParameters, type Network, persistent } from "./network.js";
import { adamwStep, type Optimizer, readState, writeState } from "./optimizer.js";
import { append, pack, split } from "./ragged.js";
import { fromPadded } from "./shape.js";

/** Settings of the engine that a model needs. */
export interface Settings {
  relaxed: boolean;
  /** Bytes of activations that `statistics` may leave for `backward`. */
  keepBytes: number;
}

interface State {
  config: ModelConfig;
  network: Network;
  optimizer?: Optimizer;
  kept?: Kept & { batch: readonly Sample[] };
  settings: Settings;
}

/** A model in this thread. */
export function createModel(
  config: ModelConfig,
  parameters: Float32Array | { seed: number },
  settings: Settings,
): Model {
  const values = parametersFrom(config, parameters);
  const state: State = { config, network: createNetwork(config, settings.relaxed), settings };
  loadParameters(state.network, values);
  const { shape, arena, kernels, weights } = state.network;
  return {
    config,
    blocks: shape.blocks,
    parameters: () => fromPadded(shape, arena.floats(weights.base, shape.count)),
    setParameters(flat) {
      checkParameters("setParameters", config, flat);
      forget(state);
      loadParameters(state.network, flat);
    },
    gradients: () => fromPadded(shape, arena.floats(optimizerOf(state).gradients, shape.count)),
    zeroGradients: () => kernels.fill(optimizerOf(state).gradients, 0, shape.count),
    optimizerState: () => readState(state.network, optimizerOf(state)),
    setOptimizerState: (saved) => {
      forget(state);
      writeState(state.network, optimizerOf(state), saved);
    },
    logits: async (sequences) => logits(state, sequences),
    statistics: async (batch, options = {}) => statistics(state, batch, options),
    backward: async (batch, coefficients, options = {}) => accumulate(state, batch, coefficients, options),
    step: async (options) => {
      forget(state);
      return adamwStep(state.network, optimizerOf(state), options);
    },
    generate: async (prompts, options): Promise<Generation[][]> => {
      checkGenerate(prompts, options, config);
      forget(state);
      return generate(state.network, prompts, options);
    },
    dispose: () => forget(state),
  };
}

/** Drops kept activations: whatever comes next may overwrite them. */
function forget(state: State): void {
  state.kept = undefined;
  state.network.arena.release(state.network.base);
}

function optimizerOf(state: State): Optimizer {
  if (!state.optimizer) {
    forget(state);
    state.optimizer = { gradients: persistent(state.network, state.network.shape.count), steps: 0 };
    laneBlocks(state.network);
  }
  return state.optimizer;
}

function logits(state: State, sequences: ArrayLike<number>[]): Float32Array[] {
  for (const [i, ids] of sequences.entries()) checkSequence("logits", `sequences[${i}]`, ids, state.config);
  forget(state);
  return sequences.map((ids) => {
    if (ids.length === 0) return new Float32Array(0);
    const list = Array.from(ids);
    const mark = state.network.arena.mark();
    // Every position predicts a token; which one does not matter here.
    const [batch] = microBatches([{ prompt: list.slice(0, 1), tokens: [...list.slice(1), 0] }]);
    const out = headLogits(state.network, forward(state.network, batch).h, ids.length);
    state.network.arena.release(mark);
    return out;
  });
}

function statistics(state: State, batch: readonly Sample[], options: HeadOptions): BatchStatistics {
  checkBatch("statistics", batch, state.config);
  checkHead("statistics", options);
  optimizerOf(state);
  const batches = microBatches(batch);
  const { statistics: packed, kept } = statisticsOf(state.network, batches, headOf(options), state.settings.keepBytes);
  state.kept = { ...kept, batch };
  const out: BatchStatistics = { logprobs: [], entropies: [], nucleusEntropies: [] };
  for (const [i, micro] of batches.entries()) append(out, split(samplesOf(batch, micro), packed[i]));
  return out;
}

function samplesOf(batch: readonly Sample[], { from, count }: MicroBatch): readonly Sample[] {
  return batch.slice(from, from + count);
}

function accumulate(
  state: State,
  batch: readonly Sample[],
  given: Coefficients | LocalLoss,
  options: HeadOptions,
): void {
  checkBatch("backward", batch, state.config);
  checkHead("backward", options);
  if (typeof given !== "function") checkCoefficients("backward", batch, given);
  const { network } = state;
  const { gradients } = optimizerOf(state);
  const kept = state.kept?.batch === batch ? state.kept : undefined;
  if (!kept) forget(state);
  const batches = kept?.batches ?? microBatches(batch);
  const coefficientsOf = (index: number, read: () => Triple): Triple => {
    const { from, count, rows } = batches[index];
    if (typeof given !== "function") return pack(given, from, count, rows.length);
    const samples = samplesOf(batch, batches[index]);
    const local = given(split(samples, read()), from);
    checkCoefficients("backward", samples, local);
    return pack(local, 0, count, rows.length);
  };
  for (let lane = 0; lane < LANES; lane++) {
    const mine = batches
      .map((micro, i): [number, MicroBatch, Activations | undefined] => [i, micro, kept?.activations[i]])
      .filter(([i]) => laneOf(i, batches.length) === lane);
    if (mine.length === 0) continue;
    runLane(network, mine, headOf(options), coefficientsOf);
    network.kernels.add(laneBlocks(network).base, gradients, network.shape.count);
  }
  forget(state);
}
