import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Verdict } from "../verdict.js";
import { type Case, type Judge, judgeCases } from "./judge.js";

/** Some hands that judge batches of cases; an error of one is the error of its batch. */
export interface Crew {
  readonly size: number;
  judge(cases: Case[]): Promise<Verdict[]>;
  end(): Promise<void>;
}

/** Worker threads; in this thread where one is asked for, or where the sources run unbuilt and no thread could load them. */
export function hireCrew(size: number, judge: Judge): Crew {
  const script = new URL("./worker.js", import.meta.url);
  if (size <= 1 || !existsSync(fileURLToPath(script))) {
    return { size: 1, judge: async (cases) => judgeCases(cases, judge), end: async () => undefined };
  }
  const workers = Array.from({ length: size }, () => new Worker(script, { workerData: judge }));
  const idle = [...workers];
  return {
    size,
    judge: async (cases) => {
      const worker = idle.pop();
      if (!worker) throw new Error("verifyFile: more batches than workers");
      const verdicts = await answerOf(worker, cases);
      idle.push(worker);
      return verdicts;
    },
    end: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function answerOf(worker: Worker, cases: Case[]): Promise<Verdict[]> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      worker.off("message", onMessage).off("error", onError);
      act();
    };
    const onMessage = (verdicts: Verdict[]): void => settle(() => resolve(verdicts));
    const onError = (error: Error): void => settle(() => reject(error));
    worker.on("message", onMessage).on("error", onError);
    worker.postMessage(cases);
  });
}
