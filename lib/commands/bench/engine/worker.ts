/** Our side of one comparison, in a process of its own: engine and work as JSON arguments, jobs on standard input. */
import { createTfjsEngine } from "../../../engine/tfjs/index.js";
import type { Engine } from "../../../engine/types.js";
import { createWasmEngine } from "../../../engine/wasm/index.js";
import { serve } from "../shared/contestant.js";
import { type Work, workJobs, workParameters } from "./work.js";

/** The engines that can enter, by the name on the command line. */
const ENGINES: Record<string, () => Promise<Engine>> = {
  plain: () => createWasmEngine(),
  relaxed: () => createWasmEngine({ relaxed: true }),
  tfjs: () => createTfjsEngine(),
  "tfjs-wasm": () => createTfjsEngine({ backend: "wasm" }),
};

const name = process.argv[2];
const work = JSON.parse(process.argv[3]) as Work;
const engine = await ENGINES[name]();
const model = await engine.createModel(work.config, workParameters(work.config));
await serve(engine.description, workJobs(model, work));
