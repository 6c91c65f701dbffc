import { join } from "node:path";
import type { Study } from "../../experiments/types.js";
import { duration } from "../command.js";
import { executeNotebooks } from "../notebooks.js";

/** Executes copies of the notebooks on these rows, into the rows' folder; false when a cell failed. */
export async function executeOnRows({ name }: Study, folder: string, signal: AbortSignal): Promise<boolean> {
  const outDir = join(folder, "notebooks");
  console.log(`Notebooks, on these rows, into ${outDir}`);
  // `tiny` is the machinery's stand-in for `quick`.
  const env: Record<string, string> =
    name === "tiny"
      ? { RLVR_LAB_RUNS: folder, RLVR_LAB_STUDY: "quick", RLVR_LAB_BUDGET: "tiny" }
      : { RLVR_LAB_RUNS: folder, RLVR_LAB_STUDY: name };
  const onProgress = ({ name, cell, cells, left }: { name: string; cell: number; cells: number; left?: number }) => {
    if (cell % 5 > 0) return;
    console.log(`  ${name}: cell ${cell + 1} of ${cells}${left === undefined ? "" : `, about ${duration(left)} left`}`);
  };
  try {
    const results = await executeNotebooks({ outDir, env, signal, onProgress });
    for (const { name, error } of results) if (error) console.error(`reproduce: notebook ${name} failed: ${error}`);
    return results.every(({ ok }) => ok);
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
