import type { GenerateOptions, Generation, ModelConfig } from "../types.js";
import type { Head, Triple } from "./head.js";
import type { Task } from "./replica.js";

/** What the main thread and its helpers tell each other. */

/** Given to a helper thread when it starts. */
export interface Setup {
  config: ModelConfig;
  relaxed: boolean;
  /** Padded parameters, and one gradient per lane; both in SharedArrayBuffers. */
  parameters: Float32Array;
  lanes: Float32Array;
}

/** Which continuation of which prompt. */
export type Pair = readonly [prompt: number, continuation: number];

export type Request =
  | { kind: "statistics"; version: number; call: number; tasks: Task[]; head: Head; budget: number }
  | { kind: "lanes"; version: number; call: number; lanes: LaneWork[]; head: Head }
  | {
      kind: "generate";
      version: number;
      prompts: ArrayLike<number>[];
      pairs: Pair[];
      /** Key of every pair. */
      keys: (readonly [number, number])[];
      options: Omit<GenerateOptions, "keys">;
    };

/** One lane's micro-batches and their coefficients. */
export interface LaneWork {
  lane: number;
  tasks: Task[];
  coefficients: Triple[];
}

export type Answer = { triples: Triple[] } | { generations: Generation[] } | { done: true } | { error: Error };
