/** `npm run base -- [--seed N] [--name NAME]`: trains a base policy and writes it to data/bases. */
import { parseArgs } from "node:util";
import { checkInteger } from "../core/check.js";
import { projectPath } from "../core/root.js";
import { pickEngine } from "../engine/pick.js";
import { tinyPolicy } from "../policies/tiny.js";
import { countdown } from "../tasks/countdown.js";
import { baseStages, trainBase } from "../training/base.js";
import { saveParameters } from "../training/checkpoint.js";
import { evaluate } from "../training/evaluate.js";
import { spoken } from "./reproduce/live.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    name: { type: "string" },
    scale: { type: "string", default: "1" },
  },
});
const seed = Number(values.seed);
checkInteger("base", "--seed", seed, 0);
const task = countdown();
const engine = await pickEngine();
const begun = performance.now();
let shown = 0;
const onStep = (step: number, total: number, loss: number) => {
  const now = performance.now();
  if (now - shown < 5000 && step < total) return;
  shown = now;
  const left = ((now - begun) / 1000 / step) * (total - step);
  console.log(`step ${step} of ${total}, loss ${loss.toFixed(3)} nats a token, ${spoken(left)} left`);
};
const stages = baseStages.map((stage) => ({ ...stage, steps: Math.ceil(stage.steps * Number(values.scale)) }));
const model = await trainBase(engine, task, { seed, stages, onStep });
const path = projectPath("data", "bases", `${values.name ?? `${task.name}-${seed}`}.safetensors`);
const { evaluation, observed } = await evaluate(tinyPolicy(model), task);
saveParameters(path, model, { task: task.name, seed: String(seed), stages: JSON.stringify(stages) });
console.log(JSON.stringify({ ...evaluation, entropy: observed.entropy }, null, 1));
console.log(`${path} written after ${spoken((performance.now() - begun) / 1000)}`);
engine.dispose();
