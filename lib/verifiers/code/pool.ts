import { availableParallelism } from "node:os";
import { checkInteger } from "../../core/check.js";
import { type Reply, SandboxChild } from "./child-process.js";
import type { CodeLanguage } from "./extract.js";
import { pythonImage } from "./python-image.js";

/**
 * Sandbox processes of one language, kept warm: a check takes an idle one, a killed one is replaced when next needed.
 * Idle processes do not keep the program alive; `close` ends them at once.
 *
 * @throws Error when a check is asked of a closed pool, or its process cannot be started.
 * @example new CodePool("python", 4).size // 4
 * @source this project
 */
export class CodePool {
  private readonly children = new Set<SandboxChild>();
  private readonly idle: SandboxChild[] = [];
  private readonly queue: (() => void)[] = [];
  private running = 0;
  private closed = false;

  constructor(
    readonly language: CodeLanguage,
    readonly size: number,
  ) {
    checkInteger("CodePool", "size", size, 1, 64);
  }

  /** Runs a task in a process of its own; the next task of that process starts from the same clean state. */
  async run(task: Reply, seconds: number): Promise<Reply> {
    while (this.running >= this.size) await new Promise<void>((wake) => this.queue.push(wake));
    this.running++;
    try {
      // a process may be lost without any fault of the program, for want of memory: what ends a second one is the program
      return (
        (await this.ask(task, seconds)) ?? (await this.ask(task, seconds)) ?? { stopped: "the sandbox process ended" }
      );
    } finally {
      this.running--;
      this.queue.shift()?.();
    }
  }

  /** Ends every process; a task under way ends with it. */
  close(): void {
    this.closed = true;
    for (const child of this.children) child.kill();
  }

  private async ask(task: Reply, seconds: number): Promise<Reply | null> {
    const child = await this.take();
    const reply = await child.ask(task, seconds);
    if (child.alive) this.idle.push(child);
    else this.children.delete(child);
    return reply;
  }

  private async take(): Promise<SandboxChild> {
    const image = this.language === "python" ? await pythonImage() : null;
    if (this.closed) throw new Error("CodePool: the pool is closed");
    for (let waiting = this.idle.pop(); waiting; waiting = this.idle.pop()) {
      if (waiting.alive) return waiting;
      this.children.delete(waiting);
    }
    const child = new SandboxChild(this.language, image);
    this.children.add(child);
    await child.ready;
    return child;
  }
}

const shared = new Map<CodeLanguage, CodePool>();

/** The pool that checks use when they bring none: one process a core, two at most. */
export function sharedPool(language: CodeLanguage): CodePool {
  const pool = shared.get(language) ?? new CodePool(language, Math.min(2, availableParallelism()));
  shared.set(language, pool);
  return pool;
}
