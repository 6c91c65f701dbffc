import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { CodeLanguage } from "./extract.js";
import { childScript, readableFolders } from "./paths.js";

/** What a child says about one task. */
export type Reply = Record<string, unknown>;

/** How long a child may take to load its interpreter, on a machine that does other things. */
const START_SECONDS = 120;
/** A child ends its guest at the time limit by itself where it can; this much later it is killed. */
const GRACE_SECONDS = 1;
export const KEPT_ERRORS = 2000;

/** One sandbox process: an empty environment, no files but its interpreter's, no child processes, no code from strings. */
export class SandboxChild {
  readonly ready: Promise<void>;
  alive = true;
  private readonly process: ChildProcess;
  private errors = "";
  private waiting: { id: string; take: (reply: Reply | null) => void } | null = null;

  /** @param image what the interpreter starts from, where it needs such a thing */
  constructor(language: CodeLanguage, image: Uint8Array | null) {
    const spawned = startNode(language, childScript(language));
    this.process = spawned;
    spawned.stdio[3].on("error", () => this.kill());
    spawned.stdio[3].end(image ?? new Uint8Array(0), () => spawned.stdio[3].destroy());
    spawned.stderr.on("data", (text) => {
      this.errors = (this.errors + text).slice(-KEPT_ERRORS);
    });
    this.ready = new Promise((resolve, reject) => {
      const late = setTimeout(() => this.kill(), START_SECONDS * 1000);
      late.unref();
      const lines = createInterface({ input: spawned.stdout });
      lines.on("line", (line) => {
        const reply = readReply(line);
        if (reply === null) return this.kill();
        if (reply["ready"] === true) {
          this.hold(false);
          resolve();
        } else if (this.waiting !== null && reply["id"] === this.waiting.id) this.waiting.take(reply);
        clearTimeout(late);
      });
      const end = (why: string): void => {
        this.alive = false;
        clearTimeout(late);
        this.waiting?.take(null);
        reject(new Error(`verifyCode: the ${language} sandbox did not start (${why}): ${this.errors}`));
      };
      spawned.on("error", (error) => end(error.message));
      spawned.on("exit", (code, signal) => end(`exit ${code ?? signal}`));
      spawned.stdin.on("error", () => this.kill()); // a child that died while it was written to: its exit is reported
    });
  }

  /** The reply to a task, or why it was stopped; null when the process ended by itself. */
  async ask(task: Reply, seconds: number): Promise<Reply | null> {
    const id = randomUUID();
    this.hold(true);
    let overtime = false;
    const timer = setTimeout(
      () => {
        overtime = true;
        this.kill();
      },
      (seconds + GRACE_SECONDS) * 1000,
    );
    const reply = await new Promise<Reply | null>((take) => {
      this.waiting = { id, take };
      if (this.alive) this.process.stdin?.write(`${JSON.stringify({ ...task, id })}\n`);
      else take(null);
    });
    clearTimeout(timer);
    this.waiting = null;
    this.hold(false);
    return reply === null && overtime ? { stopped: `stopped after ${seconds} s` } : reply;
  }

  kill(): void {
    this.alive = false;
    this.process.kill("SIGKILL");
  }

  /** An idle child does not keep the program alive that made it. */
  private hold(busy: boolean): void {
    for (const part of [this.process, this.process.stdin, this.process.stdout, this.process.stderr]) {
      const handle = part as unknown as { ref?: () => void; unref?: () => void };
      if (busy) handle.ref?.();
      else handle.unref?.();
    }
  }
}

/** Null when a line is no reply: the process is then not what it should be. */
function readReply(line: string): Reply | null {
  try {
    return JSON.parse(line) as Reply;
  } catch {
    return null;
  }
}

interface Started extends ChildProcess {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  stdio: [Writable, Readable, Readable, Writable, undefined];
}

/** A Node process that may do as little as it needs, with a fourth stream to it. */
export function startNode(language: CodeLanguage, script: string): Started {
  const stdio: "pipe"[] = ["pipe", "pipe", "pipe", "pipe"];
  return spawn(process.execPath, [...sandboxFlags(language), script], { env: {}, stdio }) as Started;
}

/** What the process may do, said to Node: its permission model where there is one, no `eval`, a bounded heap. */
export function sandboxFlags(language: CodeLanguage): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  const permission = ["--permission", "--experimental-permission"].find((flag) => known.has(flag));
  return [
    "--no-warnings",
    "--disallow-code-generation-from-strings",
    "--max-old-space-size=512",
    `--stack-size=${process.platform === "win32" ? 1500 : 7000}`, // KB, below the system's own bound
    ...(permission ? [permission, ...readableFolders(language).map((folder) => `--allow-fs-read=${folder}*`)] : []),
  ];
}
