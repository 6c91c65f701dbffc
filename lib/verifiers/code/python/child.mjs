import "../last-words.mjs";
import { createReadStream } from "node:fs";
import { listen } from "../listen.mjs";
import { Stop } from "../stop.mjs";
import { PythonMachine } from "./machine.mjs";
import { pythonLibrary, pythonModule } from "./module.mjs";

/** The interpreter's memory comes over a pipe of its own: the program that starts this process has it. */
const parts = [];
for await (const part of createReadStream("", { fd: 3, highWaterMark: 1 << 20 })) parts.push(part);
const [compiled, image, library] = [await pythonModule(), Buffer.concat(parts), pythonLibrary()];

/** The interpreters of the response's program and of its tests: kept, but for one whose memory once grew past what is now allowed. */
let [subject, examiner] = [null, null];
const machine = (kept, limits) =>
  kept !== null && kept.size <= limits.memoryBytes ? kept : new PythonMachine(compiled, image, library);
subject = machine(null);

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
  if (!last) throw subject.silence();
  return last;
}

function runProgram({ code, stdin, limits }) {
  subject = machine(subject, limits);
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

function examine({ code, asserts, entry, limits }) {
  subject = machine(subject, limits);
  examiner = machine(examiner, limits);
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
  if (!end) throw examiner.silence();
  return end;
}

listen({ program: runProgram, examine });
