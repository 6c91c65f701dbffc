import { crc32, deflateSync } from "node:zlib";

interface Pixels {
  width: number;
  height: number;
  /** RGBA, opaque. */
  pixels: Uint8Array;
}

/** A PNG of at most 256 colours: the most frequent ones, every other pixel in the nearest of them, no visible step from it. */
export function palettePng({ width, height, pixels }: Pixels): Uint8Array {
  const colours = new Uint32Array(width * height);
  for (let i = 0; i < colours.length; i++) {
    colours[i] = (pixels[4 * i] << 16) | (pixels[4 * i + 1] << 8) | pixels[4 * i + 2];
  }
  const palette = frequent(colours);
  const index = new Map(palette.map((colour, i) => [colour, i]));
  const rows = new Uint8Array((width + 1) * height);
  for (let i = 0; i < colours.length; i++) {
    const place = index.get(colours[i]) ?? nearestIn(palette, colours[i]);
    index.set(colours[i], place);
    rows[i + Math.floor(i / width) + 1] = place;
  }
  return encode(width, height, palette, rows);
}

/**
 * The most frequent colours first (ties by value: the order must not depend on the picture's scan), each at a
 * distance from those before it. The distance is the least that leaves no colour farther than itself from the palette.
 */
function frequent(colours: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
  for (let apart = 0; ; apart = apart === 0 ? 4 : apart * 2) {
    const palette: number[] = [];
    const isNew = (colour: number) => palette.every((other) => distance(other, colour) > apart);
    for (const colour of sorted) if (palette.length <= 256 && isNew(colour)) palette.push(colour);
    if (palette.length <= 256) return palette;
  }
}

/** Squared, over the three channels. */
function distance(a: number, b: number): number {
  return ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;
}

function nearestIn(palette: number[], colour: number): number {
  let best = 0;
  palette.forEach((candidate, i) => {
    if (distance(candidate, colour) < distance(palette[best], colour)) best = i;
  });
  return best;
}

function encode(width: number, height: number, palette: number[], rows: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits, palette, default compression, filters, no interlace
  const colours = Buffer.from(palette.flatMap((c) => [(c >> 16) & 255, (c >> 8) & 255, c & 255]));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const data = deflateSync(rows, { level: 9 });
  const chunks = [chunk("IHDR", header), chunk("PLTE", colours), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(crc32(body) >>> 0, body.length + 4);
  return out;
}
