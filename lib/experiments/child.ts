/** One run in a process of its own: `node child.js <declaration as JSON> <folder>`; tells its parent every row. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { NoRoomError } from "../core/files.js";
import { takeLock } from "../core/lock.js";
import { executeRun } from "./execute.js";
import { type FromChild, nameOf } from "./runner.js";
import type { RunDeclaration } from "./types.js";

const stop = new AbortController();
// A parent that is gone, or a stop from either side, ends the run after the step in hand, with a checkpoint.
for (const event of ["SIGINT", "SIGTERM", "disconnect"]) process.on(event, () => stop.abort());

const tell = (message: FromChild): void => {
  if (process.connected) process.send?.(message);
};

const [declaration, folder] = process.argv.slice(2);
const run = JSON.parse(declaration) as RunDeclaration;
const lock = join(folder, "checkpoints", `${nameOf(run)}.lock`);

/** A killed parent's child may still be at its last step: two writers would mix their rows. */
async function locked(): Promise<boolean> {
  while (!stop.signal.aborted) {
    if (takeLock(lock)) return true;
    await setTimeout(200);
  }
  return false;
}

async function work(): Promise<void> {
  for await (const row of executeRun(run, folder, stop.signal)) {
    tell({ row });
    // Signals and a gone parent are heard between turns of the event loop; a step is promises alone.
    await setImmediate();
  }
}

let own = false;
try {
  own = await locked();
  if (own) await work();
} catch (error) {
  const noRoom = error instanceof NoRoomError;
  tell({ error: error instanceof Error ? error.message : String(error), ...(noRoom && { noRoom }) });
  process.exitCode = 1;
} finally {
  if (own) rmSync(lock, { force: true });
  if (process.connected) process.disconnect();
}
