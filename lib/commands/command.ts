import { realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { NoRoomError } from "../core/files.js";

/** The checkout's top folder. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

/** The project's own Python. */
export const VENV_PYTHON: string =
  process.platform === "win32" ? join(ROOT, ".venv", "Scripts", "python.exe") : join(ROOT, ".venv", "bin", "python");

/** Something the user typed or their machine lacks: told in its message, without a stack. */
export class UsageError extends Error {
  override name = "UsageError";
}

/**
 * Runs `main` when the module at `url` is the program itself, not when it is imported; its number is the exit code.
 * What the user can mend (a UsageError, a wrong argument, a full disk) is one line, everything else keeps its stack.
 */
export async function asProgram(url: string, main: (args: string[]) => Promise<number>): Promise<void> {
  const program = process.argv[1];
  if (!program || realpathSync(program) !== realpathSync(fileURLToPath(url))) return;
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const told = [UsageError, RangeError, NoRoomError].some((kind) => error instanceof kind) || isParseError(error);
    console.error(told ? (error as Error).message : error);
    process.exitCode = 1;
  }
}

function isParseError(error: unknown): boolean {
  return error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS");
}

/** A number as typed; an empty text, which Number takes for 0, is none. */
export const typedNumber = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

/** The environment in which Jupyter finds this project's kernel and starts it with this Node. */
export function jupyterEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PYTHONHOME: _home, PYTHONPATH: _path, ...inherited } = process.env;
  const paths = [join(ROOT, ".jupyter"), process.env["JUPYTER_PATH"]].filter(Boolean);
  return {
    ...inherited,
    JUPYTER_PATH: paths.join(delimiter),
    JUPYTER_PLATFORM_DIRS: "1",
    PATH: [dirname(process.execPath), process.env["PATH"]].filter(Boolean).join(delimiter),
    PYTHONNOUSERSITE: "1",
    PYDEVD_DISABLE_FILE_VALIDATION: "1",
    ...extra,
  };
}

/** Seconds as `42 s` or `3 min 05 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}
