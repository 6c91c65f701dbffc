import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";

/** One output in several forms: a viewer takes the richest that it can show. */
export type Bundle = Record<string, unknown>;

type Write = (
  content: { data: Bundle; metadata: Record<string, unknown>; transient: { display_id?: string } },
  update?: boolean,
) => void;

/**
 * The running kernel's way to send a display, if this process is a kernel. tslab's own `display` sends one form
 * only; its module, loaded by the kernel, also holds the function below that. It is looked up, never loaded.
 */
function kernelWrite(): Write | undefined {
  const cache = createRequire(import.meta.url).cache;
  const path = Object.keys(cache).find((name) => /[\\/]tslab[\\/]dist[\\/]jupyter\.js$/.test(name));
  const module = path ? (cache[path]?.exports as { lastWriteDisplayData?: Write | null }) : undefined;
  return module?.lastWriteDisplayData ?? undefined;
}

/**
 * Whether this process is a notebook's kernel.
 *
 * @throws never
 * @example insideNotebook() // false
 * @source this project
 */
export const insideNotebook = (): boolean => kernelWrite() !== undefined;

/** Sends a bundle as one output; outside a kernel its text goes to standard output. */
export function displayBundle(data: Bundle): void {
  const write = kernelWrite();
  if (write) write({ data, metadata: {}, transient: {} });
  else process.stdout.write(`${String(data["text/plain"] ?? "")}\n`);
}

/** One output that is replaced in place, live and in the saved notebook. Outside a kernel only the last is written. */
export class DisplaySlot {
  private readonly id = randomBytes(8).toString("hex");
  private begun = false;

  /** Shows a bundle instead of the one before. */
  show(data: Bundle): void {
    const write = kernelWrite();
    write?.({ data, metadata: {}, transient: { display_id: this.id } }, this.begun);
    this.begun = true;
  }

  /** Shows the bundle that stays. */
  finish(data: Bundle): void {
    if (insideNotebook()) this.show(data);
    else displayBundle(data);
  }
}
