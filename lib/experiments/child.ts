/** One run in a process of its own: `node child.js <declaration as JSON> <folder>`; tells its parent every row. */

import { executeRun } from "./execute.js";
import type { FromChild } from "./runner.js";
import type { RunDeclaration } from "./types.js";

const stop = new AbortController();
// A parent that is gone, or a stop from either side, ends the run after the step in hand, with a checkpoint.
for (const event of ["SIGINT", "SIGTERM", "disconnect"]) process.on(event, () => stop.abort());

const tell = (message: FromChild): void => {
  if (process.connected) process.send?.(message);
};

const [declaration, folder] = process.argv.slice(2);
try {
  const run = JSON.parse(declaration) as RunDeclaration;
  for await (const row of executeRun(run, folder, stop.signal)) tell({ row });
} catch (error) {
  tell({ error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
} finally {
  if (process.connected) process.disconnect();
}
