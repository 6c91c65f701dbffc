import { format } from "node:util";
import { createConverter } from "tslab/dist/converter.js";
import { createExecutor } from "tslab/dist/executor.js";
import { compileFailure, type Failure, thrownFailure } from "./failure.js";
import { withoutShorthand } from "./shorthand.js";

/** Runs cells one after another and says how each failed. */
export interface CellExecutor {
  executor: ReturnType<typeof createExecutor>;
  run(code: string): Promise<Failure | undefined>;
}

/** tslab's executor, which tells a failure only by printing it: what it prints is caught here and kept as data. */
export function createCellExecutor(root: string): CellExecutor {
  const node = createConverter({ isJS: false, isBrowser: false });
  const converters = { node, browser: node, close: () => node.close() };
  const said: unknown[][] = [];
  const executor = createExecutor(root, converters, { log: console.log, error: (...args) => said.push(args) });
  const run = async (code: string): Promise<Failure | undefined> => {
    said.length = 0;
    if (await executor.execute(withoutShorthand(code))) {
      // Module cells report their compiler messages without failing.
      for (const args of said) console.error(...args);
      return undefined;
    }
    const [first] = said;
    if (first?.length === 1) return thrownFailure(first[0], root);
    return compileFailure(
      said.map((args) => format(...args).trim()),
      root,
    );
  };
  return { executor, run };
}
