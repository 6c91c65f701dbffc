/** `npm run doctor`: what is installed, which engine, kernel and renderer work, and what to do about each fault. */
import { parseArgs } from "node:util";
import { asProgram } from "./command.js";
import { type Check, examine, type Finding } from "./doctor/check.js";
import { engines } from "./doctor/engines.js";
import { installation } from "./doctor/installation.js";
import { notebookStack } from "./doctor/notebooks.js";

/** Every check, in the order in which one builds on another. */
export const checks: Check[] = [...installation, ...engines, ...notebookStack];

const SIGN: Record<Finding["state"], string> = { ok: "ok   ", note: "note ", fault: "FAULT" };

/** Runs the checks one after another; the exit code is 1 when one is a fault. */
export async function diagnose(list: Check[], say: (line: string) => void): Promise<number> {
  let faults = 0;
  for (const check of list) {
    const { state, text, remedy } = await examine(check);
    say(`${SIGN[state]} ${check.name}: ${text}`);
    if (remedy) say(`      -> ${remedy}`);
    if (state === "fault") faults++;
  }
  say(faults ? `${faults} ${faults === 1 ? "fault" : "faults"}` : "everything works");
  return faults ? 1 : 0;
}

await asProgram(import.meta.url, (args) => {
  parseArgs({ args, options: {} });
  return diagnose(checks, console.log);
});
