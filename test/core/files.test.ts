import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { appendJsonLine, keepLines, NoRoomError, readJsonLines, withRoom, writeAtomic } from "../../lib/core/files.js";

const folder = () => mkdtempSync(join(tmpdir(), "files-"));

describe("writeAtomic", () => {
  it("replaces a file and leaves no temporary one", () => {
    const at = folder();
    writeAtomic(join(at, "a", "b.txt"), "old");
    writeAtomic(join(at, "a", "b.txt"), "new");
    expect(readFileSync(join(at, "a", "b.txt"), "utf8")).toBe("new");
    expect(readdirSync(join(at, "a"))).toEqual(["b.txt"]);
  });

  it("keeps the old file when the new one cannot be put in its place", () => {
    const at = folder();
    writeAtomic(join(at, "taken", "x"), "here");
    expect(() => writeAtomic(join(at, "taken"), "over a folder")).toThrow();
    expect(readdirSync(at)).toEqual(["taken"]);
  });
});

describe("a full disk", () => {
  it("is told with the path and what is left, other errors as they are", () => {
    const full = (code: string) => () => {
      throw Object.assign(new Error(code), { code });
    };
    const path = join(folder(), "none", "yet", "file");
    expect(() => withRoom(path, full("ENOSPC"))).toThrow(NoRoomError);
    expect(() => withRoom(path, full("EDQUOT"))).toThrow(/^no room to write .*file: [0-9.]+ MB left on its disk$/);
    expect(() => withRoom(path, full("EACCES"))).toThrow(/^EACCES$/);
    expect(withRoom(path, () => 5)).toBe(5);
  });

  it.skipIf(!existsSync("/dev/full"))("is what the system's full device is", () => {
    expect(() => appendJsonLine("/dev/full", { step: 1 })).toThrow("no room to write /dev/full");
  });
});

describe("rows on disk", () => {
  it("reads what was appended, and leaves out a last line without its newline", () => {
    const path = join(folder(), "rows.jsonl");
    appendJsonLine(path, { step: 1 });
    appendJsonLine(path, { step: 2 });
    expect(readJsonLines(path)).toEqual({ rows: [{ step: 1 }, { step: 2 }], cut: false });
    writeFileSync(path, '{"step":3', { flag: "a" });
    expect(readJsonLines(path)).toEqual({ rows: [{ step: 1 }, { step: 2 }], cut: true });
  });

  it("names file and line where a complete line is not JSON", () => {
    const path = join(folder(), "rows.jsonl");
    writeFileSync(path, '{"a":1}\nnot json\n');
    expect(() => readJsonLines(path)).toThrow(`${path} line 2 is not JSON: not json; restore the file`);
  });

  it("keeps a number of lines and drops the rest, the cut one too", () => {
    const path = join(folder(), "rows.jsonl");
    writeFileSync(path, "1\n2\n3\n4");
    keepLines(path, 2);
    expect(readFileSync(path, "utf8")).toBe("1\n2\n");
    expect(() => keepLines(path, 3)).toThrow("must have 3 lines, got 2");
  });
});
