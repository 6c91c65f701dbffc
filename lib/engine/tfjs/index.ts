import { parametersFrom } from "../inputs.js";
import { parameterBlocks } from "../layout.js";
import type { Engine, ModelConfig } from "../types.js";
import type { BackendAttempt, BackendName } from "./backend.js";
import { loadBackend, surveyBackends } from "./backend.js";
import { TfjsModel } from "./model.js";
import { operations } from "./operations.js";

export type { BackendAttempt, BackendName } from "./backend.js";
export type { CustomLoss, CustomRows, TfjsModel } from "./model.js";

/** The engine over tfjs operations. */
export interface TfjsEngine extends Engine {
  createModel(config: ModelConfig, parameters: Float32Array | { seed: number }): Promise<TfjsModel>;
}

/** How a tfjs engine is made. */
export interface TfjsOptions {
  /** Only this backend; the best one present when absent. */
  backend?: BackendName;
  /** Padded tokens of one micro-batch (default 8192 natively, 1024 elsewhere, where more is not faster): smaller needs less memory. */
  microTokens?: number;
}

/**
 * The engine over tfjs operations, on the best backend present: `@tensorflow/tfjs-node-gpu`, another native one, wasm,
 * cpu. The editable reference of the model, and its road to a GPU. Prefixes shared by different prompts are computed
 * once a prompt.
 *
 * @throws Error naming every backend tried when none works.
 * @example const engine = await createTfjsEngine({ backend: "cpu" })
 * @source this project
 */
export async function createTfjsEngine(options: TfjsOptions = {}): Promise<TfjsEngine> {
  const { tf, attempts } = await loadBackend(options.backend);
  const shared = operations(tf);
  const microTokens = options.microTokens ?? (tf.getBackend() === "tensorflow" ? 8192 : 1024);
  const models = new Set<TfjsModel>();
  return {
    name: "tfjs",
    description: `tfjs ${tf.version_core} on ${tf.getBackend()}: ${attempts.at(-1)?.reason}`,
    async createModel(config, parameters) {
      const blocks = parameterBlocks(config);
      const initial = parametersFrom(config, parameters);
      const model = new TfjsModel({ tf, operations: shared, config, blocks, microTokens }, initial);
      models.add(model);
      return model;
    },
    dispose: () => {
      for (const model of models) model.dispose();
      models.clear();
    },
  };
}

/**
 * Every tfjs backend that was tried, in order, and why it serves or does not; the last one that works is used. A
 * process has one active backend: an engine that already runs keeps its own.
 *
 * @throws Error when not even the cpu backend works.
 * @example (await describeBackends()).at(-1)?.works // true
 * @source this project
 */
export async function describeBackends(): Promise<BackendAttempt[]> {
  return surveyBackends();
}
