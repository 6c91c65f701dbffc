import { constants, readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";
import { listen } from "./child.mjs";
import { PythonMachine } from "./python-machine.mjs";
import { Stop } from "./stop.mjs";

const harness = readFileSync(new URL("./python-harness.py", import.meta.url), "utf8");
const home = new URL(".", import.meta.resolve("pyodide")).pathname;
const create = () => PythonMachine.create(loadPyodide, home, harness);

// Pyodide reads file flags here when it loads; the permission model closes the real thing
process.binding = () => ({ fs: constants });

/** The interpreter of the response's program; that of the tests is made when the first tests need it. */
const subject = await create();
let examiner;

/** Runs a harness function of the subject and returns its last message but the request for code. */
function subjectRun(line, code, request) {
  let last;
  subject.onMessage = (text) => {
    const message = JSON.parse(text);
    if (message.op === "code") return code;
    if (message.op === "request") return request;
    if (message.op === "callback") return callBack(message.request);
    last = message;
    return "";
  };
  subject.run(line);
  if (!last) throw new Stop("escape", "the harness was silenced");
  return last;
}

function runProgram({ code, stdin, limits }) {
  subject.begin(limits, stdin);
  try {
    const { error } = subjectRun("run_program()", code);
    return { error, output: subject.printed() };
  } catch (error) {
    if (error instanceof Stop && error.kind === "exit" && error.code === 0)
      return { error: null, output: subject.printed() };
    throw error;
  }
}

/** The examiner answers while it waits for an answer itself: its interpreter is entered a second time. */
function callBack(request) {
  const waiting = examiner.onMessage;
  let reply;
  examiner.onMessage = (text) => {
    const message = JSON.parse(text);
    if (message.op === "request") return request;
    if (message.op !== "callback-reply") return waiting(text);
    reply = message.reply;
    return "";
  };
  examiner.run("serve_callback()");
  examiner.onMessage = waiting;
  return reply;
}

async function examine({ code, asserts, entry, limits }) {
  examiner ??= await create();
  subject.begin(limits);
  const loaded = subjectRun("load_program()", code);
  if (loaded.error) return { error: loaded.error };
  examiner.begin(limits);
  let end;
  examiner.onMessage = (text) => {
    const message = JSON.parse(text);
    if (message.op === "tests") return JSON.stringify({ asserts, entry: entry ?? null });
    if (message.op === "ask") return subjectRun("serve()", "", message.request).reply;
    end = message;
    return "";
  };
  examiner.run("examine()");
  return end;
}

listen({ program: runProgram, examine });
