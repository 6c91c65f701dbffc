import { timeCalls } from "./calendar.mjs";

/*
 * All that a Python machine can call: an output, an input, one file, a calendar, a clock that only counts, a die that
 * always falls the same way. A program that owns its interpreter's memory (ctypes, frame walking, forged objects) still
 * owns no more than this: the boundary is WebAssembly's import table, and no other JavaScript is behind it.
 */

/** The channel between harness and host. */
export const CHANNEL = 100;
const LIBRARY = "/lib/python314.zip";
const FOLDERS = new Set(["", "/", "/lib"]);
// error numbers as Emscripten has them
const [NO_ACCESS, NO_DESCRIPTOR, NO_ENTRY, NO_TERMINAL, NOT_PERMITTED, READ_ONLY] = [2, 8, 44, 59, 63, 69];
const [CHARACTERS, REGULAR, FOLDER] = [0o020666, 0o100444, 0o040555];
const [DEVICE, FILE] = [2, 4];
const WRITING = 3 | 64 | 512 | 1024;
const CLOSED_QUIETLY = new Set([
  "_dlopen_js",
  "_dlsym_js",
  "getprotobyname",
  "_setitimer_js",
  "can_run_sync_js",
  "emscripten_debugger",
]);

/** Imports for the interpreter's module: what is implemented here, a refusal for all else. */
export function kernelImports(machine, compiled, pointers, library) {
  const own = { ...processCalls(machine), ...fileCalls(machine, library), ...timeCalls(machine) };
  const imports = {};
  for (const { module, name, kind } of WebAssembly.Module.imports(compiled)) {
    imports[module] ??= {};
    if (kind === "global")
      imports[module][name] = new WebAssembly.Global({ value: "i32", mutable: true }, pointers[name]);
    else imports[module][name] = unlessStopped(machine, own[name] ?? refusal(machine, name));
  }
  return imports;
}

function unlessStopped(machine, call) {
  return (...args) => {
    if (machine.stopped) throw machine.stopped;
    return call(...args);
  };
}

/** A refused system call is an error that the program may handle; a refused bridge into JavaScript ends it. */
function refusal(machine, name) {
  if (name.startsWith("__syscall_")) return () => -NOT_PERMITTED;
  if (name.startsWith("fd_")) return () => NOT_PERMITTED;
  if (name === "getaddrinfo" || name === "getnameinfo") return () => -4;
  if (CLOSED_QUIETLY.has(name)) return () => 0;
  return () => machine.stop("escape", `reached for the host: ${name}`);
}

function processCalls(machine) {
  const exit = (code) => machine.stop("exit", `exit ${code}`, code);
  return {
    _PyEM_TrampolineCall_JS: (call, a, b, c) => machine.table.get(call)(a, b, c),
    _Py_CheckEmscriptenSignals_Helper: () => machine.step(),
    _Py_emscripten_runtime: () => 0,
    __syscall_getuid32_js: () => 0,
    environ_sizes_get: () => 0,
    environ_get: () => 0,
    emscripten_get_heap_max: () => machine.limits.memoryBytes,
    emscripten_resize_heap: (bytes) => machine.grow(bytes >>> 0),
    random_get(pointer, length) {
      machine.randomBytes(machine.bytes(pointer, length));
      return 0;
    },
    proc_exit: exit,
    exit,
    _abort_js: () => machine.stop("exit", "abort", 134),
  };
}

function fileCalls(machine, library) {
  const pieces = (at, count) => {
    const view = machine.view();
    return Array.from({ length: count }, (_, i) =>
      machine.bytes(view.getUint32(at + i * 8, true), view.getUint32(at + i * 8 + 4, true)),
    );
  };
  const stat = (at, mode, size) => {
    machine.bytes(at, 96).fill(0);
    machine.view().setUint32(at + 4, mode, true);
    machine.view().setBigUint64(at + 24, BigInt(size), true);
    machine.view().setInt32(at + 32, 4096, true);
    return 0;
  };
  const statPath = (path, at) => {
    const name = machine.text(path);
    if (name === LIBRARY) return stat(at, REGULAR, library.length);
    return FOLDERS.has(name) ? stat(at, FOLDER, 0) : -NO_ENTRY;
  };
  return {
    fd_write(fd, at, count, written) {
      const parts = pieces(at, count);
      if (!parts.every((part) => machine.write(fd, part))) return NOT_PERMITTED;
      machine.view().setUint32(
        written,
        parts.reduce((sum, part) => sum + part.length, 0),
        true,
      );
      return 0;
    },
    fd_read(fd, at, count, read) {
      let total = 0;
      for (const part of pieces(at, count)) {
        const got = machine.read(fd, part, library);
        if (got < 0) return NO_DESCRIPTOR;
        total += got;
        if (got < part.length) break;
      }
      machine.view().setUint32(read, total, true);
      return 0;
    },
    fd_seek(fd, offset, whence, result) {
      const file = machine.files.get(fd);
      if (!file) return NO_DESCRIPTOR;
      file.position = Math.max(0, Number(offset) + [0, file.position, library.length][whence]);
      machine.view().setBigInt64(result, BigInt(file.position), true);
      return 0;
    },
    fd_close: (fd) => (machine.files.delete(fd) || fd <= 2 ? 0 : NO_DESCRIPTOR),
    fd_fdstat_get(fd, at) {
      machine.bytes(at, 24).fill(0);
      machine.bytes(at, 1)[0] = machine.files.has(fd) || fd <= 2 ? FILE : DEVICE; // a device would be a terminal
      return 0;
    },
    __syscall_openat(_folder, path, flags) {
      const name = machine.text(path);
      if (name === "/dev/stdin") return 0;
      if ((flags & WRITING) !== 0) return -READ_ONLY;
      if (name === LIBRARY) return machine.open();
      return name.startsWith("/lib/") ? -NO_ENTRY : -NO_ACCESS;
    },
    __syscall_fstat64(fd, at) {
      if (machine.files.has(fd)) return stat(at, REGULAR, library.length);
      if (fd === 0) return stat(at, REGULAR, machine.stdin.length);
      return fd <= 2 || fd === CHANNEL ? stat(at, CHARACTERS, 0) : -NO_DESCRIPTOR;
    },
    __syscall_stat64: statPath,
    __syscall_lstat64: statPath,
    __syscall_newfstatat: (_folder, path, at) => statPath(path, at),
    __syscall_faccessat: (_folder, path) => (machine.text(path) === LIBRARY ? 0 : -NO_ENTRY),
    __syscall_readlinkat: () => -NO_ENTRY,
    __syscall_fcntl64: (_fd, command) => (command >= 1 && command <= 3 ? 0 : -NOT_PERMITTED),
    __syscall_ioctl: () => -NO_TERMINAL,
    __syscall_getcwd(at) {
      machine.bytes(at, 2).set([47, 0]);
      return 2;
    },
  };
}
