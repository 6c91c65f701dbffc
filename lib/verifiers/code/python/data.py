"""Plain data to JSON and back, and the channel to the host: what both roles of a Python machine share.

The *subject* holds the response's program; the *examiner*, an interpreter of its own, holds the tests and sees the
program only as plain data and as handles on what is none.
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
from collections import deque, namedtuple
from decimal import Decimal
from fractions import Fraction

# Imported once, so that programs start quickly.
import bisect, copy, dataclasses, datetime, enum, functools, heapq, itertools, math, operator, random, re, statistics, string, typing  # noqa: E401, F401

# kept from programs that put something else in their places
_dumps, _loads, _write, _read = json.dumps, json.loads, os.write, os.read

_CHANNEL = 100
_DEEPEST = 150
_is_examiner = False
_objects = []
_numbers = {}
_remotes = {}
_exceptions = {}


class Raised(Exception):
    """An exception of the program that is none of Python's own."""


class Ended(BaseException):
    """The program asked to end, which no test that waits for an `Exception` takes for one."""


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
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"named": [type(value).__name__, list(value._fields), each(tuple.__iter__(value))]}
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
    if not _is_examiner and isinstance(value, type) and issubclass(value, Exception):
        return {"exception": [value.__name__, _builtin_kind(value)]}
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
    "named": lambda parts: _named(parts[0], tuple(parts[1]))(*map(_decode, parts[2])),
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
    "exception": lambda names: _exception(*names),
    "callback": lambda number: lambda *args: _call_back(number, args),
}


@functools.cache
def _named(name, fields):
    return namedtuple(name, fields)


def _decode(value):
    if isinstance(value, list):
        return [_decode(item) for item in value]
    if isinstance(value, dict):
        ((tag, content),) = value.items()
        return _DECODERS[tag](content)
    return value
