import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confusion } from "../../lib/verifiers/confusion.js";
import { verifyFile } from "../../lib/verifiers/file/verify-file.js";
import { sharedPath } from "../shared.js";

const folder = mkdtempSync(join(tmpdir(), "verify-file-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, lines: string[]) => {
  writeFileSync(join(folder, name), lines.join("\n"));
  return join(folder, name);
};

describe("confusion", () => {
  it("counts by hand", () => {
    const report = confusion([true, true, true, false, false], [true, true, false, true, false]);
    expect(report).toEqual({
      truePositive: 2,
      falsePositive: 1,
      falseNegative: 1,
      trueNegative: 1,
      accuracy: 0.6,
      precision: 2 / 3,
      recall: 2 / 3,
      disagreements: [2, 3],
    });
    expect(confusion([], []).accuracy).toBeNaN();
    expect(() => confusion([true], [])).toThrow(/labels/);
  });
});

const rows = Array.from({ length: 600 }, (_, i) =>
  JSON.stringify({ response: [`#### ${i}`, `#### ${i + 1}`], gold: String(i), label: [1, i === 7 ? true : "0"] }),
);

describe("verifyFile", () => {
  it("judges every sample in order and reports against the labels", async () => {
    const progress: number[] = [];
    const path = file("numbers.jsonl", rows);
    const report = await verifyFile(path, { verifier: "verifyNumber", onProgress: (judged) => progress.push(judged) });
    expect(report.verdicts).toHaveLength(1200);
    expect(report.verdicts[15]).toMatchObject({ line: 8, index: 1, correct: false, label: true, answer: "8" });
    expect(report.confusion).toMatchObject({ truePositive: 600, falseNegative: 1, disagreements: [15] });
    expect(progress.at(-1)).toBe(1200);
    expect(progress.length).toBeGreaterThan(2);
  });

  it("takes other names of fields, rows without labels, and options", async () => {
    const path = file("other.jsonl", ['{"output":"B","gts":"B"}', "", '{"output":"(C)","gts":"B","score":-1}']);
    const fields = { response: "output", gold: "gts", label: "score" };
    const report = await verifyFile(path, { verifier: "verifyChoice", options: { letters: "ABC" }, fields });
    expect(report.verdicts.map(({ line, correct }) => [line, correct])).toEqual([
      [1, true],
      [3, false],
    ]);
    expect(report.confusion).toMatchObject({ trueNegative: 1, accuracy: 1 });
  });

  it("names the line that is wrong", async () => {
    const judge = (lines: string[]) => verifyFile(file("bad.jsonl", lines), { verifier: "verifyNumber" });
    await expect(judge(['{"response":"1","gold":"1"}', "{"])).rejects.toThrow(/line 2 is not JSON/);
    await expect(judge(['{"gold":"1"}'])).rejects.toThrow(/line 1: field "response"/);
    await expect(judge(['{"response":"1"}'])).rejects.toThrow(/line 1: field "gold" is missing/);
    await expect(judge(['{"response":["1","2"],"gold":1,"label":[1]}'])).rejects.toThrow(/line 1: field "label"/);
    await expect(judge(['{"response":"1","gold":"none"}'])).rejects.toThrow(/line 1: verifyNumber: gold/);
    await expect(verifyFile("none", { verifier: "verifyMaths" as never })).rejects.toThrow(/did you mean verifyMath/);
    await expect(verifyFile(join(folder, "none"), { verifier: "verifyMath" })).rejects.toThrow(/ENOENT/);
  });

  it("stops when it is told to", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(verifyFile(file("n.jsonl", rows), { verifier: "verifyNumber", signal })).rejects.toThrow("enough");
  });
});

describe("verifyFile, built", () => {
  const built = join(import.meta.dirname, "../../node_modules/.cache", `verify-file-${process.pid}`);
  beforeAll(() => {
    for (const part of ["core", "verifiers"]) {
      const source = join(import.meta.dirname, "../../lib", part);
      for (const name of readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
        path.endsWith(".ts"),
      )) {
        const target = join(built, part, name.replace(/\.ts$/, ".js"));
        mkdirSync(dirname(target), { recursive: true });
        const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
        writeFileSync(target, ts.transpile(readFileSync(join(source, name), "utf8"), options));
      }
    }
    cpSync(join(import.meta.dirname, "../../package.json"), join(built, "package.json"));
  });
  afterAll(() => rmSync(built, { recursive: true }));

  it("gives the same report from several threads", async () => {
    const { verifyFile: threaded } = (await import(
      pathToFileURL(join(built, "verifiers/file/verify-file.js")).href
    )) as { verifyFile: typeof verifyFile };
    const path = file("threads.jsonl", rows);
    const one = await verifyFile(path, { verifier: "verifyNumber" });
    expect(await threaded(path, { verifier: "verifyNumber", workers: 3 })).toEqual(one);
    const bad = file("bad-threads.jsonl", ['{"response":"1","gold":"none"}']);
    await expect(threaded(bad, { verifier: "verifyNumber", workers: 2 })).rejects.toThrow(/line 1: verifyNumber: gold/);
  });
});

const real = sharedPath("data", "verifier", "real_math.jsonl");
it.skipIf(!real)("agrees with the labels of real responses", async () => {
  const report = await verifyFile(real!, { verifier: "verifyMath", fields: { label: "expected" } });
  expect(report.confusion!.falsePositive).toBe(0);
  expect(report.confusion!.accuracy).toBeGreaterThan(0.99);
});
