"""Runs in every Python machine before its memory is kept: standard streams, no bridges, a channel to the host.

The same file serves both roles. The *subject* holds the response's program and answers requests about it with plain data;
the *examiner*, an interpreter of its own, holds the tests and sees the program only through that channel.
"""

import asyncio
import builtins
import gc
import importlib
import io
import json
import os
import sys
import time
import types
from collections import deque
from decimal import Decimal
from fractions import Fraction

# Imported once, so that programs start quickly.
import bisect, copy, dataclasses, datetime, enum, functools, heapq, itertools, math, operator, random, re, statistics, string, typing  # noqa: E401, F401

# kept from programs that put something else in their places
_dumps, _loads, _write, _read = json.dumps, json.loads, os.write, os.read

_CHANNEL = 100
_DEEPEST = 150
_objects = []
_numbers = {}
_remotes = {}


class Raised(Exception):
    """An exception of the program that is none of Python's own."""


def _send(message):
    _write(_CHANNEL, _dumps(message).encode())
    parts = []
    while part := _read(_CHANNEL, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _encode(value, depth=0):
    """Plain data as JSON with tagged types; anything else becomes a handle on it."""
    if depth > _DEEPEST:
        raise RecursionError("a value nests too deeply to be compared")
    if value is None or value is True or value is False:
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else {"float": repr(float(value))}
    if isinstance(value, int) and not isinstance(value, enum.Enum):
        return int(value) if -(2**53) < value < 2**53 else {"int": hex(value)}
    if isinstance(value, str) and not isinstance(value, enum.Enum):
        return str.__str__(value)

    def each(items):
        return [_encode(item, depth + 1) for item in items]

    if isinstance(value, list):
        return each(list.__iter__(value))
    for kind, tag in _KINDS:
        if isinstance(value, kind):
            return {tag: each(kind.__iter__(value))}
    if isinstance(value, dict):
        return {"dict": each(list(dict.items(value)))}
    if isinstance(value, (bytes, bytearray)):
        return {type(value).__name__ if type(value) in (bytes, bytearray) else "bytes": bytes(value).hex()}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if isinstance(value, (Fraction, Decimal)):
        return {"Fraction" if isinstance(value, Fraction) else "Decimal": str(value)}
    if isinstance(value, range):
        return {"range": [value.start, value.stop, value.step]}
    if isinstance(value, Remote):
        return {"handle": object.__getattribute__(value, "_id")}
    if _is_examiner:
        if callable(value):
            _objects.append(value)
            return {"callback": len(_objects) - 1}
        raise TypeError(f"a test passes a {type(value).__name__}, which cannot cross into the program's interpreter")
    number = _numbers.get(id(value))
    if number is None:
        number = _numbers[id(value)] = len(_objects)
        _objects.append(value)
    return {"handle": number}


_KINDS = [(tuple, "tuple"), (set, "set"), (frozenset, "frozenset"), (deque, "deque")]
_DECODERS = {
    "int": lambda text: int(text, 16),
    "float": float,
    "tuple": lambda items: tuple(map(_decode, items)),
    "set": lambda items: set(map(_decode, items)),
    "frozenset": lambda items: frozenset(map(_decode, items)),
    "deque": lambda items: deque(map(_decode, items)),
    "dict": lambda items: dict(map(_decode, items)),
    "bytes": bytes.fromhex,
    "bytearray": bytearray.fromhex,
    "complex": lambda parts: complex(*parts),
    "Fraction": Fraction,
    "Decimal": Decimal,
    "range": lambda parts: range(*parts),
    "handle": lambda number: _remote(number) if _is_examiner else _objects[number],
    "callback": lambda number: lambda *args: _call_back(number, args),
}


def _decode(value):
    if isinstance(value, list):
        return [_decode(item) for item in value]
    if isinstance(value, dict):
        ((tag, content),) = value.items()
        return _DECODERS[tag](content)
    return value


# --- the subject ---

_program = types.ModuleType("solution")


def run_program():
    """A whole program: standard input to standard output."""
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    try:
        exec(compile(_send({"op": "code"}).decode(), "<response>", "exec"), main.__dict__)
        end = None
    except SystemExit as stop:
        end = None if stop.code in (None, 0) else f"exit {stop.code}"
    except BaseException as error:
        end = _told(error)
    finally:
        for stream in {id(sys.stdout): sys.stdout, id(sys.__stdout__): sys.__stdout__}.values():
            stream.flush()
    _send({"op": "end", "error": end})


def load_program():
    """The definitions of a program, for an examiner to call."""
    end = None
    try:
        exec(compile(_send({"op": "code"}).decode(), "<response>", "exec"), _program.__dict__)
    except BaseException as error:
        end = _told(error)
    _send({"op": "end", "error": end})


def serve():
    """One request of the examiner, answered by plain data."""
    try:
        request = _loads(_send({"op": "request"}))
        args = [_decode(arg) for arg in request["args"]]
        before = [_dumps(arg) for arg in request["args"]]
        value = _ACTIONS[request["action"]](*args, **{k: _decode(v) for k, v in request["named"].items()})
        after = [_encode(arg) if isinstance(arg, (list, dict, set, bytearray)) else None for arg in args]
        changed = [[i, v] for i, v in enumerate(after) if v is not None and _dumps(v) != before[i]]
        reply = {"value": _encode(value), "changed": changed}
    except BaseException as error:
        kind = next((k.__name__ for k in type(error).__mro__ if getattr(builtins, k.__name__, None) is k), "Exception")
        reply = {"raised": [kind, _told(error), str(error)]}
    _send({"op": "reply", "reply": _dumps(reply)})


def _call_back(number, args):
    """A function that a test passed in is called where it lives."""
    request = {"number": number, "args": [_encode(arg) for arg in args]}
    reply = _loads(_send({"op": "callback", "request": _dumps(request)}))
    if "raised" in reply:
        raise RuntimeError(reply["raised"])
    return _decode(reply["value"])


def _next(iterator):
    return next(iterator)


_ACTIONS = {
    "names": lambda names: {name: _program.__dict__[name] for name in names if name in _program.__dict__},
    "call": lambda target, *args, **named: target(*args, **named),
    "get": getattr,
    "set": setattr,
    "item": operator.getitem,
    "put": operator.setitem,
    "delete": operator.delitem,
    "len": len,
    "iter": lambda target: iter(target),
    "next": _next,
    "str": str,
    "repr": repr,
    "bool": bool,
    "in": operator.contains,
    "same": operator.eq,
    "less": operator.lt,
}


def _told(error):
    return f"{type(error).__name__}: {error}"[:200].removesuffix(": ")


# --- the examiner ---

_is_examiner = False


def _ask(action, *args, **named):
    request = {
        "action": action,
        "args": [_encode(arg) for arg in args],
        "named": {name: _encode(arg) for name, arg in named.items()},
    }
    reply = _loads(_send({"op": "ask", "request": _dumps(request)}))
    if "raised" in reply:
        kind, told, text = map(str, reply["raised"])
        known = getattr(builtins, kind, None)
        plain = isinstance(known, type) and issubclass(known, Exception) and not issubclass(known, UnicodeError)
        raise known(text) if plain and kind != "Exception" else Raised(told)
    for position, value in reply["changed"]:
        _restore(args[position], _decode(value))
    return _decode(reply["value"])


def serve_callback():
    try:
        request = _loads(_send({"op": "request"}))
        value = _objects[request["number"]](*map(_decode, request["args"]))
        reply = {"value": _encode(value)}
    except Exception as error:
        reply = {"raised": _told(error)}
    _send({"op": "callback-reply", "reply": _dumps(reply)})


def _remote(number):
    if number not in _remotes:
        _remotes[number] = Remote(number)
    return _remotes[number]


def _restore(target, value):
    """What a call did to an argument is done to the test's own object."""
    if type(target) is not type(value) or not isinstance(target, (list, dict, set, bytearray)):
        return
    if isinstance(target, (list, bytearray)):
        target[:] = value
    else:
        target.clear()
        target.update(value)


class Remote:
    """Something of the program that is not plain data. Equal to nothing but such things: no `__eq__` of the program decides a test."""

    __slots__ = ("_id",)

    def __init__(self, number):
        if type(number) is not int:
            raise TypeError("not a handle")
        object.__setattr__(self, "_id", number)

    def __getattr__(self, name):
        return _ask("get", self, name)

    def __setattr__(self, name, value):
        _ask("set", self, name, value)

    def __call__(self, *args, **named):
        return _ask("call", self, *args, **named)

    def __getitem__(self, key):
        return _ask("item", self, key)

    def __setitem__(self, key, value):
        _ask("put", self, key, value)

    def __delitem__(self, key):
        _ask("delete", self, key)

    def __len__(self):
        return _ask("len", self)

    def __iter__(self):
        return _ask("iter", self)

    def __next__(self):
        return _ask("next", self)

    def __str__(self):
        return _ask("str", self)

    def __repr__(self):
        return _ask("repr", self)

    def __bool__(self):
        return _ask("bool", self)

    def __contains__(self, item):
        return _ask("in", self, item)

    def __eq__(self, other):
        return isinstance(other, Remote) and _ask("same", self, other) is True

    def __lt__(self, other):
        return _ask("less", self, other) if isinstance(other, Remote) else NotImplemented

    def __hash__(self):
        return hash(("remote", object.__getattribute__(self, "_id")))


def examine():
    """Runs the tests, one after the other, against the program behind the channel."""
    global _is_examiner
    _is_examiner = True
    tests = _loads(_send({"op": "tests"}))
    entry = tests["entry"]
    space = {"__name__": "tests"}
    try:
        codes = [compile(text, "<test>", "exec") for text in tests["asserts"]]
    except SyntaxError as error:
        return _send({"op": "end", "unreadable": _told(error)})
    names = {name for code in codes for name in _names(code)} | ({entry} if entry else set())
    names = [name for name in names if name == entry or not (hasattr(builtins, name) or name.startswith("__"))]
    # a test that leans on an import of the program gets the real module: the program must not judge itself
    for name in [name for name in names if name in sys.stdlib_module_names and name != entry]:
        names.remove(name)
        space[name] = importlib.import_module(name)
    for position, code in enumerate(codes):
        try:
            if position == 0:
                space.update(_ask("names", names))
            exec(code, space)
            if entry and position == len(codes) - 1 and isinstance(space.get("check"), types.FunctionType):
                space["check"](space[entry])
        except BaseException as error:
            return _send({"op": "end", "failed": position, "error": _told(error) + _where(error, tests["asserts"][position])})
    _send({"op": "end", "passed": len(codes)})


def _where(error, text):
    """The line of the test that failed."""
    lines = [trace.tb_lineno for trace in _frames(error.__traceback__) if trace.tb_frame.f_code.co_filename == "<test>"]
    return f" at `{text.splitlines()[lines[-1] - 1].strip()[:120]}`" if lines else ""


def _frames(trace):
    while trace:
        yield trace
        trace = trace.tb_next


def _names(code):
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


# --- before the memory is kept ---


class _Loop(asyncio.BaseEventLoop):
    """An event loop that waits by the virtual clock alone: there is no socket to wait for."""

    def __init__(self):
        super().__init__()
        self._selector = self

    def select(self, timeout):
        if timeout:
            time.sleep(timeout)
        return []

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


class _NoBridge:
    def __init__(self, names):
        self._names = names

    def find_spec(self, name, path=None, target=None):
        if self._names.match(name):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


class _LoopPolicy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = _Loop


def _prepare():
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
    for number, name in ((1, "stdout"), (2, "stderr")):
        raw = io.FileIO(number, "w", closefd=False)
        stream = io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", errors="backslashreplace")
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    bridge = re.compile(r"_?pyodide|js$|js\.")
    sys.meta_path[:] = [finder for finder in sys.meta_path if not bridge.match(getattr(finder, "__module__", "") or type(finder).__module__)]
    for name in [name for name in sys.modules if bridge.match(name)]:
        del sys.modules[name]
    sys.meta_path.insert(0, _NoBridge(bridge))
    importlib.reload(asyncio.runners)
    asyncio.run = asyncio.runners.run
    sys.executable = sys._base_executable = ""
    sys.orig_argv[:] = sys.argv[:] = ["program"]
    asyncio.events._set_event_loop_policy(_LoopPolicy())
    asyncio.events._set_running_loop(None)
    random.seed(0)
    gc.collect()


_prepare()
