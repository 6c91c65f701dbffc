let current: AbortController | undefined;

/**
 * A signal that the notebook's stop button (or Ctrl-C) raises: loops that await hand it on, since a stopped cell
 * otherwise computes on in the background. After it was raised the next call gives a new one.
 *
 * @throws never
 * @example interrupted().aborted // false
 * @source this project
 */
export function interrupted(): AbortSignal {
  // Not within the cell: vm's own watch over SIGINT, which ends with the cell's first await, would undo the handler
  // and leave the kernel to die of the signal.
  if (!current) setImmediate(() => process.on("SIGINT", abort));
  if (!current || current.signal.aborted) current = new AbortController();
  return current.signal;
}

/** Nobody asked for a new signal since the last interrupt: what ran ignores it, so outside a kernel the process ends. */
function abort(): void {
  if (current?.signal.aborted && process.listenerCount("SIGINT") === 1) process.exit(130);
  current?.abort(new Error("interrupted"));
}
