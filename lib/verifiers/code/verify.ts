import { checkInteger, checkNumber, checkOneOf, fail } from "../../core/check.js";
import type { Verdict } from "../verdict.js";
import type { Reply } from "./child-process.js";
import { type CodeLanguage, extractCode } from "./extract.js";
import { type CodePool, sharedPool } from "./pool.js";

/** Standard input and the output that must follow; trailing white space of lines and at the end does not count. */
export interface ProgramCase {
  stdin: string;
  stdout: string;
}

/** What a program must do: whole programs print, definitions hold under assertions; both may be asked. */
export interface CodeTests {
  cases?: readonly ProgramCase[];
  /**
   * Test programs in the same language (Python `assert`, JavaScript `assert.equal` and the like), run one after the
   * other in an interpreter of their own that sees the response's definitions only as values and calls.
   */
  asserts?: string | readonly string[];
  /** The definition to be tested, where a test defines `check(candidate)` and leaves the call to others. */
  entry?: string;
}

/** Bounds of one check; the first that is passed ends it. */
export interface CodeLimits {
  /** Steps of the interpreter: a bound that is the same on every machine. Default 100 million. */
  steps: number;
  /** Wall time of one case or of all assertions, seconds. Default 10. */
  seconds: number;
  /** Memory of one interpreter, bytes. Default 128 MB. */
  memoryBytes: number;
  /** Printed bytes. Default 1 MB. */
  outputBytes: number;
}

/** How code is run. */
export interface CodeOptions {
  language: CodeLanguage;
  limits?: Partial<CodeLimits>;
  /** Processes to run in; by default one shared pool a language. */
  pool?: CodePool;
}

const DEFAULT_LIMITS: CodeLimits = { steps: 100_000_000, seconds: 10, memoryBytes: 128 << 20, outputBytes: 1 << 20 };

/**
 * Judges code by unit tests, JavaScript in QuickJS and Python in Pyodide: WebAssembly interpreters in a child process
 * with an empty environment. A program never meets its tests: what it prints is compared outside, and assertions run in
 * a second interpreter that exchanges plain data with it. Clock, randomness and hash seeds are fixed.
 *
 * @throws RangeError when there are no tests, a test does not parse or leans on a harness (`expect`, `np`, ...) that it neither defines nor names as `entry`, or a limit is out of range; a response never throws.
 * @throws Error when the sandbox process cannot be started.
 * @example await verifyCode("```python\ndef add(a, b): return a + b\n```", { asserts: "assert add(1, 2) == 3" }, { language: "python" })
 * @source this project
 */
export async function verifyCode(
  response: string,
  tests: CodeTests | string | readonly string[] | readonly ProgramCase[],
  options: CodeOptions,
): Promise<Verdict> {
  const language = checkOneOf("verifyCode", "language", options.language, ["javascript", "python"] as const);
  const limits = checkLimits({ ...DEFAULT_LIMITS, ...options.limits });
  const { cases, asserts, entry } = readTests(tests);
  const found = extractCode(response, language);
  if (found.code === null) return { correct: false, answer: null, rule: "none", reason: found.reason };
  const run = (task: Reply): Promise<Reply> =>
    (options.pool ?? sharedPool(language)).run({ code: found.code, limits, ...task }, limits.seconds);
  const failure = (await firstFailedCase(cases, run)) ?? (await firstFailedAssert(asserts, entry, run));
  const passed = `passes ${cases.length + asserts.length} of ${cases.length + asserts.length} tests`;
  return { correct: failure === null, answer: found.code, rule: found.rule, reason: failure ?? passed };
}

/** A text or a list of texts are assertions; a list of pairs are cases. */
function readTests(tests: Parameters<typeof verifyCode>[1]): {
  cases: readonly ProgramCase[];
  asserts: readonly string[];
  entry?: string;
} {
  const list = (value: unknown): readonly unknown[] =>
    Array.isArray(value) ? value : value === undefined ? [] : [value];
  const bare = typeof tests !== "object" || tests === null || Array.isArray(tests);
  const { cases, asserts, entry }: CodeTests = bare ? {} : (tests as CodeTests);
  const all = [...(bare ? list(tests ?? undefined) : []), ...list(asserts), ...list(cases)];
  const isCase = (test: unknown): test is ProgramCase =>
    typeof (test as ProgramCase)?.stdin === "string" && typeof (test as ProgramCase).stdout === "string";
  const texts = all.filter((test): test is string => typeof test === "string");
  const pairs = all.filter(isCase);
  if (all.length === 0 || texts.length + pairs.length !== all.length) {
    fail("verifyCode", "tests", "assertions, or cases of stdin and stdout, one at least", tests);
  }
  for (const [i, text] of (texts ?? []).entries()) refuseHarness(text, i, entry);
  return { cases: pairs, asserts: texts, entry };
}

async function firstFailedCase(
  cases: readonly ProgramCase[],
  run: (task: Reply) => Promise<Reply>,
): Promise<string | null> {
  for (const [i, { stdin, stdout }] of cases.entries()) {
    const reply = await run({ task: "program", stdin });
    const why = unfinished(reply) ?? outputDiffers(String(reply["output"]), stdout);
    if (why !== null) return `case ${i + 1} of ${cases.length}: ${why}`;
  }
  return null;
}

async function firstFailedAssert(
  asserts: readonly string[],
  entry: string | undefined,
  run: (task: Reply) => Promise<Reply>,
): Promise<string | null> {
  if (asserts.length === 0) return null;
  const reply = await run({ task: "examine", asserts, entry });
  if (reply["unreadable"] !== undefined)
    fail("verifyCode", "tests.asserts", `code that parses (${reply["unreadable"]})`, asserts);
  if (reply["passed"] === asserts.length) return null;
  const place = typeof reply["failed"] === "number" ? `test ${reply["failed"] + 1} of ${asserts.length}: ` : "";
  return place + (unfinished(reply) ?? "the tests did not reach their end");
}

/** Why a program did not end well; null when it did. */
function unfinished(reply: Reply): string | null {
  if (reply["stopped"] !== undefined) return String(reply["stopped"]);
  return reply["error"] === null || reply["error"] === undefined ? null : String(reply["error"]);
}

/** Names of test harnesses and libraries that the sandbox does not have. */
const HARNESS =
  /(?<![\w$.'"`])(test|it|describe|expect|jest|chai|sinon|pytest|unittest|np|numpy|pd|hypothesis)\s*[(.]/g;

// A name that the tests use and nobody provides would be looked up in the program: it could answer for its own examiner.
function refuseHarness(text: string, i: number, entry: string | undefined): void {
  for (const [, name] of text.matchAll(HARNESS)) {
    const defined = new RegExp(`(?:function|const|let|var|def|class|import|as)\\s+${name}\\b|\\b${name}\\s*=[^=]`).test(
      text,
    );
    if (name === entry || defined) continue;
    fail("verifyCode", `tests.asserts[${i}]`, `plain assertions (the sandbox has no \`${name}\`)`, text);
  }
}

function outputDiffers(printed: string, wanted: string): string | null {
  const lines = (text: string): string[] =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.trimEnd());
  const [got, right] = [lines(printed), lines(wanted)];
  const at = right.findIndex((line, i) => line !== got[i]);
  if (at < 0 && got.length === right.length) return null;
  const line = at < 0 ? right.length : at;
  const quote = (text: string | undefined): string =>
    text === undefined ? "nothing" : JSON.stringify(text.slice(0, 60));
  return `line ${line + 1} is ${quote(got[line])}, not ${quote(right[line])}`;
}

function checkLimits(limits: CodeLimits): CodeLimits {
  checkInteger("verifyCode", "limits.steps", limits.steps, 1);
  checkNumber("verifyCode", "limits.seconds", limits.seconds, { low: 0.1, high: 3600 });
  checkInteger("verifyCode", "limits.memoryBytes", limits.memoryBytes, 64 << 20, 2 ** 31);
  checkInteger("verifyCode", "limits.outputBytes", limits.outputBytes, 1, 1 << 26);
  return limits;
}
