/** `npm run base -- [--task T] [--seed N] [--vocab N] [--from BASE --steps N --wrong X]`: trains a base into data/bases. */
import { parseArgs } from "node:util";
import { projectPath } from "../core/root.js";
import { pickEngine } from "../engine/pick.js";
import { tinyPolicy } from "../policies/tiny.js";
import { trainBase } from "../training/base.js";
import { saveParameters } from "../training/checkpoint.js";
import { evaluate } from "../training/evaluate.js";
import { plannedBase } from "./base/plan.js";
import { spoken } from "./reproduce/live.js";

const { values } = parseArgs({
  options: {
    task: { type: "string" },
    seed: { type: "string" },
    name: { type: "string" },
    vocab: { type: "string" },
    noise: { type: "string" },
    from: { type: "string" },
    steps: { type: "string" },
    wrong: { type: "string" },
    lr: { type: "string" },
  },
});
const { task, seed, name, stages, from } = plannedBase(values);
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
const model = await trainBase(engine, task, { seed, stages, from, onStep });
const path = projectPath("data", "bases", `${name}.safetensors`);
const { evaluation, observed } = await evaluate(tinyPolicy(model), task);
saveParameters(path, model, { task: task.name, seed: String(seed), stages: JSON.stringify(stages) });
console.log(JSON.stringify({ ...evaluation, entropy: observed.entropy }, null, 1));
console.log(`${path} written after ${spoken((performance.now() - begun) / 1000)}`);
engine.dispose();
