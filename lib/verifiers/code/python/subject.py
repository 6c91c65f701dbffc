"""The role that holds the response's program: runs it, or answers requests about it with plain data."""

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
        reply = {"raised": [_builtin_kind(type(error)), type(error).__name__, _told(error), str(error)], "kept": _kept(error)}
    _send({"op": "reply", "reply": _dumps(reply)})


def _kept(error):
    """What an exception carries; nothing where it is not plain data."""
    try:
        return _encode((error.args, vars(error)))
    except Exception:
        return None


def _builtin_kind(kind):
    return next((k.__name__ for k in kind.__mro__ if getattr(builtins, k.__name__, None) is k), "Exception")


def _call_back(number, args):
    """A function that a test passed in is called where it lives."""
    request = {"number": number, "args": [_encode(arg) for arg in args]}
    reply = _loads(_send({"op": "callback", "request": _dumps(request)}))
    if "raised" in reply:
        raise RuntimeError(reply["raised"])
    return _decode(reply["value"])


def _next(iterator):
    return next(iterator)


def _exit(target):
    target.__exit__(None, None, None)


def _await(target):
    async def wait():
        return await target

    return asyncio.run(wait())


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
    "at most": operator.le,
    "instance": isinstance,
    "subclass": issubclass,
    "enter": lambda target: target.__enter__(),
    "exit": _exit,
    "await": _await,
    **{
        name: getattr(operator, f"__{name}__")
        for name in "add mul truediv pow matmul sub floordiv mod and or xor".split()
    },
}


def _told(error):
    return f"{type(error).__name__}: {error}"[:200].removesuffix(": ")
