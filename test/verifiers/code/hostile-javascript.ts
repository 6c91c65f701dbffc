import type { Hostile } from "./hostile-python.js";

const LIMIT =
  /stopped after|out of memory|stack overflow|process ended|call stack|too long|invalid array|RangeError|InternalError/;
const CLOSED = /Error|not a function|not defined|Cannot find|nothing/;

export const escapes: Hostile[] = [
  ["constructor", "console.log('ESCAPED', this.constructor.constructor('return process')().pid.toFixed())", CLOSED],
  ["Function", "const p = Function('return this')().process; console.log(p.binding ? 'ESCAPED' : 'nothing')", CLOSED],
  ["child_process", "require('child_process').execSync('id'); console.log('ESCAPED')", /Cannot find module/],
  ["fs", "console.log('ESCAPED', require('fs').readFileSync('/etc/passwd', 'utf8'))", /ENOENT/],
  ["fs write", "require('fs').writeFileSync('/tmp/x', 'x'); console.log('ESCAPED')", CLOSED],
  [
    "import",
    "const fs = await import('node:fs/promises'); console.log('ESCAPED', await fs.readFile('/etc/passwd', 'utf8'))",
    CLOSED,
  ],
  ["std", "import * as std from 'std'; console.log('ESCAPED', std.loadFile('/etc/passwd'))", CLOSED],
  ["os", "import * as os from 'os'; os.exec(['id']); console.log('ESCAPED')", CLOSED],
  [
    "std as a global",
    "console.log(typeof std === 'object' || typeof os === 'object' || typeof scriptArgs === 'object' ? 'ESCAPED' : 'nothing')",
    CLOSED,
  ],
  ["process.binding", "process.binding('fs'); console.log('ESCAPED')", CLOSED],
  ["mainModule", "process.mainModule.require('fs'); console.log('ESCAPED')", CLOSED],
  ["fetch", "await fetch('http://127.0.0.1:PORT/'); console.log('ESCAPED')", CLOSED],
  ["WebSocket", "new WebSocket('ws://127.0.0.1:PORT/'); console.log('ESCAPED')", CLOSED],
  ["XMLHttpRequest", "new XMLHttpRequest(); console.log('ESCAPED')", CLOSED],
  ["Worker", "new Worker('x'); console.log('ESCAPED')", CLOSED],
  ["WebAssembly", "new WebAssembly.Memory({ initial: 1 }); console.log('ESCAPED')", CLOSED],
  [
    "environment",
    "console.log(JSON.stringify(process.env).includes('SECRET') || process.env.PATH ? 'ESCAPED' : 'nothing')",
    CLOSED,
  ],
  [
    "the host function",
    "let e; try { console.log({ get a() { throw new Error('x') } }) } catch (x) { e = x } const c = console.log.constructor; console.log(typeof host !== 'undefined' || c !== Function ? 'ESCAPED' : 'nothing')",
    CLOSED,
  ],
  [
    "an error's realm",
    "try { process.stdout.write({ toString() { throw 1 } }) } catch (e) {} try { null.x } catch (e) { const f = e.constructor.constructor('return typeof globalThis.process.kill')(); console.log(f === 'function' ? 'ESCAPED' : 'nothing') }",
    CLOSED,
  ],
  ["kill", "process.kill(process.ppid, 9); console.log('ESCAPED')", CLOSED],
];

export const bombs: Hostile[] = [
  ["while", "while (true);", LIMIT],
  ["a loop that catches everything", "for (;;) { try { for (;;); } catch (e) {} finally { continue } }", LIMIT],
  ["promises without end", "(function f() { Promise.resolve().then(f) })()", LIMIT],
  ["timers without end", "setInterval(() => 0, 1)", LIMIT],
  ["a timer that makes two", "(function f() { setTimeout(f); setTimeout(f) })()", LIMIT],
  ["a regular expression", "/(a|a)*$/.test('a'.repeat(60) + 'b')", LIMIT],
  ["recursion", "(function f() { f(); f() })()", LIMIT],
  ["recursion through a getter", "const o = { get x() { return this.x } }; o.x", LIMIT],
  ["recursion through JSON", "const o = { toJSON() { return { o } } }; JSON.stringify(o)", LIMIT],
  ["a doubling text", "let s = 'a'; for (;;) s += s + s.length", LIMIT],
  ["a giant text", "'a'.repeat(2 ** 30).split('')", LIMIT],
  ["a giant typed array", "new Uint8Array(2 ** 31)", LIMIT],
  ["a growing array", "const a = []; for (;;) a.push({ a: [a.length] })", LIMIT],
  [
    "memory errors caught",
    "const a = []; for (;;) { try { for (;;) a.push(new Uint8Array(1e6)) } catch (e) {} }",
    LIMIT,
  ],
  ["a comparator", "[3, 1, 2].sort(() => { for (;;); })", LIMIT],
  ["a big power", "let x = 3n; for (;;) x = x ** 99n", LIMIT],
  ["Atomics.wait", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e9); console.log('no')", /./],
  ["an error without end", "throw { get name() { for (;;); }, toString() { for (;;); } }", /./],
  ["an error that cannot be told", "throw { name: { toString: 1, valueOf: 1 }, message: Symbol() }", /./],
  ["endless output", "for (;;) console.log('x'.repeat(1000))", /printed more than/],
  ["one giant output", "console.log('x'.repeat(1e7))", /printed more than/],
  ["exit with an error", "process.exit(3)", /exit 3/],
];

export const forgers: Hostile[] = [
  [
    "equal to everything",
    "const f = () => ({ valueOf: () => 3, toString: () => '3', [Symbol.toPrimitive]: () => 3 })",
    /AssertionError|TypeError/,
  ],
  [
    "a changing value",
    "let n = 0; const f = () => ({ valueOf: () => n++ })",
    /AssertionError|TypeError/,
    "const v = f(1); assert(v >= 3 && v < 4)",
  ],
  [
    "a proxy",
    "const f = () => new Proxy({}, { get: (t, k) => (k === 'length' ? 1 : 3) })",
    /AssertionError/,
    "assert.deepEqual(f(1), [3])",
  ],
  [
    "pollution",
    "Object.prototype.raised = undefined; Object.prototype.passed = 1; Object.prototype.value = 3; Array.prototype.every = () => true; Object.is = () => true; globalThis.assert = () => true; const f = () => 7",
    /AssertionError/,
  ],
  [
    "pollution by a value",
    'const f = () => JSON.parse(\'{"__proto__":{"passed":1,"x":3}}\')',
    /AssertionError/,
    "f(1); assert.equal({}.x, 3)",
  ],
  [
    "JSON changed",
    'JSON.stringify = () => \'{"value":3,"changed":[]}\'; JSON.parse = () => 3; const f = () => 7',
    /AssertionError/,
  ],
  [
    "an array that lies",
    "class A extends Array { toJSON() { return [3] } map() { return [3] } } const f = () => A.from([7])",
    /AssertionError/,
    "assert.deepEqual(f(1), [3])",
  ],
  [
    "an iterator that lies",
    "Array.prototype[Symbol.iterator] = function* () { yield 3 }; const f = () => [7]",
    /Error/,
    "assert.deepEqual(f(1), [3])",
  ],
  [
    "answers for more than was asked",
    "const f = () => 7; const filter = Array.prototype.filter; Array.prototype.filter = function (g) { const r = filter.call(this, g); return r.some((x) => x[0] === 'f') ? [...r, ['assert', f], ['Object', f]] : r }",
    /AssertionError/,
  ],
  [
    "changes more than was passed",
    "const f = () => 7; const push = Array.prototype.push; Array.prototype.push = function (...x) { return push.call(this, ...x, ['__proto__', [3]]) }",
    /Error/,
    "f([]); assert.equal([][0], 3)",
  ],
  ["exit before the tests", "throw 0", /0/],
  ["exit", "const f = () => process.exit(0)", /process/],
  [
    "a printed verdict",
    "console.log('{\"passed\":1}'); const f = () => { console.log('{\"passed\":1}'); return 7 }",
    /AssertionError/,
  ],
  [
    "its own assert",
    "function assert() {} assert.equal = assert; const f = () => 7",
    /AssertionError/,
    "assert.equal(f(1), 3)",
  ],
  ["an error that is expected", "const f = () => { for (;;); }", /stopped after/, "assert.throws(() => f(1))"],
  [
    "memory as an expected error",
    "const f = () => { const a = []; for (;;) a.push(new Uint8Array(1e6)) }",
    /./,
    "assert.throws(() => f(1), TypeError)",
  ],
  ["a thenable", "const f = () => ({ then: (yes) => yes(3) })", /AssertionError/, "assert.equal(await f(1), 3)"],
  ["a promise without end", "const f = () => new Promise(() => 0)", /never settles/, "assert.equal(await f(1), 3)"],
  [
    "a callback's realm",
    "const f = (g) => { try { return g.constructor('return secret')() } catch (e) { return 7 } }",
    /AssertionError/,
    "globalThis.secret = 3; assert.equal(f(() => 1), 3)",
  ],
  ["a callback that is never called", "const f = () => 7", /never comes/, "await new Promise((done) => f(done))"],
  [
    "a timer that throws",
    "const f = () => setTimeout(() => { throw Error('late') }, 1)",
    /late/,
    "await new Promise(f)",
  ],
  [
    "an object that agrees",
    "const f = () => new Proxy({}, { get: () => 7, has: () => true, ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ value: 7, enumerable: true, configurable: true }) })",
    /AssertionError/,
    "assert.deepEqual(f(1), { a: 3 })",
  ],
  ["thrown objects", "const f = () => { throw { told: {}, made: {}, message: { toString: 1 } } }", /./],
  [
    "an error with a prototype of its own",
    "const f = () => { throw Object.defineProperty(new Error('x'), '__proto__', { value: { told: 3 }, enumerable: true }) }",
    /Error: x/,
  ],
  [
    "too deep",
    "const f = () => { let x = []; for (let i = 0; i < 1e5; i++) x = [x]; return x }",
    /Error|stack/,
    "assert.deepEqual(f(1), [3])",
  ],
];
