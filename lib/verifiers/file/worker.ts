import { parentPort, workerData } from "node:worker_threads";
import { type Case, type Judge, judgeCases } from "./judge.js";

parentPort?.on("message", (cases: Case[]) => {
  parentPort?.postMessage(judgeCases(cases, workerData as Judge));
});
