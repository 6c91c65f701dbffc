import "../last-words.mjs";
import { listen } from "../listen.mjs";
import { Stop } from "../stop.mjs";
import { GuestError, JavaScriptMachine } from "./machine.mjs";

/** QuickJS's flag for scripts that may wait. */
const TOP_LEVEL_AWAIT = 1 << 7;
const NAME = /[A-Za-z_$][\w$]*/g;
const unhandled = (error) => {
  if (error instanceof GuestError) return { error: error.message };
  throw error;
};

/** Evaluates a program, as a module where it is written as one, and waits until it has nothing left to do. */
function evaluate(machine, code) {
  const { context, runtime } = machine;
  runtime.setModuleLoader(moduleSource);
  let result = context.evalCode(code, "response.js");
  // await outside of functions: first as a script, whose definitions are seen by tests, then as a module
  for (const how of [TOP_LEVEL_AWAIT, { type: "module" }]) {
    const unread = result.error && /\bawait\b/.test(code) && context.dump(result.error)?.name === "SyntaxError";
    if (unread) result = context.evalCode(code, "response.js", how);
  }
  const value = machine.value(result);
  if (context.typeof(value) === "object") {
    const state = machine.settle(value);
    if (state.type === "rejected") machine.value({ error: state.error });
    if (state.type === "fulfilled") context.setProp(context.getProp(context.global, "module"), "exported", state.value);
  }
  machine.settle();
}

const MODULES = {
  __proto__: null,
  fs: ["readFileSync"],
  readline: ["createInterface"],
  os: ["EOL"],
  assert: ["ok", "equal", "notEqual", "strictEqual", "notStrictEqual", "deepEqual", "deepStrictEqual", "throws"],
};

/** The few modules of a whole program come from its own `require`. */
function moduleSource(name) {
  const known = MODULES[name.replace(/^node:/, "")];
  if (!known) return { error: new Error(`Cannot find module '${name}'`) };
  return `const it = require("${name}"); export default it; ${known.map((key) => `export const ${key} = it.${key};`).join("")}`;
}

async function runProgram({ code, stdin, limits }) {
  const machine = await JavaScriptMachine.create(limits);
  try {
    machine.install("subject", { stdin, whole: true });
    evaluate(machine, code);
  } catch (error) {
    if (!(error instanceof Stop && error.kind === "exit")) return unhandled(error);
    if (error.code !== 0) return { error: `exit ${error.code}` };
  }
  return { error: null, output: machine.output.join("") };
}

async function examine({ code, asserts, entry, limits }) {
  const [subject, examiner] = [await JavaScriptMachine.create(limits), await JavaScriptMachine.create(limits)];
  const unreadable = asserts.map((test) => syntaxError(examiner, test)).find((told) => told !== null);
  if (unreadable) return { unreadable };
  try {
    subject.install("subject");
    evaluate(subject, code);
  } catch (error) {
    return unhandled(error);
  }
  examiner.onAsk = (_op, request) => answer(subject, request);
  subject.onAsk = (_op, request) => examiner.text("callback", request);
  examiner.advance = () => passTime(subject);
  examiner.install("examiner");
  const check = entry ? [`if (typeof check === "function") check(${entry})`] : [];
  const names = [...new Set([...asserts.join("\n").matchAll(NAME)].map(([name]) => name).concat(entry ?? []))];
  const end = runTests(examiner, [...asserts, ...check], names, entry);
  return end.passed === undefined ? end : { passed: asserts.length };
}

/** What the subject's guest says to one request, after its promises have settled. */
function answer(subject, request) {
  const { context } = subject;
  const served = subject.call("serve", context.newString(request));
  const reply = context.getProp(served, "reply");
  if (context.typeof(reply) === "string") return context.getString(reply);
  const state = subject.settle(context.getProp(served, "value"));
  if (state.type === "rejected") return subject.text("rejected", state.error);
  if (state.type === "pending") return JSON.stringify({ raised: ["Error", "a promise that never settles", ""] });
  return subject.text("settled", state.value, context.getProp(served, "changed"));
}

/** While a test waits, the program's jobs and timers go on; false when it has none. */
function passTime(subject) {
  try {
    const busy = subject.runtime.hasPendingJob();
    if (busy) subject.turn();
    return busy || subject.advance();
  } catch (error) {
    if (error instanceof GuestError) throw new Stop("limit", error.message);
    throw error;
  }
}

function runTests(examiner, asserts, names, entry) {
  const { context } = examiner;
  const bind = context.evalCode(`(bind) => bind(${JSON.stringify(names)}, ${JSON.stringify(entry ?? null)})`);
  for (let i = 0; i < asserts.length; i++) {
    try {
      if (i === 0)
        examiner.value(
          context.callFunction(examiner.value(bind), context.undefined, context.getProp(examiner.guest, "bind")),
        );
      const pending = examiner.value(evaluateTest(examiner, asserts[i]));
      const state = examiner.settle(pending);
      if (state.type === "rejected") examiner.value({ error: state.error });
      if (state.type === "pending") return { failed: i, error: "it waits for what never comes" };
    } catch (error) {
      if (!(error instanceof GuestError)) throw error;
      return { failed: i, error: examiner.text("told", error.handle) };
    }
  }
  return { passed: asserts.length };
}

/** A test that waits is wrapped into an asynchronous function. */
function evaluateTest({ context }, test, options = {}) {
  const run = (code) => context.evalCode(code, "test.js", { type: "global", ...options });
  const result = run(test);
  if (!result.error) return result;
  if (/\bawait\b/.test(test)) return run(`(async () => {\n${test}\n})()`);
  // a name that an earlier test took
  return /^redeclaration/.test(String(context.dump(result.error)?.message)) ? run(`{\n${test}\n}`) : result;
}

function syntaxError(machine, test) {
  const { error } = evaluateTest(machine, test, { compileOnly: true });
  return error ? machine.context.dump(error).message : null;
}

listen({ program: runProgram, examine });
