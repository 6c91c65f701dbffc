import { spawn } from "node:child_process";
import { SetupFault } from "./fault.mjs";
import { keepLockFor } from "./lock.mjs";

/**
 * Runs a program to its end and returns its exit code and what it printed. Ctrl-C ends the program too, and the set-up
 * with it: what is half-made carries no stamp and is made again.
 */
export function runProgram(command, args, { cwd, env = process.env, seconds = 3600, onLine = () => undefined } = {}) {
  return new Promise((resolve, reject) => {
    // Windows starts .cmd files through a shell only.
    const shell = command.endsWith(".cmd");
    const child = spawn(command, args, { cwd, env, shell, timeout: seconds * 1000, stdio: ["ignore", "pipe", "pipe"] });
    keepLockFor(child.pid);
    let output = "";
    let interrupted = false;
    const stop = (signal) => {
      interrupted = true;
      child.kill(signal);
    };
    const read = (data) => {
      output += data;
      for (const line of String(data).split("\n")) if (line.trim()) onLine(line);
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    const done = (settle, value) => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      settle(value);
    };
    child.on("error", (error) => done(reject, new SetupFault(`${command} does not start: ${error.message}`)));
    child.on("close", (code) => {
      if (interrupted) done(reject, new SetupFault("stopped; the same command continues", 130));
      else done(resolve, { code: code ?? 1, output });
    });
  });
}

/** The end of what a program printed, indented, for the message of a fault. */
export function lastLines(output, count = 12) {
  const lines = output.split("\n").filter((line) => line.trim());
  return lines
    .slice(-count)
    .map((line) => `         ${line}`)
    .join("\n");
}
