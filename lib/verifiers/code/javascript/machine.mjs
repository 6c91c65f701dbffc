import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from "quickjs-emscripten";
import { Stop } from "../stop.mjs";

/** QuickJS asks its interrupt handler once in so many counted operations. */
const STEPS_PER_TICK = 10_000;
/** A turn of the job queue counts too: promises that promise for ever never reach the interrupt handler. */
const [JOBS_A_TURN, STEPS_PER_TURN] = [100, 2_000];
const STACK_BYTES = 2048 * 1024;
const MOST_MESSAGE = 1 << 24;
// compiled once, instantiated for every program
const binary = createRequire(import.meta.resolve("quickjs-emscripten")).resolve(
  "@jitl/quickjs-wasmfile-release-sync/wasm",
);
const variant = newVariant(RELEASE_SYNC, { wasmModule: await WebAssembly.compile(readFileSync(binary)) });
const source = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const guest = Object.fromEntries(
  ["data", "surroundings", "subject", "assert", "examiner"].map((name) => [name, source(`guest-${name}.js`)]),
);

/** One JavaScript interpreter in a WebAssembly instance of its own, used for one program or its tests, then dropped. */
export class JavaScriptMachine {
  /** @param {{ steps: number, seconds: number, memoryBytes: number, outputBytes: number }} limits */
  static async create(limits) {
    return new JavaScriptMachine(await newQuickJSWASMModuleFromVariant(variant), limits);
  }

  constructor(module, limits) {
    this.limits = limits;
    this.steps = 0;
    this.outputBytes = 0;
    this.output = [];
    this.stopped = null;
    this.onAsk = () => "";
    this.deadline = performance.now() + limits.seconds * 1000;
    this.runtime = module.newRuntime();
    this.runtime.setMemoryLimit(limits.memoryBytes);
    this.runtime.setMaxStackSize(STACK_BYTES);
    this.runtime.setInterruptHandler(() => this.#count(STEPS_PER_TICK));
    this.context = this.runtime.newContext();
  }

  /** Evaluates the guest part of a role and keeps its functions. */
  install(role, { stdin = "", whole = false } = {}) {
    const { context } = this;
    const host = context.newFunction("host", (op, text) =>
      context.newString(this.#host(context.getString(op), context.getString(text))),
    );
    const part = (name) => this.value(context.evalCode(guest[name], "sandbox.js"));
    const call = (made, ...args) => this.value(context.callFunction(made, context.undefined, ...args));
    const data = part("data");
    if (role === "examiner") {
      this.guest = call(part("examiner"), data, host, part("assert"));
      return;
    }
    const around = [
      data,
      host,
      context.newString(JSON.stringify(stdin)),
      whole ? context.true : context.false,
      part("assert"),
    ];
    this.guest = call(part("subject"), data, host, call(part("surroundings"), ...around));
  }

  /** Calls one of the guest part's functions with texts; its handle comes back. */
  call(name, ...args) {
    const { context } = this;
    return this.value(context.callFunction(context.getProp(this.guest, name), context.undefined, ...args));
  }

  text(name, ...args) {
    return this.context.getString(
      this.call(name, ...args.map((arg) => (typeof arg === "string" ? this.context.newString(arg) : arg))),
    );
  }

  /** The value of a result; what it threw is thrown as a GuestError, a Stop if the guest was stopped. */
  value(result) {
    if (this.stopped) throw this.stopped;
    if (!result.error) return result.value;
    const told = this.context.dump(result.error);
    const isError = typeof told === "object" && told !== null;
    const text = isError ? `${told.name}: ${told.message}` : String(told);
    if (/^InternalError: (?:out of memory|stack overflow)/.test(text))
      throw new Stop("limit", text.slice("InternalError: ".length));
    throw new GuestError(text.slice(0, 200), result.error);
  }

  /** Runs jobs and timers until a promise is settled, or, without one, until nothing is left to do. */
  settle(promise) {
    for (;;) {
      this.turn();
      if (promise) {
        const state = this.context.getPromiseState(promise);
        if (state.type !== "pending") return state;
      }
      if (!this.runtime.hasPendingJob() && !this.advance()) return { type: "pending" };
    }
  }

  /** Runs some of the jobs that wait. */
  turn() {
    const jobs = this.runtime.executePendingJobs(JOBS_A_TURN);
    this.#count(STEPS_PER_TURN);
    if (jobs.error) this.value(jobs);
    if (this.stopped) throw this.stopped;
  }

  /** Runs the timer that is due next; false where nothing is waited for. */
  advance() {
    return this.guest !== undefined && this.context.dump(this.call("next")) === true;
  }

  #host(op, text) {
    if (op === "exit") return this.#stop("", new Stop("exit", `exit ${text}`, Number(text)));
    if (op !== "write") return this.#ask(op, text);
    const printed = String(JSON.parse(text)).toWellFormed(); // as JSON, for texts end at a zero on the way between guest and host
    this.outputBytes += Buffer.byteLength(printed);
    if (this.outputBytes > this.limits.outputBytes) this.#stop(`printed more than ${this.limits.outputBytes} bytes`);
    else this.output.push(printed);
    return "";
  }

  /** A stop of the other guest stops this one too: it must not reach it as an error that it could expect. */
  #ask(op, text) {
    if (text.length > MOST_MESSAGE) return this.#stop("a message of more than 16 MB");
    try {
      return this.onAsk(op, text);
    } catch (error) {
      if (error instanceof Stop) return this.#stop("", error);
      throw error;
    }
  }

  #count(steps) {
    this.steps += steps;
    if (this.steps > this.limits.steps) this.#stop(`stopped after ${this.limits.steps} steps`);
    if (performance.now() > this.deadline) this.#stop(`stopped after ${this.limits.seconds} s`);
    return this.stopped !== null;
  }

  /** From here on the interrupt handler ends whatever the guest does. */
  #stop(reason, stop = new Stop("limit", reason)) {
    this.stopped ??= stop;
    this.steps = Number.POSITIVE_INFINITY;
    return "";
  }
}

/** Something that guest code threw and did not catch. */
export class GuestError extends Error {
  constructor(message, handle) {
    super(message);
    this.handle = handle;
  }
}
