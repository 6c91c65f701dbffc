import { afterAll, describe, expect, it } from "vitest";
import { extractCode } from "../../../lib/verifiers/code/extract.js";
import { CodePool } from "../../../lib/verifiers/code/pool.js";
import { verifyCode } from "../../../lib/verifiers/code/verify.js";

const pools = { python: new CodePool("python", 1), javascript: new CodePool("javascript", 1) };
afterAll(() => [pools.python, pools.javascript].map((pool) => pool.close()));

const python = (code: string, tests: Parameters<typeof verifyCode>[1]) =>
  verifyCode(`\`\`\`python\n${code}\n\`\`\``, tests, { language: "python", pool: pools.python });
const javascript = (code: string, tests: Parameters<typeof verifyCode>[1]) =>
  verifyCode(`\`\`\`js\n${code}\n\`\`\``, tests, { language: "javascript", pool: pools.javascript });

describe("extractCode", () => {
  it.each([
    ["text\n```python\na\n```\nmore\n```py\nb\n```", "b\n"],
    ["```python\na\n```\n```bash\nls\n```", "a\n"],
    ["```\na\n```", "a\n"],
    ["~~~python\n```\na\n~~~", "```\na\n"],
    ["````python\n```\n````", "```\n"],
    ["```python\nx\n```</think>\n```python\ny\n```", "y\n"],
  ])("%j", (response, code) => {
    expect(extractCode(response, "python").code).toBe(code);
  });

  it.each([
    ["print(1)", "no code block"],
    ["```python\nprint(1)", "the last code block is never closed"],
    ["```python\n\n```", "the code block is empty"],
    ["```java\nint x;\n```", "the code is written in java, not python"],
    ["", "no code block"],
    ["```x".repeat(2 ** 10), "no code block"],
  ])("none in %j", async (response, reason) => {
    expect(extractCode(response, "python")).toMatchObject({ code: null, reason });
    const verdict = await verifyCode(response, { asserts: "assert True" }, { language: "python" });
    expect(verdict).toEqual({ correct: false, answer: null, rule: "none", reason });
  });
});

describe("Python", () => {
  const sum = {
    cases: [
      { stdin: "2\n3 4\n", stdout: "7" },
      { stdin: "1\n5\n", stdout: "5\n" },
    ],
  };

  it("runs whole programs from standard input to standard output", async () => {
    expect((await python("input()\nprint(sum(map(int, input().split())))", sum)).reason).toBe("passes 2 of 2 tests");
    expect((await python("import sys\nprint(sum(map(int, sys.stdin.read().split()[1:])))", sum)).correct).toBe(true);
    expect((await python("print(sum(map(int, open(0).read().split()[1:])))", sum)).correct).toBe(true);
    expect((await python("if __name__ == '__main__':\n    input()\n    print(7)", sum)).reason).toBe(
      'case 2 of 2: line 1 is "7", not "5"',
    );
    expect((await python("print(1/0)", sum)).reason).toBe("case 1 of 2: ZeroDivisionError: division by zero");
    expect((await python("print(7)\nprint(7)", sum)).reason).toBe('case 1 of 2: line 2 is "7", not nothing');
    expect((await python("print(7); exit()", { cases: [{ stdin: "", stdout: "7" }] })).correct).toBe(true);
    expect((await python("def f(:", sum)).reason).toMatch(/^case 1 of 2: SyntaxError/);
  });

  it.each(["ab", "é", "a\u0085b", "a\u2028b", "a\0b", " x "])("reads a line that has no end: %j", async (stdin) => {
    const tests = { cases: [{ stdin, stdout: Array.from(stdin, (c) => c.charCodeAt(0)).join(" ") }] };
    for (const read of ["input()", "sys.stdin.read()", "os.read(0, os.fstat(0).st_size).decode()"]) {
      expect((await python(`import os, sys\nprint(*map(ord, ${read}))`, tests)).reason).toBe("passes 1 of 1 tests");
    }
  });

  it("judges the same whether the interpreter is cold or warm", async () => {
    const code = `import sys, functools
sys.setrecursionlimit(10 ** 6)
@functools.lru_cache(None)
def f(n): return 1 if n < 2 else max(1, *(f(m) + 1 for m in [n - 1]))
print(f(500))`;
    for (let i = 0; i < 12; i++) {
      expect((await python(code, { cases: [{ stdin: "", stdout: "500" }] })).reason).toBe("passes 1 of 1 tests");
    }
  });

  it("runs assertions against values and calls", async () => {
    const tests = {
      asserts: ["assert add(1, 2) == 3", "assert add((1,), (2,)) == (1, 2)", "assert add({1: [2]}, None) is None"],
    };
    expect((await python("def add(a, b): return a + b if b else None", tests)).correct).toBe(true);
    expect((await python("def add(a, b): return 3", tests)).reason).toBe(
      "test 2 of 3: AssertionError at `assert add((1,), (2,)) == (1, 2)`",
    );
    expect((await python("def plus(a, b): return 3", tests)).reason).toBe(
      "test 1 of 3: NameError: name 'add' is not defined at `assert add(1, 2) == 3`",
    );
  });

  it("carries what Python tests are made of", async () => {
    const code = `
import collections, fractions
class Stack:
    def __init__(self): self.items = []
    def push(self, item): self.items.append(item)
    def pop(self): return self.items.pop()
    def __len__(self): return len(self.items)
    def __repr__(self): return f"Stack({self.items})"
def sort_in_place(items): items.sort()
def squares(n):
    for i in range(n): yield i * i
def twice(f, x): return f(f(x))
def big(): return 7 ** 3000
def kinds(): return [True, 1, 1.0, float("inf"), 2 + 1j, b"x", {1, 2}, frozenset([3]), {"a": (1,)}, range(3), fractions.Fraction(1, 3), collections.Counter("aab")]
class Full(ValueError): pass
def fill(): raise Full("no room")
LIMIT = 10
async def later(x): return x`;
    const asserts = `
import asyncio, math
s = Stack(); s.push(4); s.push(5)
assert len(s) == 2 and str(s) == "Stack([4, 5])" and s.pop() == 5 and s.items == [4]
try:
    s.pop(); s.pop(); assert False
except IndexError as e: assert "empty" in str(e)
xs = [3, 1, 2]; sort_in_place(xs); assert xs == [1, 2, 3]
assert list(squares(4)) == [0, 1, 4, 9] and sum(squares(3)) == 5
assert twice(lambda v: v + 1, 1) == 3
assert big() == 7 ** 3000
k = kinds()
assert k[0] is True and k[1:3] == [1, 1.0] and type(k[2]) is float and k[3] == math.inf and k[4] == 2 + 1j and k[5] == b"x"
assert k[6] == {1, 2} and k[7] == frozenset([3]) and k[8] == {"a": (1,)} and list(k[9]) == [0, 1, 2] and k[10] * 3 == 1 and k[11]["a"] == 2
assert LIMIT == 10
try:
    fill(); assert False
except Full as e: assert isinstance(e, ValueError) and str(e) == "no room"
def check(candidate): assert list(candidate(2)) == [0, 1]`;
    expect((await python(code, { asserts, entry: "squares" })).reason).toBe("passes 1 of 1 tests");
    expect(
      (
        await python(code.replace("i * i", "i"), {
          asserts: asserts.slice(asserts.indexOf("def check")),
          entry: "squares",
        })
      ).correct,
    ).toBe(true);
    expect(
      (
        await python(code.replace("i * i", "7"), {
          asserts: asserts.slice(asserts.indexOf("def check")),
          entry: "squares",
        })
      ).correct,
    ).toBe(false);
  });

  it("carries what classes are made of", async () => {
    const code = `
import asyncio
from collections import namedtuple
class V:
    def __init__(self, x): self.x = x
    def __add__(self, o): return V(self.x + o.x)
    def __mul__(self, k): return V(self.x * k)
    __rmul__ = __mul__
    def __eq__(self, o): return self.x == o.x
    def __le__(self, o): return self.x <= o.x
    def __enter__(self): self.open = True; return self
    def __exit__(self, *error): self.open = False
class W(V): pass
P = namedtuple("P", "x y")
def point(): return P(1, 2)
class Bad(ValueError):
    def __init__(self, code): super().__init__("bad", code); self.code = code
def fail(): raise Bad(4)
def miss(): return {}["k"]
async def later(x):
    await asyncio.sleep(1)
    return x`;
    const asserts = [
      "assert V(1) + V(2) == V(3) and V(2) * 2 == 2 * V(2) == V(4) and V(1) <= V(2) and not V(2) <= V(1)",
      "assert isinstance(W(1), V) and not isinstance(V(1), W) and issubclass(W, V) and not isinstance(1, V)",
      "with V(1) as v: assert v.open\nassert not v.open",
      "assert point() == (1, 2) and point().y == 2 and point()._replace(x=3) == (3, 2)",
      "try:\n    fail(); assert False\nexcept Bad as e: assert e.code == 4 and e.args == ('bad', 4)",
      "try:\n    miss(); assert False\nexcept KeyError as e: assert str(e) == \"'k'\"",
      "import asyncio\nassert asyncio.run(later(3)) == 3",
      "from solution import point as p\nassert p().x == 1",
    ];
    expect((await python(code, { asserts })).reason).toBe("passes 8 of 8 tests");
  });

  it("gives the same clock, randomness and hashes to every run, and no waiting", async () => {
    const code =
      "import random, time, os, uuid\nt = time.time(); time.sleep(3600)\nprint(random.random(), t, hash('a'), os.urandom(4), uuid.uuid4(), set('abc'))";
    const reasons = await Promise.all([1, 2].map(() => python(code, { cases: [{ stdin: "", stdout: "?" }] })));
    expect(reasons[0].reason).toMatch(/^case 1 of 1: line 1 is "0\.\d+ 1767225600/);
    expect(reasons[1].reason).toBe(reasons[0].reason);
  });

  it("recurses as deep as Python programs do", async () => {
    const code = "import sys\nsys.setrecursionlimit(10 ** 6)\ndef depth(n): return 0 if n == 0 else 1 + depth(n - 1)";
    expect((await python(code, "assert depth(50_000) == 50_000")).reason).toBe("passes 1 of 1 tests");
  });

  it("leaves no state from one program to the next", async () => {
    const dirty =
      "import builtins, json, math\nbuiltins.sum = lambda x: 7\njson.dumps = None\nmath.pi = 3\nlist.__len__\nx = 1";
    const clean = "import math\nprint(sum([1, 2]), round(math.pi, 2), 'x' in globals())";
    const tests = { cases: [{ stdin: "", stdout: "3 3.14 False" }] };
    expect((await python(dirty, { cases: [{ stdin: "", stdout: "" }] })).correct).toBe(true);
    expect((await python(clean, tests)).correct).toBe(true);
    expect((await python("while True: pass", tests)).correct).toBe(false);
    expect((await python(clean, tests)).correct).toBe(true);
  });

  it("allows the memory of this check, not of one before", async () => {
    const code = "x = bytearray(300 << 20)\nprint(1)";
    const check = (memoryBytes: number) =>
      verifyCode(
        `\`\`\`python\n${code}\n\`\`\``,
        { cases: [{ stdin: "", stdout: "1" }] },
        { language: "python", pool: pools.python, limits: { memoryBytes } },
      );
    expect((await check(512 << 20)).reason).toBe("passes 1 of 1 tests");
    expect((await check(128 << 20)).reason).toBe("case 1 of 1: MemoryError");
  });

  it("does not blame a program for the loss of its process", async () => {
    const pool = new CodePool("python", 1);
    const judge = () =>
      verifyCode("```python\nprint(1)\n```", [{ stdin: "", stdout: "1" }], { language: "python", pool });
    await judge();
    for (const child of pool["children"]) child["process"].kill("SIGKILL");
    expect((await judge()).reason).toBe("passes 1 of 1 tests");
    expect(pool["children"].size).toBe(1);
    pool.close();
  });

  it("runs asyncio by the same clock", async () => {
    const code =
      "import asyncio\nasync def main():\n    await asyncio.sleep(60)\n    print(await asyncio.gather(*[asyncio.sleep(1, i) for i in range(3)]))\nasyncio.run(main())";
    expect((await python(code, { cases: [{ stdin: "", stdout: "[0, 1, 2]" }] })).reason).toBe("passes 1 of 1 tests");
  });

  it("throws on tests that are none", async () => {
    for (const tests of [{}, [], [1], { cases: [{ stdin: "" }] }, null]) {
      await expect(python("x = 1", tests as never)).rejects.toThrow(RangeError);
    }
    await expect(python("x = 1", { asserts: "assert (" })).rejects.toThrow(/tests.asserts/);
    // Names that the program would otherwise answer for.
    await expect(python("def f(): return 1", { asserts: "np.testing.assert_equal(f(), 2)" })).rejects.toThrow(
      /no `np`/,
    );
    const jest = { asserts: "test('f', () => expect(f()).toBe(2))" };
    await expect(verifyCode("```js\nfunction f() {}\n```", jest, { language: "javascript" })).rejects.toThrow(
      /no `test`/,
    );
    await expect(verifyCode("", { asserts: "1" }, { language: "perl" as never })).rejects.toThrow(/language/);
    await expect(verifyCode("", { asserts: "1" }, { language: "python", limits: { steps: 0 } })).rejects.toThrow(
      /limits.steps/,
    );
  });
});

describe("JavaScript", () => {
  const sum = { cases: [{ stdin: "2\n3 4\n", stdout: "7" }] };

  it.each([
    "const [, b] = require('fs').readFileSync(0, 'utf8').split('\\n'); console.log(b.split(' ').reduce((a, c) => a + +c, 0));",
    "import fs from 'fs';\nconst b = fs.readFileSync('/dev/stdin', 'utf8').split('\\n')[1];\nconsole.log(+b[0] + +b[2]);",
    "const rl = require('readline').createInterface({ input: process.stdin }); const lines = [];\nrl.on('line', (l) => lines.push(l)); rl.on('close', () => console.log(lines[1].split(' ').map(Number).reduce((a, b) => a + b)));",
    "let s = ''; process.stdin.on('data', (d) => (s += d)); process.stdin.on('end', () => { process.stdout.write(String(eval(s.split('\\n')[1].replace(' ', '+')))); process.exit(0); });",
    "import { createInterface } from 'node:readline';\nconst all = []; for await (const l of createInterface({ input: process.stdin })) all.push(l);\nawait new Promise((r) => setTimeout(r, 1e9)); console.log(7);",
  ])("whole program %#", async (code) => {
    expect((await javascript(code, sum)).reason).toBe("passes 1 of 1 tests");
  });

  it("prints as Node does, where it is short", async () => {
    const code =
      "console.log([1, 'a', null, undefined], { a: { b: [] } }, new Map([[1, 2]]), new Set(['x']), -0, 10n, [[]], () => 1, 'plain')";
    const stdout =
      "[ 1, 'a', null, undefined ] { a: { b: [] } } Map(1) { 1 => 2 } Set(1) { 'x' } -0 10n [ [] ] [Function (anonymous)] plain";
    expect((await javascript(code, { cases: [{ stdin: "", stdout }] })).reason).toBe("passes 1 of 1 tests");
  });

  it("runs assertions against values and calls", async () => {
    const code = `
function add(a, b) { return a + b; }
const sortInPlace = (xs) => { xs.sort(); };
class Stack {
  constructor() { this.items = []; }
  push(x) { this.items.push(x); return this; }
  pop() { if (this.items.length === 0) throw new RangeError("empty"); return this.items.pop(); }
  get size() { return this.items.length; }
  toString() { return "Stack"; }
}
class Full extends Error {}
const fill = () => { throw new Full("no room"); };
async function later(x) { await null; if (x < 0) throw new TypeError("negative"); return x * 2; }
function* count(n) { for (let i = 0; i < n; i++) yield i; }
const apply = (f, ...xs) => xs.map((x) => f(x));
const kinds = () => [undefined, NaN, -0, 10n, new Map([["a", 1]]), new Set([1]), new Date(5), { __proto__: null, a: 1 }];
module.exports = { add, extra: () => 9 };`;
    const asserts = [
      "assert.strictEqual(add(1, 2), 3); console.assert(add('a', 'b') === 'ab')",
      "const xs = [3, 1]; sortInPlace(xs); assert.deepStrictEqual(xs, [1, 3])",
      "const s = new Stack().push(1).push(2); assert(s instanceof Stack && s.size === 2 && s.pop() === 2 && String(s) === 'Stack')",
      "assert.throws(() => { s.pop(); s.pop(); }, RangeError); assert.throws(() => s.pop(), /empty/); assert.throws(fill, Full); assert.throws(() => assert.throws(() => s.pop(), Full))",
      "assert.equal(await later(2), 4); await assert.rejects(later(-1), TypeError)",
      "assert.deepEqual([...count(3)], [0, 1, 2]); assert.deepEqual(apply((x) => x + 1, 1, 2), [2, 3])",
      "assert.deepStrictEqual(kinds(), [undefined, NaN, -0, 10n, new Map([['a', 1]]), new Set([1]), new Date(5), { a: 1 }])",
      "const { add: plus } = require('./solution'); assert.equal(plus(2, 2), 4); assert.equal(extra(), 9)",
      "if (add(2, 2) !== 4) throw new Error('wrong')",
    ];
    expect((await javascript(code, { asserts })).reason).toBe("passes 9 of 9 tests");
    expect((await javascript(code.replace("a + b", "a - b"), { asserts })).reason).toBe(
      "test 1 of 9: AssertionError: -1 against 3",
    );
    const check = { asserts: "function check(f) { assert.equal(f(1, 1), 2); }", entry: "add" };
    expect((await javascript("const add = (a, b) => a + b", check)).correct).toBe(true);
    expect((await javascript("const add = (a, b) => a - b", check)).correct).toBe(false);
    expect((await javascript("export const add = (a, b) => a + b;", { asserts: asserts[0] })).correct).toBe(true);
    expect((await javascript("let x = 1", { asserts: asserts[0] })).reason).toMatch(/^test 1 of 1: ReferenceError/);
    await expect(javascript(code, { asserts: "assert(" })).rejects.toThrow(/tests.asserts/);
  });

  it.each([
    [
      "zeros and lone surrogates",
      "console.log(require('fs').readFileSync(0, 'utf8') + '\\0c\\ud800')",
      "a\0b",
      "a\0b\0c\ufffd",
    ],
    ["places of a text", "console.log('%d-%s %i%%', 3, 'a', 4.5, [1])", "", "3-a 4% [ 1 ]"],
    [
      "main",
      "if (require.main === module) process.nextTick(() => console.log(1)); console.log(require('os').EOL)",
      "",
      "\n\n1",
    ],
    ["await at the top", "const x = await null; console.log(x)", "", "null"],
    ["recursion as deep as Node's", "const f = (n) => (n === 0 ? 0 : 1 + f(n - 1)); console.log(f(9000))", "", "9000"],
  ])("whole program: %s", async (_name, code, stdin, stdout) => {
    expect((await javascript(code, { cases: [{ stdin, stdout }] })).reason).toBe("passes 1 of 1 tests");
  });

  it.each([
    [
      "names taken twice",
      "const f = (x) => x",
      ["const v = f(1); assert.equal(v, 1)", "const v = f(2); assert.equal(v, 2)"],
    ],
    [
      "time",
      "const late = (g) => setTimeout(g, 10)",
      ["let n = 0; late(() => n++); await new Promise((r) => setTimeout(r, 20)); assert.equal(n, 1)"],
    ],
    [
      "callbacks",
      "const f = (x, g) => void setTimeout(() => g(null, x + 1), 10)",
      ["assert.equal(await new Promise((r) => f(1, (_e, v) => r(v))), 2)"],
    ],
    [
      "asynchronous iteration",
      "async function* g() { yield 1; yield 2 }",
      ["const xs = []; for await (const x of g()) xs.push(x); assert.deepEqual(xs, [1, 2])"],
    ],
    [
      "iteration without end",
      "function* g() { for (let i = 0; ; i++) yield i }",
      ["const [a, b] = g(); assert.equal(b, 1); for (const x of g()) if (x > 3) break"],
    ],
    [
      "objects with classes",
      "class P { constructor(x) { this.x = x } }",
      [
        "assert.equal(typeof new P(1), 'object'); assert.equal(JSON.stringify(new P(1)), '{\"x\":1}'); assert.deepEqual(new P(1), { x: 1 }); assert.notDeepStrictEqual(new P(1), { x: 1 })",
      ],
    ],
    [
      "what is thrown",
      "const f = () => { throw Object.assign(new Error('x'), { code: 'BAD' }) }; const g = () => { throw 'bad' }",
      [
        "assert.throws(f, { code: 'BAD', message: 'x' }); try { g(); assert(false) } catch (e) { assert.equal(e, 'bad') }",
      ],
    ],
    [
      "tests of its own",
      "import assert from 'node:assert'; export default function add(a, b) { return a + b } assert.equal(add(1, 1), 2)",
      ["assert.equal(add(1, 2), 3)"],
    ],
    [
      "an export alone",
      "module.exports = function add(a, b) { return a + b }; require('assert')(require.main !== module)",
      ["assert.equal(add(1, 2), 3)"],
    ],
    [
      "await at the top",
      "const add = (a, b) => a + b; await null",
      ["assert.equal(add(1, 2), 3); assert.deepEqual(structuredClone([1]), [1])"],
    ],
  ])("tests: %s", async (_name, code, asserts) => {
    expect((await javascript(code, { asserts })).reason).toBe(`passes ${asserts.length} of ${asserts.length} tests`);
  });
});
