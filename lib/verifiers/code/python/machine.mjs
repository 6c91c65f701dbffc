import { Stop } from "../stop.mjs";
import { CHANNEL, kernelImports } from "./kernel.mjs";

/** Ticks of the interpreter's own counter between two calls of the step hook. */
const STEPS_PER_TICK = 50;
const MOST_MESSAGE = 1 << 24;
const MOST_FILES = 64;
const START_OF_TIME = Date.UTC(2026, 0, 1);

/** One Python interpreter that is set back to the same bytes before every program. */
export class PythonMachine {
  stopped = null;
  /** Answers the harness's messages. */
  onMessage = () => "";

  /** @param {WebAssembly.Module} compiled @param {Buffer} image as make-image.mjs writes it @param {Buffer} library */
  constructor(compiled, image, library) {
    const length = image.readUInt32LE(0);
    const header = JSON.parse(image.toString("utf8", 4, 4 + length));
    this.image = image.subarray(4 + length);
    this.stack = header.stack;
    const { exports } = new WebAssembly.Instance(compiled, kernelImports(this, compiled, header.pointers, library));
    this.exports = exports;
    this.table = exports.__indirect_function_table;
    this.table.grow(header.tableLength - this.table.length);
    for (const [place, name] of header.table) this.table.set(place, exports[name]);
    exports.memory.grow(Math.max(0, header.pages - exports.memory.buffer.byteLength / 65536));
  }

  /** Bytes of memory, which never shrinks. */
  get size() {
    return this.exports.memory.buffer.byteLength;
  }

  /** @param {{ steps: number, seconds: number, memoryBytes: number, outputBytes: number }} limits */
  begin(limits, stdin = "") {
    const memory = new Uint8Array(this.exports.memory.buffer);
    memory.set(this.image);
    memory.fill(0, this.image.length);
    this.exports.__stack_pointer.value = this.stack;
    this.limits = limits;
    this.files = new Map();
    this.stdin = new TextEncoder().encode(stdin);
    this.deadline = performance.now() + limits.seconds * 1000;
    [this.steps, this.clock, this.seed, this.outputBytes] = [0, START_OF_TIME, 0x9e3779b9, 0];
    this.output = [];
    this.inbox = new Uint8Array(0);
    this.stopped = null;
    this.exhausted = false;
  }

  /** Why the harness may have ended without a word. */
  silence() {
    return new Stop("limit", this.exhausted ? "out of memory" : "the harness was silenced");
  }

  /** Runs one line of the harness; a Stop that ends it is thrown. */
  run(line) {
    const text = new TextEncoder().encode(`${line}\0`);
    const pointer = this.exports.malloc(text.length);
    this.bytes(pointer, text.length).set(text);
    try {
      // a write of the harness gives the interpreter's lock away: a call back into it must take it again
      const state = this.exports.PyGILState_Ensure();
      this.exports.PyRun_SimpleString(pointer);
      this.exports.PyGILState_Release(state);
      this.exports.free(pointer);
    } catch (error) {
      if (this.stopped) throw this.stopped;
      if (error instanceof Stop) throw error; // of the other machine, which this one was waiting for
      if (error instanceof RangeError) throw new Stop("limit", "the call stack overflowed");
      throw new Stop("limit", `the interpreter broke down: ${String(error).slice(0, 80)}`);
    }
    if (this.stopped) throw this.stopped;
  }

  /** What was printed, as text. */
  printed() {
    return Buffer.concat(this.output).toString("utf8");
  }

  // --- what the kernel asks for ---

  view() {
    return new DataView(this.exports.memory.buffer);
  }

  bytes(pointer, length) {
    return new Uint8Array(this.exports.memory.buffer, pointer >>> 0, length >>> 0);
  }

  text(pointer) {
    const memory = new Uint8Array(this.exports.memory.buffer);
    const end = memory.indexOf(0, pointer >>> 0);
    return Buffer.from(memory.subarray(pointer >>> 0, Math.min(end, (pointer >>> 0) + 4096))).toString("utf8");
  }

  stop(kind, reason, code) {
    this.stopped = new Stop(kind, reason, code);
    throw this.stopped;
  }

  step() {
    this.steps += STEPS_PER_TICK;
    if (this.steps > this.limits.steps) this.stop("limit", `stopped after ${this.limits.steps} steps`);
    if (performance.now() > this.deadline) this.stop("limit", `stopped after ${this.limits.seconds} s`);
    return 0;
  }

  tick() {
    return this.clock++;
  }

  randomBytes(target) {
    for (let i = 0; i < target.length; i++) {
      this.seed ^= this.seed << 13;
      this.seed ^= this.seed >>> 17;
      this.seed ^= this.seed << 5;
      target[i] = this.seed & 255;
    }
  }

  /** 1 when the memory now holds so many bytes; 0 is an honest MemoryError. */
  grow(bytes) {
    const { memory } = this.exports;
    if (bytes > this.limits.memoryBytes) {
      this.exhausted = true;
      return 0;
    }
    memory.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / 65536)));
    return 1;
  }

  open() {
    if (this.files.size >= MOST_FILES) return -33;
    let fd = 3;
    while (this.files.has(fd)) fd++;
    this.files.set(fd, { position: 0 });
    return fd;
  }

  write(fd, bytes) {
    if (fd === CHANNEL) {
      if (bytes.length > MOST_MESSAGE) this.stop("limit", "a message of more than 16 MB");
      this.inbox = new TextEncoder().encode(this.onMessage(Buffer.from(bytes).toString("utf8")));
      return true;
    }
    if (fd !== 1 && fd !== 2) return false;
    this.outputBytes += bytes.length;
    if (this.outputBytes > this.limits.outputBytes) {
      this.stop("limit", `printed more than ${this.limits.outputBytes} bytes`);
    }
    if (fd === 1) this.output.push(Buffer.from(bytes));
    return true;
  }

  /** How many bytes were put into the target; negative without such a file. */
  read(fd, target, library) {
    if (fd === 0) return this.#take("stdin", target);
    if (fd === CHANNEL) return this.#take("inbox", target);
    const file = this.files.get(fd);
    if (!file) return -1;
    const part = library.subarray(file.position, file.position + target.length);
    target.set(part);
    file.position += part.length;
    return part.length;
  }

  #take(name, target) {
    const part = this[name].subarray(0, target.length);
    target.set(part);
    this[name] = this[name].subarray(part.length);
    return part.length;
  }
}
