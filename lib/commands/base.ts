/**
 * `npm run base -- [--task T] [--seed N] [--vocab N]`: trains a base into data/bases and reports its quality.
 * `npm run base -- --from BASE [--steps N] [--wrong X]`: goes on from a base, to BASE-better.
 * `npm run base -- --report BASE...`: reports only.
 */
import { parseArgs } from "node:util";
import { projectPath } from "../core/root.js";
import { pickEngine } from "../engine/pick.js";
import type { Engine } from "../engine/types.js";
import { trainBase } from "../training/base.js";
import { saveBase } from "../training/base-file.js";
import { type PlannedBase, plannedBase } from "./base/plan.js";
import { reportBase } from "./base/report.js";
import { asProgram, UsageError } from "./command.js";
import { spoken } from "./reproduce/live.js";

const options = {
  task: { type: "string" },
  seed: { type: "string" },
  name: { type: "string" },
  vocab: { type: "string" },
  noise: { type: "string" },
  from: { type: "string" },
  steps: { type: "string" },
  wrong: { type: "string" },
  lr: { type: "string" },
  report: { type: "boolean" },
} as const;

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.report && positionals.length === 0) throw new UsageError("--report needs the name of a base");
  if (!values.report && positionals.length > 0)
    throw new UsageError(`what is ${positionals[0]}? Names follow --report`);
  const engine = await pickEngine();
  try {
    if (values.report) for (const name of positionals) await reportBase(engine, name, values.task);
    else await train(engine, plannedBase(values));
  } finally {
    engine.dispose();
  }
  return 0;
}

async function train(engine: Engine, { task, seed, name, stages, from, about }: PlannedBase): Promise<void> {
  const begun = performance.now();
  let shown = 0;
  const onStep = (step: number, total: number, loss: number): void => {
    const now = performance.now();
    if (now - shown < 5000 && step < total) return;
    shown = now;
    const left = ((now - begun) / 1000 / step) * (total - step);
    console.log(`step ${step} of ${total}, loss ${loss.toFixed(3)} nats a token, ${spoken(left)} left`);
  };
  const model = await trainBase(engine, task, { seed, stages, from, onStep });
  const path = projectPath("data", "bases", `${name}.safetensors`);
  saveBase(path, model, about);
  model.dispose();
  console.log(`${path} written after ${spoken((performance.now() - begun) / 1000)}`);
  await reportBase(engine, name);
}

await asProgram(import.meta.url, main);
