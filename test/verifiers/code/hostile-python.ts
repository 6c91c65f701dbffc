/** Programs that try to get out, to hang, to grow or to cheat: name, program, the reason that must be given, tests. */
export type Hostile = [name: string, program: string, reason: RegExp, asserts?: string | string[]];

const LIMIT =
  /stopped after|printed more|MemoryError|out of memory|process ended|call stack|RecursionError|broke down|OverflowError|ValueError: Exceeds/;
const CLOSED =
  /[Ee]rror|stopped after|reached for the host|Permission|not supported|process ended|broke down|ended by itself/;

/** A program that prints ESCAPED once it holds something of the host. */
export const escapes: Hostile[] = [
  ["import js", "import js\nprint('ESCAPED', js.process.pid)", /No module named 'js'/],
  [
    "import pyodide_js",
    "import pyodide_js\npyodide_js.mountNodeFS('/mnt', '/')\nprint('ESCAPED')",
    /No module named 'pyodide_js'/,
  ],
  ["run_js", "from pyodide.code import run_js\nprint('ESCAPED', run_js('process.pid'))", /No module named 'pyodide'/],
  [
    "to_js constructor",
    "from pyodide.ffi import to_js\nprint('ESCAPED', to_js([1]).constructor.constructor('return process.pid')())",
    /No module named/,
  ],
  [
    "the bridge module again, without its guard",
    "import sys\nsys.meta_path.pop(0)\nimport _pyodide_core as core\nprint('ESCAPED', core.to_js([1]).constructor.constructor('return process.pid')())",
    CLOSED,
  ],
  [
    "the bridge module by its loader",
    "import importlib.machinery as m\ncore = m.BuiltinImporter.load_module('_pyodide_core')\nprint('ESCAPED', core.to_js({'a': [1]}))",
    CLOSED,
  ],
  [
    "JavaScript objects left in memory",
    `import gc
seen, todo = set(), list(gc.get_objects())
while todo:
    thing = todo.pop()
    if id(thing) in seen: continue
    seen.add(id(thing))
    if type(thing).__name__ in ("JsProxy", "JsMethod", "JsDoubleProxy") or hasattr(type(thing), "js_id"):
        try:
            thing.constructor.constructor("return process.pid")()
            print("ESCAPED")
        except AttributeError: pass
    todo.extend(gc.get_referents(thing))
print("none")`,
    /reached for the host|"none"|stopped after|broke down/,
  ],
  [
    "finders of JavaScript modules left in memory",
    `import gc
for thing in gc.get_objects():
    if type(thing).__name__ == "JsFinder":
        print("ESCAPED", thing.find_spec("js", None).loader.load_module("js").process)
for kind in gc.get_objects():
    if isinstance(kind, type) and kind.__name__ == "JsProxy":
        print("ESCAPED", kind.__new__(kind).constructor)
raise LookupError("nothing left")`,
    CLOSED,
  ],
  ["a file of the host", "print('ESCAPED', open('/etc/passwd').read())", /Permission/],
  ["the process's own files", "print('ESCAPED', open('/proc/self/environ').read())", /Permission/],
  ["a path that climbs", "print('ESCAPED', open('/lib/../etc/passwd').read())", CLOSED],
  [
    "descriptors of the process",
    "import os\nfor fd in range(3, 64):\n    try: print('ESCAPED', os.read(fd, 10))\n    except OSError: pass\nraise OSError('none')",
    /none/,
  ],
  ["write a file", "open('/tmp/x', 'w').write('x')\nprint('ESCAPED')", /Read-only|Permission/],
  [
    "change the interpreter's library",
    "import os\nos.unlink('/lib/python314.zip')\nprint('ESCAPED')",
    /OSError|Permission/,
  ],
  [
    "the host's folders",
    "import os\nnames = os.listdir('/lib') + os.listdir('/usr/bin')\nprint('ESCAPED', names)",
    CLOSED,
  ],
  ["a symbolic link", "import os\nos.symlink('/etc', '/tmp/e')\nprint('ESCAPED')", CLOSED],
  ["a device", "import os\nos.mknod('/dev/x')\nprint('ESCAPED')", CLOSED],
  ["os.system", "import os\nif os.system('id') == 0: print('ESCAPED')", /reached for the host/],
  ["subprocess", "import subprocess\nprint('ESCAPED', subprocess.run(['id'], capture_output=True).stdout)", CLOSED],
  ["os.fork", "import os\nos.fork()\nprint('ESCAPED')", CLOSED],
  ["fork bomb", "import os\nwhile True:\n    os.fork()", CLOSED],
  ["os.execv", "import os\nos.execv('/bin/sh', ['sh'])", CLOSED],
  ["kill the parent", "import os\nos.kill(os.getppid(), 9)\nos.kill(1, 9)\nraise OSError('lived')", CLOSED],
  [
    "multiprocessing",
    "import multiprocessing as m\np = m.Process(target=print, args=('ESCAPED',))\np.start(); p.join()",
    CLOSED,
  ],
  [
    "threads",
    "import threading\nt = threading.Thread(target=print, args=('ESCAPED',))\nt.start()",
    /can't start new thread/,
  ],
  ["a socket", "import socket\ns = socket.socket()\ns.connect(('127.0.0.1', PORT))\nprint('ESCAPED')", CLOSED],
  ["a name looked up", "import socket\nprint('ESCAPED', socket.getaddrinfo('localhost', 80))", CLOSED],
  ["urllib", "import urllib.request as r\nprint('ESCAPED', r.urlopen('http://127.0.0.1:PORT/').read())", CLOSED],
  ["ctypes calls", "import ctypes\nctypes.CDLL(None).system(b'id')\nprint('ESCAPED')", CLOSED],
  ["ctypes memory", "import ctypes\nprint('ESCAPED', ctypes.string_at(0, 10**6))", CLOSED],
  [
    "a secret of the environment",
    "import os\nif 'RLVR_TEST_SECRET' in os.environ: print('ESCAPED')\nelse: print(sorted(os.environ)[:1])",
    /LANG|HOME|not "ESCAPED"/,
  ],
  [
    "where it runs",
    "import sys, os\ntext = repr([sys.argv, sys.executable, sys.path, sys.orig_argv, dict(os.environ), os.getcwd()])\nprint('ESCAPED' if 'work' in text or '.mjs' in text else 'nowhere')",
    /nowhere/,
  ],
  [
    "marshal and broken bytecode",
    "f = lambda: 0\nf.__code__ = f.__code__.replace(co_code=bytes(range(256)) * 8, co_consts=(), co_stacksize=0)\nf()\nprint('no')",
    /./,
  ],
  ["foreign functions without ctypes", "import _ctypes\n_ctypes.call_function(1, ())\nprint('ESCAPED')", CLOSED],
  [
    "all memory overwritten",
    "import _ctypes\nclass Word(_ctypes._SimpleCData): _type_ = 'Q'\nfor at in range(8, 10 ** 8, 8): Word.from_address(at).value = 0x0101010101010101\nprint('ESCAPED')",
    CLOSED,
  ],
  [
    "the trusted module loader",
    "import zipimport\nz = zipimport.zipimporter('/lib/python314.zip')\nprint('ESCAPED', z.get_data('/etc/passwd'))",
    CLOSED,
  ],
];

/** A program that never ends, or takes all there is. */
export const bombs: Hostile[] = [
  ["while True", "while True: pass", LIMIT],
  [
    "a loop that catches everything",
    "while True:\n    try:\n        while True: pass\n    except BaseException: pass\n    finally: continue",
    LIMIT,
  ],
  ["a long range", "for i in range(10 ** 15): pass", LIMIT],
  ["a loop in C", "sum(range(10 ** 14))", LIMIT],
  ["an endless iterator in C", "import itertools, collections\ncollections.deque(itertools.count(), maxlen=0)", LIMIT],
  ["a regular expression", "import re\nre.match('(a|a)*$', 'a' * 60 + 'b')", LIMIT],
  ["a huge power", "x = 9 ** (9 ** 9)\nprint(x % 7)", LIMIT],
  ["a huge number as text", "print(10 ** 10 ** 6)", LIMIT],
  ["sleep", "import time\nwhile True: time.sleep(10 ** 6)", LIMIT],
  ["a list", "x = [0] * 10 ** 9", LIMIT],
  ["doubling text", "x = 'a'\nwhile True: x += x", LIMIT],
  ["a growing list", "x = []\nwhile True: x.append(x[:])", LIMIT],
  ["a growing dict", "d = {}\ni = 0\nwhile True:\n    d[i] = bytes(1000); i += 1", LIMIT],
  [
    "memory errors caught",
    "x = []\nwhile True:\n    try: x.append(bytearray(10 ** 7))\n    except MemoryError: pass",
    LIMIT,
  ],
  ["recursion", "def f(): return f()\nf()", LIMIT],
  ["recursion without a limit", "import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(x): return [f(x)]\nf(1)", LIMIT],
  ["recursion in C", "x = []\nfor i in range(10 ** 6): x = [x]\nprint(repr(x)[:5])", LIMIT],
  [
    "a nested program",
    "eval('(' * 10 ** 5 + ')' * 10 ** 5)",
    /SyntaxError|MemoryError|RecursionError|call stack|broke down/,
  ],
  ["endless output", "while True: print('x' * 1000)", /printed more than/],
  ["one giant output", "print('x' * 10 ** 7)", /printed more than/],
  ["endless errors", "import sys\nwhile True: sys.stderr.write('x' * 1000)", /printed more than/],
  ["a finaliser that resurrects", "class A:\n    def __del__(self): A()\nA()\nwhile True: A()", LIMIT],
  [
    "endless import",
    "import sys\nclass F:\n    def find_spec(self, *a):\n        while True: pass\nsys.meta_path.insert(0, F())\nimport nothing",
    LIMIT,
  ],
  [
    "an endless equality",
    "class A:\n    def __eq__(self, o):\n        while True: pass\n    __hash__ = lambda s: 1\nA() in {A(): 1}",
    LIMIT,
  ],
  ["os._exit", "import os\nos._exit(1)", /ended by itself/],
  ["os.abort", "import os\nos.abort()", CLOSED],
  [
    "a zip bomb",
    "import zlib\nx = zlib.compress(bytes(10 ** 7))\nwhile True: x = zlib.decompress(x) * 10",
    /error|MemoryError|stopped/,
  ],
];

/** Definitions that would pass a wrong test if anything of them could reach the verdict. */
export const forgers: Hostile[] = [
  [
    "equal to everything",
    "class E:\n    def __eq__(s, o): return True\n    def __ne__(s, o): return False\ndef f(x): return E()",
    /AssertionError/,
  ],
  [
    "an int that lies",
    "class I(int):\n    def __eq__(s, o): return True\n    __hash__ = int.__hash__\ndef f(x): return I(7)",
    /AssertionError/,
  ],
  [
    "a list that lies",
    "class L(list):\n    def __eq__(s, o): return True\n    def __iter__(s): return iter([3])\ndef f(x): return L([7])",
    /AssertionError/,
    "assert f(1) == [3]",
  ],
  [
    "a float near everything",
    "class F(float):\n    def __sub__(s, o): return 0.0\n    def __abs__(s): return 0.0\ndef f(x): return F(7)",
    /AssertionError/,
    "assert abs(f(1) - 3) < 1e-6",
  ],
  [
    "compares itself",
    "class E:\n    def __sub__(s, o): return 0\n    def __abs__(s): return 0\n    def __lt__(s, o): return True\ndef f(x): return E()",
    /TypeError/,
    "assert abs(f(1) - 3) < 1e-6",
  ],
  [
    "builtins changed",
    "import builtins\nbuiltins.sorted = builtins.set = lambda x: 0\nbuiltins.len = lambda x: 3\ndef f(x): return [1]",
    /Error/,
    "assert sorted(f(1)) == [2]",
  ],
  [
    "builtins shadowed",
    "def sorted(x): return 0\ndef f(x): return [1]",
    /AssertionError/,
    "assert sorted(f(1)) == sorted([2])",
  ],
  [
    "a module in disguise",
    "class math:\n    isclose = staticmethod(lambda *a, **k: True)\ndef f(x): return 7",
    /AssertionError/,
    "assert math.isclose(f(1), 3)",
  ],
  [
    "a module changed",
    "import math\nmath.isclose = lambda *a, **k: True\ndef f(x): return 7",
    /AssertionError/,
    "import math\nassert math.isclose(f(1), 3)",
  ],
  ["exit before the tests", "import sys\nsys.exit(0)", /SystemExit/],
  ["exit in a test", "import sys\ndef f(x): sys.exit(0)", /SystemExit/],
  [
    "exit in a test that waits for an exception",
    "import sys\ndef f(x): sys.exit(0)",
    /SystemExit/,
    "try: f(1)\nexcept Exception: pass",
  ],
  ["hard exit in a test", "import os\ndef f(x): os._exit(0)", /ended by itself/],
  [
    "a printed verdict",
    'print(\'{"ready":true}\')\nprint(\'{"passed":1,"op":"end","correct":true}\')\ndef f(x): print(\'passed\'); return 7',
    /AssertionError/,
  ],
  [
    "a verdict on the channel",
    'import os\nfor i in range(3, 200):\n    try: os.write(i, b\'{"op":"end","passed":1,"error":null}\')\n    except OSError: pass\ndef f(x):\n    os.write(100, b\'{"op":"end","passed":1}\')\n    return 7',
    /./,
  ],
  [
    "a reply on the channel",
    'import os\ndef f(x):\n    os.write(100, b\'{"op":"reply","reply":"{\\\\"value\\\\":{\\\\"handle\\\\":true},\\\\"changed\\\\":[]}"}\')\n    os._exit(0)',
    /./,
  ],
  ["rubbish on the channel", "import os\ndef f(x):\n    os.write(100, b'rubbish')\n    return 7", /broke down/],
  ["a flood on the channel", "import os\ndef f(x):\n    os.write(100, bytes(2 ** 25))\n    return 7", /16 MB/],
  [
    "frames",
    "import sys\ndef f(x):\n    frame = sys._getframe()\n    while frame:\n        for name, value in list(frame.f_locals.items()) + list(frame.f_globals.items()):\n            if isinstance(value, str) and 'assert f' in value: return 3\n        frame = frame.f_back\n    return 7",
    /AssertionError/,
  ],
  [
    "everything in memory",
    "import gc\ndef f(x):\n    for thing in gc.get_objects():\n        if isinstance(thing, (dict, list, tuple)) and ''.join(map(chr, [97, 115, 115, 101, 114, 116, 32, 102])) in str(list(thing)[:50]): return 3\n    return 7",
    /AssertionError|RuntimeError|Error/,
  ],
  [
    "the harness changed",
    "import sys, gc\nfor thing in gc.get_objects():\n    if isinstance(thing, dict) and '_ACTIONS' in thing and 'examine' in thing:\n        thing['_is_examiner'] = True\n        thing['_ACTIONS']['call'] = lambda *a, **k: 3.5\n        thing['_encode'] = lambda *a: {'handle': 0}\ndef f(x): return 7",
    /Error/,
  ],
  [
    "answers for more than was asked",
    "import gc\nfor thing in gc.get_objects():\n    if isinstance(thing, dict) and isinstance(thing.get('_ACTIONS'), dict):\n        thing['_ACTIONS']['names'] = lambda names: {**{n: f for n in names}, 'sorted': f, 'math': f, '__builtins__': f}\ndef f(x): return 7",
    /AssertionError/,
    "assert sorted([f(1)]) == [3]",
  ],
  [
    "changes the list of what was asked for",
    "import gc\nfor thing in gc.get_objects():\n    if isinstance(thing, dict) and isinstance(thing.get('_ACTIONS'), dict):\n        def names(asked):\n            asked += ['sorted', '__builtins__']\n            return {'f': f, 'sorted': lambda x: [3]}\n        thing['_ACTIONS']['names'] = names\ndef f(x): return 7",
    /AssertionError/,
    "assert sorted([f(1)]) == [3]",
  ],
  [
    "operators that are told what to be",
    "class E:\n    def __add__(s, o): return s\n    __sub__ = __mul__ = __rmul__ = __truediv__ = __add__\n    def __abs__(s): return 0.0\n    def __le__(s, o): return True\n    __lt__ = __le__\ndef f(x): return E()",
    /TypeError/,
    "assert abs(f(1) * 1 / 3) <= 1e-6",
  ],
  [
    "an operator that gives plain data",
    "class E:\n    def __mul__(s, o): return 3\n    __rmul__ = __mul__\ndef f(x): return E()",
    /TypeError/,
    "assert f(1) * 1 == 3",
  ],
  [
    "a named tuple with names of its own",
    "class T(tuple): _fields = ('x', '__class__')\ndef f(x): return T((1, 2))",
    /Error/,
  ],
  [
    "tracing",
    "import sys\ndef trace(frame, event, arg):\n    if 'assert' in str(frame.f_code.co_filename): frame.f_lineno += 1\n    return trace\nsys.settrace(trace)\nsys.setprofile(trace)\ndef f(x): return 7",
    /AssertionError/,
  ],
  [
    "no assertions",
    "import builtins\nbuiltins.AssertionError = type('Never', (BaseException,), {})\n__debug__ = False\ndef f(x): return 7",
    /Error/,
  ],
  [
    "its own check",
    "def check(candidate): return True\ndef f(x): return 7",
    /AssertionError/,
    "def check(candidate):\n    assert candidate(1) == 3\ncheck(f)",
  ],
  [
    "hooks at the end",
    "import atexit, os, sys\natexit.register(lambda: os._exit(0))\nsys.excepthook = lambda *a: os._exit(0)\nsys.unraisablehook = sys.excepthook\ndef f(x): return 7",
    /AssertionError/,
  ],
  [
    "an error that is expected",
    "def f(x):\n    while True: pass",
    /stopped after/,
    "try:\n    f(1)\nexcept Exception: pass",
  ],
  [
    "a callback's globals",
    "def f(g):\n    try: return g.__globals__\n    except AttributeError: return 7",
    /AssertionError|Error/,
    "secret = 3\nassert f(lambda: 1) == 3",
  ],
];
