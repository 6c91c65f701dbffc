import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { writeAtomic } from "../core/files.js";
import { halfBits, halfValue } from "./half.js";

/** A tensor by name, float32 in memory. */
export interface Tensor {
  shape: number[];
  values: Float32Array;
}

/** How numbers are stored: float32, or float16, half as large and rounded. */
export type StoredType = keyof typeof storage;

const storage = {
  F32: {
    bytes: 4,
    pack: (values: Float32Array): Buffer => Buffer.from(values.buffer, values.byteOffset, values.byteLength),
    unpack: (data: Buffer): Float32Array => new Float32Array(new Uint8Array(data).buffer),
  },
  F16: {
    bytes: 2,
    pack: (values: Float32Array): Buffer => Buffer.from(Uint16Array.from(values, halfBits).buffer),
    unpack: (data: Buffer): Float32Array => Float32Array.from(new Uint16Array(new Uint8Array(data).buffer), halfValue),
  },
};

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

/**
 * Writes tensors and text metadata as a safetensors file: an 8-byte header length, a JSON header, raw data.
 * The data's SHA-256 goes into the metadata, so that damage is found when reading.
 *
 * @throws the file system's error; the old file is then still there, whole; RangeError when a value is beyond F16's range
 * @source safetensors format, version 0.3
 */
export function writeSafetensors(
  path: string,
  tensors: Record<string, Tensor>,
  metadata: Record<string, string>,
  dtype: StoredType = "F32",
): void {
  let offset = 0;
  const chunks: Buffer[] = [];
  const header: Record<string, Entry | Record<string, string>> = {};
  for (const [name, { shape, values }] of Object.entries(tensors)) {
    const chunk = storage[dtype].pack(values);
    header[name] = { dtype, shape, data_offsets: [offset, offset + chunk.length] };
    chunks.push(chunk);
    offset += chunk.length;
  }
  const data = Buffer.concat(chunks);
  header["__metadata__"] = { ...metadata, sha256: createHash("sha256").update(data).digest("hex") };
  const text = JSON.stringify(header);
  const json = Buffer.from(text.padEnd(Math.ceil(Buffer.byteLength(text) / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  writeAtomic(path, Buffer.concat([length, json, data]));
}

/**
 * Reads a safetensors file of float32 or float16 tensors.
 *
 * @throws RangeError naming the file and what is wrong: missing, cut, not a safetensors file, or data that do not match
 *   their checksum
 */
export function readSafetensors(path: string): { tensors: Record<string, Tensor>; metadata: Record<string, string> } {
  if (!existsSync(path)) throw new RangeError(`readSafetensors: path must be an existing file, got ${path}`);
  const bytes = readFileSync(path);
  const broken = brokenAt(path);
  const headerLength = lengthOf(bytes, bytes.length, broken);
  const header = parseHeader(bytes.subarray(8, 8 + headerLength).toString("utf8"), broken);
  const data = bytes.subarray(8 + headerLength);
  const { ["__metadata__"]: rawMetadata, ...entries } = header;
  const metadata = (rawMetadata ?? {}) as Record<string, string>;
  const tensors: Record<string, Tensor> = {};
  for (const [name, { dtype, shape, data_offsets }] of Object.entries(entries as Record<string, Entry>)) {
    if (!Object.hasOwn(storage, dtype)) broken(`tensor ${name} is ${dtype}, not ${Object.keys(storage).join(" or ")}`);
    const { bytes: width, unpack } = storage[dtype as StoredType];
    const [from, to] = data_offsets;
    const size = shape.reduce((a, b) => a * b, 1);
    if (to > data.length || to - from !== width * size) broken(`tensor ${name} is cut`);
    tensors[name] = { shape, values: unpack(data.subarray(from, to)) };
  }
  const { sha256 } = metadata;
  if (sha256 && sha256 !== createHash("sha256").update(data).digest("hex"))
    broken("its data do not match its checksum");
  return { tensors, metadata };
}

/**
 * The text metadata of a safetensors file, without its tensors: these are neither read nor held against their checksum.
 *
 * @throws RangeError when the header is missing, cut or not JSON
 */
export function readMetadata(path: string): Record<string, string> {
  const file = openSync(path, "r");
  try {
    const broken = brokenAt(path);
    const start = Buffer.alloc(8);
    const found = readSync(file, start, 0, 8, 0);
    const header = Buffer.alloc(lengthOf(start.subarray(0, found), fstatSync(file).size, broken));
    readSync(file, header, 0, header.length, 8);
    return (parseHeader(header.toString("utf8"), broken)["__metadata__"] ?? {}) as Record<string, string>;
  } finally {
    closeSync(file);
  }
}

type Broken = (why: string) => never;

const brokenAt =
  (path: string): Broken =>
  (why) => {
    throw new RangeError(`readSafetensors: ${path} is damaged (${why}); delete it or restore it from a copy`);
  };

function lengthOf(start: Buffer, size: number, broken: Broken): number {
  const length = start.length >= 8 ? Number(start.readBigUInt64LE(0)) : broken("no header");
  return length > size - 8 ? broken("the header is cut") : length;
}

function parseHeader(text: string, broken: Broken): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return broken("its header is not JSON");
  }
}
