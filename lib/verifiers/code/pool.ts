import { type Reply, SandboxChild } from "./child-process.js";
import type { CodeLanguage } from "./extract.js";

/**
 * Sandbox processes of one language, kept warm: a check takes an idle one, a killed one is replaced when next needed.
 * Idle processes do not keep the program alive; `close` ends them at once.
 */
export class CodePool {
  private readonly idle: SandboxChild[] = [];
  private readonly busy = new Set<SandboxChild>();
  private readonly queue: (() => void)[] = [];

  constructor(
    readonly language: CodeLanguage,
    readonly size: number,
  ) {}

  /** Runs a task in a process of its own; the next task of that process starts from the same clean state. */
  async run(task: Reply, seconds: number): Promise<Reply> {
    const child = await this.take();
    try {
      await child.ready;
      return await child.ask(task, seconds);
    } finally {
      this.busy.delete(child);
      if (child.alive) this.idle.push(child);
      this.queue.shift()?.();
    }
  }

  /** Ends every process; a task under way ends with it. */
  close(): void {
    for (const child of [...this.idle, ...this.busy]) child.kill();
    this.idle.length = 0;
  }

  private async take(): Promise<SandboxChild> {
    while (this.busy.size >= this.size) await new Promise<void>((wake) => this.queue.push(wake));
    let child = this.idle.pop();
    while (child && !child.alive) child = this.idle.pop();
    child ??= new SandboxChild(this.language);
    this.busy.add(child);
    return child;
  }
}

const shared = new Map<CodeLanguage, CodePool>();

/** The pool that checks use when they bring none. */
export function sharedPool(language: CodeLanguage): CodePool {
  const pool = shared.get(language) ?? new CodePool(language, 2);
  shared.set(language, pool);
  return pool;
}
