import { readdirSync } from "node:fs";
import { fail, nearest } from "../core/check.js";
import { projectPath } from "../core/root.js";
import { readMetadata } from "../training/safetensors.js";
import type { Experiment } from "./types.js";

/** Where a base of that name lies. */
export const basePath = (name: string): string => projectPath("data", "bases", `${name}.safetensors`);

/** The names of the base checkpoints in data/bases. */
export function baseNames(): string[] {
  return readdirSync(projectPath("data", "bases")).flatMap((file) => /^(.+)\.safetensors$/.exec(file)?.[1] ?? []);
}

/** Every base of an experiment is there, with the variants that its methods name, and is one of its task. */
export function checkBases(path: string, { name, task, bases, methods }: Experiment): void {
  const known = baseNames();
  const variants = [...new Set(methods.map(({ variant = "" }) => variant))];
  const where = `${path}: ${name}: bases`;
  for (const base of bases.flatMap((each) => variants.map((variant) => `${each}${variant}`))) {
    if (!known.includes(base)) {
      const near = nearest(base, known);
      fail("studyNamed", where, `names of data/bases${near ? ` (did you mean ${near}?)` : ""}`, base);
    }
    const { task: own = task } = readMetadata(basePath(base));
    if (served(own) !== served(task))
      fail("studyNamed", where, `bases trained on ${served(task)}, the task`, `${base}, of ${own}`);
  }
}

/** One base serves both kinds of pancake sorting. */
const served = (task: string): string => (task === "pancakeFree" ? "pancake" : task);
