import { spawnSync } from "node:child_process";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandboxFlags } from "../../../lib/verifiers/code/child-process.js";
import { CodePool } from "../../../lib/verifiers/code/pool.js";
import { verifyCode } from "../../../lib/verifiers/code/verify.js";
import * as javascript from "./hostile-javascript.js";
import * as python from "./hostile-python.js";

const limits = { steps: 3_000_000, seconds: 3, memoryBytes: 96 << 20, outputBytes: 1 << 16 };
let listener: Server;
let port = 0;
let connections = 0;

beforeAll(async () => {
  process.env["RLVR_TEST_SECRET"] = "1";
  listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  port = (listener.address() as { port: number }).port;
});
afterAll(() => {
  listener.close();
  delete process.env["RLVR_TEST_SECRET"];
});

describe.each([
  {
    language: "python" as const,
    sets: python,
    wrong: "assert f(1) == 3",
    good: "def f(x): return 3",
    greet: "print('hello')",
  },
  {
    language: "javascript" as const,
    sets: javascript,
    wrong: "assert.equal(f(1), 3)",
    good: "const f = () => 3",
    greet: "console.log('hello')",
  },
])("hostile $language", ({ language, sets, wrong, good, greet }) => {
  const pool = new CodePool(language, 2);
  afterAll(() => pool.close());
  const block = (code: string) => `\`\`\`${language}\n${code.replaceAll("PORT", String(port))}\n\`\`\``;
  const options = { language, limits, pool };
  const programs = [...sets.escapes, ...sets.bombs].map(([name, code, reason]) => ({
    name,
    code,
    reason,
    tests: { cases: [{ stdin: "", stdout: "ESCAPED" }] },
  }));
  const forgers = sets.forgers.map(([name, code, reason, asserts = wrong]) => ({
    name,
    code,
    reason,
    tests: { asserts },
  }));

  it.concurrent.each([...programs, ...forgers])("$name", async ({ code, reason, tests }) => {
    const started = performance.now();
    const verdict = await verifyCode(block(code), tests, options);
    expect(verdict).toMatchObject({ correct: false, reason: expect.stringMatching(reason) });
    expect(verdict.reason).not.toMatch(/is "ESCAPED/);
    expect(performance.now() - started).toBeLessThan(100_000);
  });

  it("judges honest programs as before, afterwards", async () => {
    expect(await verifyCode(block(greet), { cases: [{ stdin: "", stdout: "hello" }] }, options)).toMatchObject({
      correct: true,
    });
    expect(await verifyCode(block(good), { asserts: wrong }, options)).toMatchObject({ correct: true });
    expect(connections).toBe(0);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("the process itself", () => {
  it.each([
    ["reads no file", "require('node:fs').readFileSync('/etc/passwd')"],
    ["writes no file", "require('node:fs').writeFileSync('/tmp/x', 'x')"],
    ["starts no process", "require('node:child_process').execSync('id')"],
    ["starts no thread", "new (require('node:worker_threads').Worker)('0', { eval: true })"],
    ["makes no code from text", "to = [1].constructor.constructor('return process.pid')()"],
  ])("%s", (_name, code) => {
    const run = spawnSync(process.execPath, [...sandboxFlags("python"), "-e", `${code}; console.log('ESCAPED')`], {
      env: {},
    });
    expect(run.stdout.toString()).toBe("");
    expect(run.stderr.toString()).toMatch(/ERR_ACCESS_DENIED|EvalError/);
  });
});
