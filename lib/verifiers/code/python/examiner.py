"""The role that holds the tests, and what it sees of the program."""


def _ask(action, *args, **named):
    request = {
        "action": action,
        "args": [_encode(arg) for arg in args],
        "named": {name: _encode(arg) for name, arg in named.items()},
    }
    reply = _loads(_send({"op": "ask", "request": _dumps(request)}))
    if "raised" in reply:
        kind, own, told, text = map(str, reply["raised"])
        if own in _exceptions:
            raise _exceptions[own](text)
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
                # only what was asked for: a program that answers for more must not replace what tests compare with
                space.update((name, value) for name, value in _ask("names", names).items() if name in names)
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
