import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { builtFolder } from "./kernels.js";
import type { Answer, Request, Setup } from "./protocol.js";

/** A helper thread: one request at a time. */
export interface Helper {
  ask(request: Request): Promise<Answer>;
  close(): void;
}

/**
 * Starts a thread. An idle one does not keep the process alive.
 *
 * @throws Error when the library is not built: threads run the built files, even under a test runner.
 */
export function startHelper(setup: Setup): Helper {
  const file = join(builtFolder(), "worker.js");
  if (!existsSync(file)) throw new Error(`wasm engine: ${file} is missing; build it with \`npm run setup\``);
  const worker = new Worker(file, { workerData: setup });
  worker.unref();
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure = error;
    waiting?.reject(error);
  };
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`wasm engine: a helper thread ended with code ${code}`)));
  worker.on("message", (answer: Answer) => {
    worker.unref();
    const asked = waiting;
    waiting = undefined;
    if ("error" in answer) asked?.reject(answer.error);
    else asked?.resolve(answer);
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        if (waiting) return reject(new Error("wasm engine: a model does one call at a time; await the one before"));
        waiting = { resolve, reject };
        worker.ref();
        worker.postMessage(request);
      }),
    close: () => {
      waiting = undefined;
      worker.terminate();
    },
  };
}

/** Does the main thread's share while the helpers do theirs; whatever fails, nobody is left working. */
export async function together(answers: Promise<Answer>[], own: () => void): Promise<Answer[]> {
  const all = Promise.allSettled(answers);
  try {
    own();
  } finally {
    await all;
  }
  return Promise.all(answers);
}
