import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockHolder, takeLock } from "../../lib/core/lock.js";

const lock = () => join(mkdtempSync(join(tmpdir(), "lock-")), "inside", "lock");

describe("takeLock", () => {
  it("lets one process have it", () => {
    const path = lock();
    expect(takeLock(path)).toBe(true);
    expect(lockHolder(path)).toBe(process.pid);
    expect(takeLock(path)).toBe(false);
  });

  it("takes over what is left of a process that is gone, or of none", () => {
    for (const left of ["999999999", "", "rubbish", "-1", "0 5"]) {
      const path = lock();
      takeLock(path);
      writeFileSync(path, left);
      expect(lockHolder(path), left).toBeUndefined();
      expect(takeLock(path), left).toBe(true);
      expect(lockHolder(path), left).toBe(process.pid);
    }
    expect(lockHolder(lock())).toBeUndefined();
  });

  it.skipIf(process.platform !== "linux")("tells a process from a later one with its number", () => {
    const path = lock();
    takeLock(path);
    const [pid, begun] = readFileSync(path, "utf8").split(" ");
    expect(Number(begun)).toBeGreaterThan(0);
    writeFileSync(path, `${pid} ${Number(begun) - 1}`);
    expect(takeLock(path)).toBe(true);
    // Without its beginning a number is taken at its word.
    writeFileSync(path, pid);
    expect(takeLock(path)).toBe(false);
  });
});
