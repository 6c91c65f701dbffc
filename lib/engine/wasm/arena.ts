const PAGE = 65536;
const LIMIT = 65536 * PAGE;

/** A stack of 64-byte aligned blocks in one WebAssembly memory: allocation is a bump, freeing is going back to a mark. */
export interface Arena {
  /** Address of a fresh block of `floats` 4-byte cells, not cleared. */
  alloc(floats: number): number;
  mark(): number;
  release(mark: number): void;
  floats(address: number, length: number): Float32Array;
  /** All of memory, indexed by address / 4; valid until the next `alloc`. No view is made for a handful of numbers. */
  allFloats(): Float32Array;
  allInts(): Int32Array;
  /** Bytes that the memory has grown to. */
  size(): number;
}

/**
 * @throws RangeError (from `alloc`) when the 4 GB that WebAssembly can address, or the machine's memory, do not suffice.
 */
export function createArena(memory: WebAssembly.Memory, start: number): Arena {
  let top = Math.ceil(start / 64) * 64;
  const views = wholeViews();
  return {
    alloc(floats) {
      const address = top;
      const end = address + Math.ceil(floats / 16) * 64;
      if (end > memory.buffer.byteLength) grow(memory, end);
      top = end;
      return address;
    },
    mark: () => top,
    release(mark) {
      top = mark;
    },
    floats: (address, length) => new Float32Array(memory.buffer, address, length),
    allFloats: () => views(memory).floats,
    allInts: () => views(memory).ints,
    size: () => memory.buffer.byteLength,
  };
}

// Growing memory detaches its buffer; the views are made anew then.
function wholeViews(): (memory: WebAssembly.Memory) => { floats: Float32Array; ints: Int32Array } {
  let known: { floats: Float32Array; ints: Int32Array } | undefined;
  return ({ buffer }) => {
    if (known?.floats.buffer !== buffer) known = { floats: new Float32Array(buffer), ints: new Int32Array(buffer) };
    return known;
  };
}

/** @throws RangeError when `bytes` are more than WebAssembly can address. */
export function checkRoom(bytes: number): void {
  if (bytes > LIMIT)
    throw new RangeError(`wasm engine: needs ${megabytes(bytes)}, WebAssembly addresses 4096 MB; ${ADVICE}`);
}

const ADVICE = "use a smaller model, shorter sequences or fewer continuations at a time";

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MB`;
}

function grow(memory: WebAssembly.Memory, end: number): void {
  checkRoom(end);
  const have = memory.buffer.byteLength / PAGE;
  const pages = Math.ceil(end / PAGE) - have;
  const slack = Math.min(Math.ceil(have / 16), LIMIT / PAGE - have - pages);
  try {
    memory.grow(pages + slack);
  } catch (error) {
    throw new RangeError(`wasm engine: needs ${megabytes(end)}, the machine does not give them; ${ADVICE}`, {
      cause: error,
    });
  }
}
