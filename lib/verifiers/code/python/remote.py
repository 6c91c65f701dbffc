"""What the holder of the tests sees of the program: plain data, and stand-ins that ask for the rest."""


def _ask(action, *args, **named):
    request = {
        "action": action,
        "args": [_encode(arg) for arg in args],
        "named": {name: _encode(arg) for name, arg in named.items()},
    }
    reply = _loads(_send({"op": "ask", "request": _dumps(request)}))
    if "raised" in reply:
        raise _rebuilt(*map(str, reply["raised"]), reply.get("kept"))
    # a call alone may change what was passed: the list of names that are asked for must stay what it is
    for position, value in reply["changed"] if action == "call" else ():
        _restore(args[position], _decode(value))
    return _decode(reply["value"])


def _rebuilt(kind, own, told, text, kept):
    """An exception of the program as one of this interpreter, with its arguments and attributes where they are plain data."""
    known = _exceptions.get(own) or getattr(builtins, kind, None)
    if isinstance(known, type) and issubclass(known, BaseException) and not issubclass(known, Exception):
        return Ended(told)
    plain = isinstance(known, type) and issubclass(known, Exception) and not issubclass(known, UnicodeError)
    if not plain or known is Exception:
        return Raised(told)
    error = known(text)
    if kept is not None:
        error.args, attributes = _decode(kept)
        error.__dict__.update(attributes)
    return error


def _exception(name, base):
    """An exception class of the program, to be caught by tests: a class of this interpreter with its name."""
    known = getattr(builtins, base, None)
    if not (isinstance(known, type) and issubclass(known, Exception)):
        known = Exception
    if known.__name__ == name:
        return known
    return _exceptions.setdefault(name, type(name, (known,), {}))


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

    def __le__(self, other):
        return _ask("at most", self, other) if isinstance(other, Remote) else NotImplemented

    def __instancecheck__(self, value):
        return isinstance(value, Remote) and _ask("instance", value, self) is True

    def __subclasscheck__(self, kind):
        return isinstance(kind, Remote) and _ask("subclass", kind, self) is True

    def __enter__(self):
        return _ask("enter", self)

    def __exit__(self, *_error):
        _ask("exit", self)

    def __await__(self):
        return _ask("await", self)
        yield

    def __hash__(self):
        return hash(("remote", object.__getattribute__(self, "_id")))


def _between(operation, mixed, turned):
    """An operator between two things of the program; with plain data only where it makes another such thing, which equals no plain data."""

    def operate(self, other):
        if isinstance(other, Remote):
            return _ask(operation, self, other)
        if not mixed:
            return NotImplemented
        result = _ask(operation, other, self) if turned else _ask(operation, self, other)
        return result if isinstance(result, Remote) else NotImplemented

    return operate


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor"):
    setattr(Remote, f"__{_name}__", _between(_name, _name in ("mul", "truediv"), False))
Remote.__rmul__ = _between("mul", True, True)
