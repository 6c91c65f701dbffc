import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { duration, ROOT } from "../../lib/commands/command.js";

const folder = join(ROOT, ".build", "commands");
const built = existsSync(join(folder, "lab.js"));
if (!built) console.warn("skipped: no .build; npm run build makes it");

function run(name: string, ...args: string[]): { status: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, [join(folder, `${name}.js`), ...args], { encoding: "utf8" });
  return { status, said: stderr.trim() };
}

describe.skipIf(!built)("wrong arguments are told in one line, exit code 1", () => {
  it.each([
    ["lab", ["--port", "many"], "lab: --port must be an integer in [1, 65485], got many"],
    ["notebooks", ["--in-place", "--out", "x"], "notebooks: --in-place and --out exclude each other"],
    ["notebooks", ["--env", "novalue"], "notebooks: --env must be NAME=VALUE, got novalue"],
    [
      "test",
      ["lnt"],
      'test: the stage must be one of types, lint, rules, unit, notebooks (did you mean lint?), got "lnt"',
    ],
  ])("%s %j", (name, args, message) => {
    expect(run(name, ...args)).toEqual({ status: 1, said: message });
  });

  it.each(["lab", "notebooks", "doctor"])("%s names an option that it does not know", (name) => {
    const { status, said } = run(name, "--nonsense");
    expect(status).toBe(1);
    expect(said).toMatch(/^Unknown option '--nonsense'[^\n]*$/);
  });
});

describe("duration", () => {
  it("is seconds, then minutes", () => {
    expect([0.4, 59.4, 60, 185].map(duration)).toEqual(["0 s", "59 s", "1 min 00 s", "3 min 05 s"]);
  });
});
