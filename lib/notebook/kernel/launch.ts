/** Started by Jupyter as `.jupyter/kernels/rlvr-lab/kernel.json` says: the TypeScript kernel of this project's notebooks. */
import { fileURLToPath } from "node:url";
import { createCellExecutor } from "./executor.js";
import { KernelServer } from "./server.js";

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[/\\]$/, "");
process.chdir(root);
// The longest useful stack: a library call from a cell passes through many small functions.
Error.stackTraceLimit = 50;

const cells = createCellExecutor(root);
const server = new KernelServer(cells, process.argv[2]);

process.on("SIGINT", () => cells.executor.interrupt());
process.on("uncaughtException", (error) => console.error("Uncaught in the background:", error));
process.on("unhandledRejection", (reason) => console.error("Unhandled rejection in the background:", reason));

const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 1000).unref();

await server.init();
