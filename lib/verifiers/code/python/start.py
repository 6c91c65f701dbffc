"""Last before the memory is kept: standard streams, an event loop without sockets, no bridges to JavaScript."""


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
