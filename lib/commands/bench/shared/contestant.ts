import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** What one job cost a contestant; `rss` is the peak of its process so far, in MB. */
export interface Measure {
  cpu: number;
  wall: number;
  value: number;
  rss: number;
}

const WARM_ROUNDS = 2;
const WARM_SECONDS = 1;

/** A process that answers one JSON line to each job line: each side of a comparison has memory of its own. */
export class Contestant {
  description = "";
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #errors = "";

  private constructor(
    readonly name: string,
    command: string,
    args: string[],
  ) {
    this.#process = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
    this.#process.stderr?.on("data", (text) => {
      this.#errors += text;
    });
    const failed = (error: Error) => {
      this.#errors += `${error.message}\n`;
    };
    this.#process.on("error", failed);
    this.#process.stdin?.on("error", failed);
    this.#lines = createInterface({ input: this.#process.stdout! })[Symbol.asyncIterator]();
  }

  /** Starts it and waits until it says what it is. */
  static async start(name: string, command: string, args: string[]): Promise<Contestant> {
    const contestant = new Contestant(name, command, args);
    contestant.description = ((await contestant.#answer("starting")) as unknown as { ready: string }).ready;
    return contestant;
  }

  /** @throws Error with what the process said when it ends instead of answering. */
  async ask(job: string): Promise<Measure> {
    this.#process.stdin!.write(`${JSON.stringify({ job })}\n`);
    return (await this.#answer(job)) as Measure;
  }

  /**
   * Repeats a job until compilers that work beside it are through with it, as they are in a training of hundreds of steps:
   * two rounds at least, and a second of CPU time. Returns the very first measure.
   */
  async warmUp(job: string): Promise<Measure> {
    const first = await this.ask(job);
    let seconds = first.cpu;
    for (let round = 1; round < WARM_ROUNDS || seconds < WARM_SECONDS; round++) seconds += (await this.ask(job)).cpu;
    return first;
  }

  async close(): Promise<void> {
    this.#process.stdin!.end();
    if (this.#process.exitCode === null) await new Promise((done) => this.#process.once("close", done));
  }

  async #answer(job: string): Promise<unknown> {
    const { value, done } = await this.#lines.next();
    if (!done) return JSON.parse(value);
    const lines = this.#errors.trim().split("\n");
    const cause = lines.findLast((line) => /error/i.test(line)) ?? lines[lines.length - 1];
    throw new Error(`bench: ${this.name} ended while ${job}: ${cause}`);
  }
}

/** Path of a peer script; peers are run from the sources, they are not compiled. */
export function peerPath(file: string): string {
  return fileURLToPath(new URL(`../../../../lib/commands/bench/peers/${file}`, import.meta.url));
}

/** Whether this Python can import a module. */
export function pythonHas(python: string, module: string): boolean {
  return spawnSync(python, ["-c", `import ${module}`], { stdio: "ignore" }).status === 0;
}

/** Answers jobs from standard input, in a contestant's process: `jobs` give a value to compare the sides by. */
export async function serve(ready: string, jobs: Record<string, () => Promise<number>>): Promise<void> {
  process.stdout.write(`${JSON.stringify({ ready })}\n`);
  for await (const line of createInterface({ input: process.stdin })) {
    const { job } = JSON.parse(line) as { job: string };
    const before = process.cpuUsage();
    const start = performance.now();
    const value = await jobs[job]();
    const wall = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(before);
    const measure: Measure = { cpu: (user + system) / 1e6, wall, value, rss: process.resourceUsage().maxRSS / 1024 };
    process.stdout.write(`${JSON.stringify(measure)}\n`);
  }
}
