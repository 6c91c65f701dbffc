import { createInterface } from "node:readline";
import { Stop } from "./stop.mjs";

/**
 * Serves requests, one JSON line each, in the child process. A reply repeats its request's secret name, which no guest
 * ever sees; guests have no way to this process's streams.
 */
export function listen(tasks) {
  for (const name of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]) delete globalThis[name];
  const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  createInterface({ input: process.stdin }).on("line", async (line) => {
    const request = JSON.parse(line);
    try {
      say({ id: request.id, ...(await tasks[request.task](request)) });
    } catch (error) {
      if (error instanceof RangeError) return say({ id: request.id, stopped: "the call stack overflowed" });
      if (!(error instanceof Stop)) throw error;
      const reason = error.kind === "exit" ? `ended by itself (${error.message})` : error.message;
      say({ id: request.id, stopped: reason });
    }
  });
  say({ ready: true });
}
