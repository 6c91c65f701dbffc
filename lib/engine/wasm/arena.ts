const PAGE = 65536;
/** Static data of the kernels lies below. */
const START = PAGE;
const LIMIT = 65536 * PAGE;

/** A stack of 64-byte aligned blocks in one WebAssembly memory: allocation is a bump, freeing is going back to a mark. */
export interface Arena {
  /** Address of a fresh block of `floats` 4-byte cells, not cleared. */
  alloc(floats: number): number;
  mark(): number;
  release(mark: number): void;
  floats(address: number, length: number): Float32Array;
  ints(address: number, length: number): Int32Array;
  /** Bytes that the memory has grown to. */
  size(): number;
}

/**
 * @throws RangeError (from `alloc`) when the 4 GB that WebAssembly can address, or the machine's memory, do not suffice.
 */
export function createArena(memory: WebAssembly.Memory): Arena {
  let top = START;
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
    ints: (address, length) => new Int32Array(memory.buffer, address, length),
    size: () => memory.buffer.byteLength,
  };
}

function grow(memory: WebAssembly.Memory, end: number): void {
  const need = `${Math.ceil(end / 2 ** 20)} MB`;
  const advice = "use a smaller model, shorter sequences or fewer continuations at a time";
  if (end > LIMIT) throw new RangeError(`wasm engine: needs ${need}, WebAssembly addresses 4096 MB; ${advice}`);
  const pages = Math.ceil((end - memory.buffer.byteLength) / PAGE);
  const slack = Math.min(
    Math.ceil(memory.buffer.byteLength / PAGE / 16),
    65536 - memory.buffer.byteLength / PAGE - pages,
  );
  try {
    memory.grow(pages + Math.max(0, slack));
  } catch (error) {
    throw new RangeError(`wasm engine: needs ${need}, the machine does not give them; ${advice}`, { cause: error });
  }
}
