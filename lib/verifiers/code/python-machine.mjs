import { CHANNEL, guardImports, guardPointers } from "./python-imports.mjs";
import { Stop } from "./stop.mjs";

/** Ticks of the interpreter's own counter between two calls of the step hook. */
const STEPS_PER_TICK = 50;
const MOST_MESSAGE = 1 << 24;
const START_OF_TIME = Date.UTC(2026, 0, 1);
let compiled;

/** One Python interpreter that is set back to the same bytes before every program. */
export class PythonMachine {
  locked = false;
  stopped = null;
  exports = null;
  /** Answers the harness's messages. */
  onMessage = () => "";

  /** Loads Pyodide with its imports guarded, runs the harness, cuts the bridges, keeps the memory as it is then. */
  static async create(loadPyodide, indexURL, harness) {
    const machine = new PythonMachine();
    const restore = machine.#interceptWebAssembly();
    let python;
    try {
      python = await loadPyodide({
        indexURL,
        env: { _: "python", HOME: "/", PYTHONHASHSEED: "0" },
        stdin: () => null,
        stdout: () => 0,
      });
    } finally {
      restore();
    }
    python.runPython(harness);
    machine.#keep(python._module);
    return machine;
  }

  /** @param {{ steps: number, seconds: number, memoryBytes: number, outputBytes: number }} limits */
  begin(limits, stdin = "") {
    this.#setBack();
    this.limits = limits;
    this.stdin = new TextEncoder().encode(stdin);
    this.deadline = performance.now() + limits.seconds * 1000;
    [this.steps, this.clock, this.seed, this.outputBytes] = [0, START_OF_TIME, 0x9e3779b9, 0];
    this.output = [];
    this.inbox = new Uint8Array(0);
    this.stopped = null;
  }

  /** Runs one line of the harness; a Stop that ends it is thrown. */
  run(line) {
    const bytes = new TextEncoder().encode(`${line}\0`);
    const pointer = this.exports.malloc(bytes.length);
    new Uint8Array(this.exports.memory.buffer).set(bytes, pointer);
    try {
      // a write of the harness gives the interpreter's lock away: a call back into it must take it again
      const state = this.exports.PyGILState_Ensure();
      this.exports.PyRun_SimpleString(pointer);
      this.exports.PyGILState_Release(state);
      this.exports.free(pointer);
    } catch (error) {
      if (this.stopped) throw this.stopped;
      if (error instanceof RangeError) throw new Stop("limit", "the call stack overflowed");
      throw new Stop("limit", `the interpreter broke down: ${String(error).slice(0, 80)}`);
    }
    if (this.stopped) throw this.stopped;
  }

  /** What was printed, as text. */
  printed() {
    return Buffer.concat(this.output).toString("utf8");
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

  /** A clock that moves one millisecond a look: sleeping costs nothing and every run sees the same times. */
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

  write(fd, bytes) {
    if (fd === CHANNEL) {
      if (bytes.length > MOST_MESSAGE) this.stop("limit", "a message of more than 16 MB");
      const reply = this.onMessage(Buffer.from(bytes).toString("utf8"));
      this.inbox = new TextEncoder().encode(reply);
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

  read(fd, target) {
    const source = fd === 0 ? this.stdin : this.inbox;
    const part = source.subarray(0, target.length);
    target.set(part);
    if (fd === 0) this.stdin = source.subarray(part.length);
    else this.inbox = source.subarray(part.length);
    return part.length;
  }

  text(pointer) {
    const memory = new Uint8Array(this.exports.memory.buffer);
    const end = memory.indexOf(0, pointer);
    return Buffer.from(memory.subarray(pointer, Math.min(end, pointer + 4096))).toString("utf8");
  }

  /** While Pyodide loads, its module and the small modules around host functions are instantiated with guarded imports. */
  #interceptWebAssembly() {
    const { instantiate, Instance } = WebAssembly;
    WebAssembly.instantiate = async (source, imports) => {
      compiled ??= await WebAssembly.compile(source);
      const instance = await instantiate(compiled, guardImports(this, imports));
      this.exports = instance.exports;
      return { module: compiled, instance };
    };
    WebAssembly.Instance = new Proxy(Instance, {
      construct: (target, [module, imports]) => new target(module, guardPointers(this, imports)),
    });
    return () => Object.assign(WebAssembly, { instantiate, Instance });
  }

  #keep(module) {
    const { memory, Py_EMSCRIPTEN_SIGNAL_HANDLING: hook } = this.exports;
    new DataView(memory.buffer).setInt32(hook.value, 1, true);
    this.files = module.FS;
    this.image = new Uint8Array(memory.buffer).slice();
    this.stack = this.exports.__stack_pointer.value;
    this.locked = true;
  }

  #setBack() {
    const memory = new Uint8Array(this.exports.memory.buffer);
    memory.set(this.image);
    memory.fill(0, this.image.length);
    this.exports.__stack_pointer.value = this.stack;
    for (const stream of this.files.streams) if (stream && stream.fd > 2) this.files.closeStream(stream.fd);
  }
}
