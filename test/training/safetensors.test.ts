import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSafetensors, writeSafetensors } from "../../lib/training/safetensors.js";

const path = () => join(mkdtempSync(join(tmpdir(), "tensors-")), "x.safetensors");
const tensors = {
  a: { shape: [2, 2], values: Float32Array.of(1, 2, 3, -4.5) },
  b: { shape: [1], values: Float32Array.of(7) },
};

describe("safetensors", () => {
  it("gives back what was written", () => {
    const at = path();
    writeSafetensors(at, tensors, { task: "countdown" });
    const read = readSafetensors(at);
    expect(read.tensors).toEqual(tensors);
    expect(read.metadata.task).toBe("countdown");
  });

  it("has the format's layout: little-endian header length, JSON padded to eight bytes, raw float32", () => {
    const at = path();
    writeSafetensors(at, tensors, {});
    const bytes = readFileSync(at);
    const length = Number(bytes.readBigUInt64LE(0));
    expect(length % 8).toBe(0);
    const header = JSON.parse(bytes.subarray(8, 8 + length).toString());
    expect(header.a).toEqual({ dtype: "F32", shape: [2, 2], data_offsets: [0, 16] });
    expect(bytes.readFloatLE(8 + length + 12)).toBe(-4.5);
  });

  it("says which file is damaged and how: cut, flipped, no header, missing", () => {
    const at = path();
    writeSafetensors(at, tensors, {});
    const whole = readFileSync(at);
    truncateSync(at, whole.length - 4);
    expect(() => readSafetensors(at)).toThrow(`${at} is damaged (tensor b is cut)`);
    const flipped = Buffer.from(whole);
    flipped[whole.length - 1] ^= 1;
    writeFileSync(at, flipped);
    expect(() => readSafetensors(at)).toThrow("do not match its checksum");
    writeFileSync(at, "abc");
    expect(() => readSafetensors(at)).toThrow("no header");
    writeFileSync(at, Buffer.alloc(16, 255));
    expect(() => readSafetensors(at)).toThrow("the header is cut");
    expect(() => readSafetensors(`${at}.gone`)).toThrow("must be an existing file");
  });
});
