import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The one font of every static picture; an npm package, so that it is the same on every machine. */
export const FONT_FAMILY = "DejaVu Sans";

const require = createRequire(import.meta.url);

/** Absolute paths of the regular and the bold face. */
export function fontFiles(): { regular: string; bold: string } {
  const folder = join(dirname(require.resolve("dejavu-fonts-ttf/package.json")), "ttf");
  return { regular: join(folder, "DejaVuSans.ttf"), bold: join(folder, "DejaVuSans-Bold.ttf") };
}

/** Ascent and descent of a line, in units of the font size: the font's own hhea table. */
export const LINE = { ascent: 0.928, descent: 0.236 };

interface Canvas {
  width: number;
  height: number;
  getContext(kind: "2d"): { font: string; measureText(text: string): { width: number } };
  toDataURL(type?: string): string;
}
interface CanvasModule {
  createCanvas(width: number, height: number): Canvas;
  GlobalFonts: { registerFromPath(path: string, alias: string): unknown };
}

let loaded: CanvasModule | undefined;

/** The native canvas with the font registered under names of our own: an installed DejaVu cannot take its place. */
export function canvasModule(): CanvasModule {
  if (loaded) return loaded;
  const module = require("@napi-rs/canvas") as CanvasModule;
  const { regular, bold } = fontFiles();
  module.GlobalFonts.registerFromPath(regular, "figure-regular");
  module.GlobalFonts.registerFromPath(bold, "figure-bold");
  loaded = module;
  return module;
}

let ruler: ReturnType<Canvas["getContext"]> | undefined;

/** Advance width of a line of text, px. */
export function textWidth(text: string, size: number, bold: boolean): number {
  ruler ??= canvasModule().createCanvas(1, 1).getContext("2d");
  ruler.font = `${size}px ${bold ? "figure-bold" : "figure-regular"}`;
  return ruler.measureText(text).width;
}
