import { describe, expect, it } from "vitest";
import { fault, note, ok } from "../../lib/commands/doctor/check.js";
import { checks, diagnose } from "../../lib/commands/doctor.js";

describe("doctor", () => {
  it("says what it found, what to do, and fails on a fault only", async () => {
    const lines: string[] = [];
    const thrown = new Error("no such module\nstack");
    const list = [
      { name: "a", remedy: "", run: () => ok("fine") },
      { name: "b", remedy: "", run: () => note("slow", "wait") },
      { name: "c", remedy: "", run: () => fault("missing", "install it") },
      {
        name: "d",
        remedy: "npm run setup",
        run: () => {
          throw thrown;
        },
      },
    ];
    expect(await diagnose(list, (line) => lines.push(line))).toBe(1);
    expect(lines).toEqual([
      "ok    a: fine",
      "note  b: slow",
      "      -> wait",
      "FAULT c: missing",
      "      -> install it",
      "FAULT d: no such module",
      "      -> npm run setup",
      "2 faults",
    ]);
    expect(await diagnose(list.slice(0, 2), () => undefined)).toBe(0);
  });

  it("looks at Node, packages, build, Python, engines, figures and the kernel, each with a remedy", () => {
    const names = checks.map(({ name }) => name);
    for (const name of ["Node", "npm packages", "build", "Python", "engine wasm", "engine tfjs", "figures", "kernel"]) {
      expect(names).toContain(name);
    }
    for (const { name, remedy } of checks) expect(remedy, name).not.toBe("");
  });
});
