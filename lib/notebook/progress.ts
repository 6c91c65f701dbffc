import { DisplaySlot } from "./display.js";

/** A line of progress that is rewritten in place. */
export interface Progress {
  /** Says how far the work is; `note` is shown behind the times (current metrics, say). */
  update(done: number, note?: string): void;
  /** Writes the line that stays. */
  finish(note?: string): void;
}

/**
 * A line of progress in one output that is replaced in place: bar, count, elapsed and remaining time, a note.
 * Outside a notebook only the last line is written.
 *
 * @param total how many units make the whole
 * @param every least time between two drawings, ms
 * @param now the clock, ms
 * @throws RangeError unless total > 0 and every >= 0
 * @example const bar = progress(120); bar.update(30, "entropy 0.31"); bar.finish();
 * @source this project
 */
export function progress(total: number, { label = "", every = 500, now = () => performance.now() } = {}): Progress {
  if (!(total > 0)) throw new RangeError(`progress: total must be > 0, got ${total}`);
  if (!(every >= 0)) throw new RangeError(`progress: every must be >= 0, got ${every}`);
  const slot = new DisplaySlot();
  const start = now();
  let last = -Infinity;
  let done = 0;
  const text = (note: string) => ({ "text/plain": progressLine({ label, done, total, elapsed: now() - start, note }) });
  return {
    update(count, note = "") {
      done = count;
      if (now() - last < every) return;
      slot.show(text(note));
      last = now();
    },
    finish: (note = "") => slot.finish(text(note)),
  };
}

interface State {
  label: string;
  done: number;
  total: number;
  /** ms */
  elapsed: number;
  note: string;
}

/** The line itself. Remaining time is what the units so far took, carried on. */
export function progressLine({ label, done, total, elapsed, note }: State): string {
  const share = Math.min(1, Math.max(0, done / total));
  const cells = Math.round(share * 20);
  const bar = "█".repeat(cells) + "░".repeat(20 - cells);
  const remaining = share > 0 && share < 1 ? `, ${clock((elapsed * (1 - share)) / share)} left` : "";
  return [label, bar, `${done}/${total}`, `${clock(elapsed)}${remaining}`, note].filter(Boolean).join("  ");
}

/** Milliseconds as `8 s`, `2:05 min` or `1:02 h`. */
export function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)} min`;
  return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))} h`;
}

const two = (value: number): string => String(value).padStart(2, "0");
