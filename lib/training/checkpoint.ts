import { createHash } from "node:crypto";
import type { Model, ModelConfig } from "../engine/types.js";
import type { RecipeState } from "../recipes/types.js";
import { readMetadata, readSafetensors, type Tensor, writeSafetensors } from "./safetensors.js";

/** Everything that a run needs to go on as if it had never stopped; random streams follow from seed and step. */
export interface RunState {
  step: number;
  /** Rows in the file at this point: what follows is made again. */
  rows: number;
  tokens: number;
  seconds: number;
  /** Undefined before the first batch, when the anchor is not known. */
  recipeState?: RecipeState;
  skippedUpdates: number;
  done: boolean;
}

/** What makes a run the one that it is; a checkpoint goes on under the same alone. */
export interface RunIdentity {
  /** Everything that decides the rows, but the parameters that the run starts from ... */
  configuration: unknown;
  /** ... and their `parametersDigest`: a base's name says nothing of what it was trained to. */
  base: string;
}

/** Parameters (one tensor a block), optimiser moments, run state and identity, in one file. */
export function saveCheckpoint(path: string, model: Model, state: RunState, identity: RunIdentity): void {
  const { step, first, second } = model.optimizerState();
  const flat = (values: Float32Array): Tensor => ({ shape: [values.length], values });
  const tensors = { ...namedBlocks(model), "adamw.first": flat(first), "adamw.second": flat(second) };
  writeSafetensors(path, tensors, {
    model: JSON.stringify(model.config),
    state: JSON.stringify(state),
    optimizerStep: String(step),
    configuration: digest(identity.configuration),
    base: identity.base,
  });
}

/**
 * Puts a checkpoint back into the model.
 *
 * @throws RangeError when the file is damaged, or is of a run with another configuration or start
 */
export function loadCheckpoint(path: string, model: Model, identity: RunIdentity): RunState {
  const { tensors, metadata } = readSafetensors(path);
  const state = stateIn(path, metadata, identity);
  model.setParameters(flatBlocks(path, model, tensors));
  const { "adamw.first": first, "adamw.second": second } = tensors;
  model.setOptimizerState({ step: Number(metadata.optimizerStep), first: first.values, second: second.values });
  return state;
}

/**
 * How far a checkpoint's run is, without its parameters.
 *
 * @throws RangeError when the file's header is damaged, or it is of a run with another configuration or start
 */
export function checkpointState(path: string, identity: RunIdentity): RunState {
  return stateIn(path, readMetadata(path), identity);
}

function stateIn(path: string, metadata: Record<string, string | undefined>, identity: RunIdentity): RunState {
  const remedy = "use another folder, or delete this checkpoint to train the run anew";
  if (metadata["configuration"] !== digest(identity.configuration))
    throw new RangeError(`loadCheckpoint: ${path} belongs to a run with other settings; ${remedy}`);
  // Checkpoints did not always name their start; such a one is taken at its word, since nothing can tell any more.
  const { base = identity.base } = metadata;
  if (base === identity.base) return JSON.parse(metadata["state"]!) as RunState;
  throw new RangeError(
    `loadCheckpoint: ${path} belongs to a run from another base of that name (parameters ${base}, now ${identity.base}); ` +
      `put the earlier base's file back, ${remedy}`,
  );
}

/** Parameters alone, with free text about where they come from. */
export function saveParameters(path: string, model: Model, about: Record<string, string>): void {
  writeSafetensors(path, namedBlocks(model), { ...about, model: JSON.stringify(model.config) });
}

/** The shape and flat parameters of a file written by `saveParameters` or `saveCheckpoint`. */
export function loadParameters(path: string): {
  config: ModelConfig;
  parameters: Float32Array;
  about: Record<string, string>;
} {
  const { tensors, metadata } = readSafetensors(path);
  if (!metadata.model)
    throw new RangeError(`loadParameters: ${path} must carry a model's shape in its metadata, got none`);
  const blocks = Object.entries(tensors).filter(([name]) => !name.startsWith("adamw."));
  const parameters = new Float32Array(blocks.reduce((sum, [, { values }]) => sum + values.length, 0));
  let offset = 0;
  for (const [, { values }] of blocks) {
    parameters.set(values, offset);
    offset += values.length;
  }
  return { config: JSON.parse(metadata.model), parameters, about: metadata };
}

/** A short fingerprint of a JSON value. */
export function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}

/** A short fingerprint of parameters, whatever file and precision they come from. */
export function parametersDigest({ buffer, byteOffset, byteLength }: Float32Array): string {
  return createHash("sha256")
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest("hex")
    .slice(0, 16);
}

function namedBlocks(model: Model): Record<string, Tensor> {
  const all = model.parameters();
  return Object.fromEntries(
    model.blocks.map(({ name, shape, offset, size }) => [name, { shape, values: all.slice(offset, offset + size) }]),
  );
}

function flatBlocks(path: string, model: Model, tensors: Record<string, Tensor>): Float32Array {
  const out = model.parameters();
  for (const { name, offset, size } of model.blocks) {
    const tensor = tensors[name];
    if (tensor?.values.length !== size) {
      throw new RangeError(
        `loadCheckpoint: ${path} must hold ${name} with ${size} values, got ${tensor?.values.length ?? "none"}`,
      );
    }
    out.set(tensor.values, offset);
  }
  return out;
}
