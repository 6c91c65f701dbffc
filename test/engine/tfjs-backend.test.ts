import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "rlvr-backend-"));
const before = process.env["RLVR_TFJS_NATIVE"];
beforeEach(() => vi.resetModules());
afterEach(() => {
  if (before === undefined) delete process.env["RLVR_TFJS_NATIVE"];
  else process.env["RLVR_TFJS_NATIVE"] = before;
});
afterAll(() => rmSync(folder, { recursive: true }));

async function attemptWith(source: string) {
  const file = join(folder, `${Math.abs(source.length * 7919)}.cjs`);
  writeFileSync(file, source);
  process.env["RLVR_TFJS_NATIVE"] = file;
  const { describeBackends } = await import("../../lib/engine/tfjs/index.js");
  return describeBackends();
}

it.each([
  [
    "a plain Error",
    'throw new Error("The addon can not be found.\\nPlease run something")',
    "The addon can not be found.",
  ],
  ["what is no Error", 'throw "binary for another system"', "binary for another system"],
  ["a module without a backend", "module.exports = {}", "loaded, but brings no native backend"],
])("a native package that ends in %s is passed over, with the reason", async (_what, source, reason) => {
  const attempts = await attemptWith(source);
  expect(attempts[0].works).toBe(false);
  expect(attempts[0].reason).toContain(reason);
  expect(attempts[0].reason).not.toContain("\n");
  expect(attempts.at(-1)?.works).toBe(true);
});

it("a package that is not there says so, and only the wanted backend is tried", async () => {
  process.env["RLVR_TFJS_NATIVE"] = join(folder, "absent");
  const { createTfjsEngine } = await import("../../lib/engine/tfjs/index.js");
  const engine = await createTfjsEngine({ backend: "cpu" });
  expect(engine.description).toMatch(/^tfjs \S+ on cpu: plain JavaScript$/);
  await expect(createTfjsEngine({ backend: "tensorflow" })).rejects.toThrow(
    /no tensorflow backend works here .*Cannot find module/,
  );
});
