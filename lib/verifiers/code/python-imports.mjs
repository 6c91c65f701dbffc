/*
 * What WebAssembly may call once a guest program runs. A guest that owns all of its interpreter's memory (ctypes, frame
 * walking, forged objects) still owns only these imports: the boundary is the import table, not the Python objects.
 */

const READ_ONLY_FILES = 69; // EROFS, in Emscripten's numbering
const NOT_PERMITTED = 63; // EPERM
const NO_ACCESS = 2; // EACCES
const NOT_A_TERMINAL = 59; // ENOTTY
/** The channel between harness and host; never a file descriptor of the virtual file system. */
export const CHANNEL = 100;

/** Calls without reach: the trampoline of C calls, calendars, and reading the in-memory file system. */
const PASSED = new Set(
  `_PyEM_TrampolineCall_JS _Py_emscripten_runtime _tzset_js _localtime_js _gmtime_js _mktime_js _timegm_js clock_res_get
   environ_get environ_sizes_get emscripten_get_heap_max fd_fdstat_get fd_seek __syscall_fstat64 __syscall_stat64
   __syscall_lstat64 __syscall_newfstatat __syscall_faccessat __syscall_getcwd __syscall_getdents64 __syscall_readlinkat
   __syscall_getuid32_js __syscall_fcntl64 throw_no_gil`.split(/\s+/),
);

/** Wraps the import object of Pyodide's module: everything passes until `machine.locked`, then only what is listed. */
export function guardImports(machine, imports) {
  const own = ownImports(machine);
  const guarded = {};
  for (const [space, table] of Object.entries(imports)) {
    guarded[space] = space.startsWith("GOT") ? table : guardTable(machine, table, own);
  }
  return guarded;
}

function guardTable(machine, table, own) {
  return new Proxy(table, {
    get(target, name) {
      const real = target[name];
      if (typeof real !== "function" || typeof name !== "string") return real;
      const replacement = own[name]?.bind(null, real);
      const allowed = replacement ?? (PASSED.has(name) ? real : refusal(machine, name));
      return (...args) => {
        if (!machine.locked) return real(...args);
        if (machine.stopped) throw machine.stopped;
        return allowed(...args);
      };
    },
  });
}

/** A refused system call is an error that the guest may handle; a refused bridge into JavaScript ends it. */
function refusal(machine, name) {
  if (name.startsWith("__syscall_")) return () => -NOT_PERMITTED;
  if (name.startsWith("fd_")) return () => NOT_PERMITTED;
  if (name === "getaddrinfo" || name === "getnameinfo") return () => -4;
  if (/^(?:_dlopen_js|_dlsym_js|getprotobyname|_setitimer_js|emscripten_debugger|can_run_sync_js)$/.test(name))
    return () => 0;
  return () => machine.stop("escape", `reached for the host: ${name}`);
}

/** Any JavaScript function that is put into the table of function pointers passes only until the lock. */
export function guardPointers(machine, imports) {
  const f = imports?.e?.f;
  if (typeof f !== "function") return imports;
  const guarded = (...args) => (machine.locked ? machine.stop("escape", "reached for a host function") : f(...args));
  return { e: { f: guarded } };
}

/** The imports that are answered here: output, input, the channel, files to read, a virtual clock, seeded bytes, limits. */
function ownImports(machine) {
  const view = () => new DataView(machine.exports.memory.buffer);
  const pieces = (iovs, count) => {
    const memory = view();
    return Array.from({ length: count }, (_, i) => {
      const at = iovs + i * 8;
      return new Uint8Array(memory.buffer, memory.getUint32(at, true), memory.getUint32(at + 4, true));
    });
  };
  return {
    fd_write(_real, fd, iovs, count, written) {
      let length = 0;
      for (const piece of pieces(iovs, count)) {
        if (!machine.write(fd, piece)) return NOT_PERMITTED;
        length += piece.length;
      }
      view().setUint32(written, length, true);
      return 0;
    },
    fd_read(real, fd, iovs, count, read) {
      if (fd !== 0 && fd !== CHANNEL) return real(fd, iovs, count, read);
      let length = 0;
      for (const piece of pieces(iovs, count)) length += machine.read(fd, piece);
      view().setUint32(read, length, true);
      return 0;
    },
    fd_close: (real, fd) => (fd < 3 ? 0 : real(fd)),
    __syscall_openat(real, directory, path, flags, mode) {
      const name = machine.text(path);
      if (name === "/dev/stdin") return 0;
      if ((flags & (3 | 64 | 512 | 1024)) !== 0) return -READ_ONLY_FILES;
      return name === "/lib" || (name.startsWith("/lib/") && !name.includes(".."))
        ? real(directory, path, flags, mode)
        : -NO_ACCESS;
    },
    __syscall_ioctl: () => -NOT_A_TERMINAL,
    clock_time_get(_real, _clock, _precision, out) {
      view().setBigUint64(out, BigInt(machine.tick()) * 1_000_000n, true);
      return 0;
    },
    emscripten_get_now: () => machine.tick(),
    emscripten_date_now: () => machine.tick(),
    random_get(_real, pointer, length) {
      machine.randomBytes(new Uint8Array(machine.exports.memory.buffer, pointer, length));
      return 0;
    },
    emscripten_resize_heap: (real, bytes) => (bytes >>> 0 > machine.limits.memoryBytes ? 0 : real(bytes)),
    _Py_CheckEmscriptenSignals_Helper: () => machine.step(),
    proc_exit: (_real, code) => machine.stop("exit", `exit ${code}`, code),
    exit: (_real, code) => machine.stop("exit", `exit ${code}`, code),
  };
}
