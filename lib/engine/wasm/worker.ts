/** A helper thread of a model: its own kernels and memory, parameters and lane gradients shared with the main thread. */
import { parentPort, workerData } from "node:worker_threads";
import { generate } from "./generate.js";
import { relaxedProblem } from "./kernels.js";
import { createNetwork, repack } from "./network.js";
import type { Answer, Request, Setup } from "./protocol.js";
import { computeLane, computeStatistics, forget, laneBlocks, type Replica } from "./replica.js";

const { config, relaxed, parameters, lanes } = workerData as Setup;
if (relaxed) relaxedProblem();
const replica: Replica = { network: createNetwork(config, relaxed) };
let version = 0;

function answer(request: Request): Answer {
  const { network } = replica;
  const { shape, arena } = network;
  if (request.version !== version) {
    forget(replica);
    arena.floats(network.weights.base, shape.count).set(parameters);
    repack(network);
    version = request.version;
  }
  if (request.kind === "statistics") {
    return { triples: computeStatistics(replica, request.call, request.tasks, request.head, request.budget) };
  }
  if (request.kind === "generate") {
    forget(replica);
    const { prompts, pairs, keys, options } = request;
    return { generations: generate(network, prompts, options, pairs, (i) => keys[i]) };
  }
  for (const { lane, tasks, coefficients } of request.lanes) {
    const byIndex = new Map(tasks.map(([index], i) => [index, coefficients[i]]));
    if (replica.kept?.call !== request.call) forget(replica);
    computeLane(replica, request.call, tasks, request.head, (index) => byIndex.get(index)!);
    lanes.set(arena.floats(laneBlocks(network).base, shape.count), lane * shape.count);
  }
  return { done: true };
}

parentPort?.on("message", (request: Request) => {
  try {
    parentPort?.postMessage(answer(request));
  } catch (error) {
    forget(replica);
    parentPort?.postMessage({ error });
  }
});
