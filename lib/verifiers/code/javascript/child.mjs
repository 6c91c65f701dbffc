import { listen } from "../listen.mjs";
import { Stop } from "../stop.mjs";
import { GuestError, JavaScriptMachine } from "./machine.mjs";

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
  if (result.error && /\bawait\b/.test(code)) result = context.evalCode(code, "response.js", { type: "module" });
  const value = machine.value(result);
  if (context.typeof(value) === "object") {
    const state = machine.settle(value);
    if (state.type === "rejected") machine.value({ error: state.error });
    if (state.type === "fulfilled") context.setProp(context.getProp(context.global, "module"), "exported", state.value);
  }
  machine.settle();
}

/** The few modules of a whole program come from its own `require`. */
function moduleSource(name) {
  const known = { fs: ["readFileSync"], readline: ["createInterface"] }[name.replace(/^node:/, "")];
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
    } catch (error) {
      if (!(error instanceof GuestError)) throw error;
      return { failed: i, error: examiner.text("told", error.handle) };
    }
  }
  return { passed: asserts.length };
}

/** A test that waits is wrapped into an asynchronous function. */
function evaluateTest({ context }, test, options = {}) {
  const result = context.evalCode(test, "test.js", { type: "global", ...options });
  if (!result.error || !/\bawait\b/.test(test)) return result;
  return context.evalCode(`(async () => {\n${test}\n})()`, "test.js", { type: "global", ...options });
}

function syntaxError(machine, test) {
  const { error } = evaluateTest(machine, test, { compileOnly: true });
  return error ? machine.context.dump(error).message : null;
}

listen({ program: runProgram, examine });
