import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { generator } from "../../core/random.js";
import type { PlotlySpec } from "../spec.js";
import { advance, boxOf, boxOnPage, type Node } from "./boxes.js";
import { canvasModule } from "./text.js";
import type { Box } from "./transform.js";

const require = createRequire(import.meta.url);

/** The plotly.js bundle that draws every figure, live and static. */
export const plotlyFile = (): string => require.resolve("plotly.js-dist");

interface Plotly {
  version: string;
  setPlotConfig(config: { logging: number }): void;
  toImage(spec: PlotlySpec, options: { format: "svg"; imageDataOnly: true }): Promise<string>;
}
interface Prototype {
  prototype: object;
}
interface PageWindow {
  Plotly: Plotly;
  Math: { random: () => number };
  URL: { createObjectURL?: () => string };
  Element: Prototype;
  SVGElement: Prototype;
  HTMLCanvasElement: Prototype;
  eval(source: string): unknown;
  [name: string]: unknown;
}
interface JsdomModule {
  JSDOM: new (html: string, options: Record<string, unknown>) => { window: PageWindow };
}

let page: PageWindow | undefined;

/** A jsdom window with plotly.js in it, and in place of a browser's layout what the font's metrics say. */
export function plotlyPage(): PageWindow {
  if (page) return page;
  // Required, not imported: its types would bring the whole DOM into a project that runs in Node.
  const { JSDOM } = require("jsdom") as JsdomModule;
  const { window } = new JSDOM("<!doctype html><body></body>", { runScripts: "outside-only", pretendToBeVisual: true });
  window.URL.createObjectURL = () => "";
  window.TextEncoder = TextEncoder;
  window.TextDecoder = TextDecoder;
  window.matchMedia = () => ({ matches: false });
  giveBoxes(window);
  giveCanvas(window);
  window.eval(readFileSync(plotlyFile(), "utf8"));
  // Its warnings (margins that took many redraws) are stack traces in a notebook's output; errors are thrown all the same.
  window.Plotly.setPlotConfig({ logging: 0 });
  page = window;
  return window;
}

/** Plotly names clip paths by Math.random: each picture starts the same sequence anew. */
export function resetNames(window: PageWindow): void {
  window.Math.random = generator(1);
}

function giveBoxes(window: PageWindow): void {
  const none = { left: 0, top: 0, right: 0, bottom: 0 };
  const rectangle = (box: Box | undefined) => {
    const { left, top, right, bottom } = box ?? none;
    return { x: left, y: top, left, top, right, bottom, width: right - left, height: bottom - top };
  };
  Object.assign(window.SVGElement.prototype, {
    getBBox(this: Node) {
      return rectangle(boxOf(this));
    },
    getBoundingClientRect(this: Node) {
      return rectangle(boxOnPage(this));
    },
    getComputedTextLength(this: Node) {
      return advance(this);
    },
  });
}

function giveCanvas(window: PageWindow): void {
  type Native = ReturnType<ReturnType<typeof canvasModule>["createCanvas"]>;
  const natives = new WeakMap<object, Native>();
  Object.assign(window.HTMLCanvasElement.prototype, {
    getContext(this: { width: number; height: number }, kind: string) {
      if (kind !== "2d") return null;
      const native = natives.get(this) ?? canvasModule().createCanvas(this.width, this.height);
      natives.set(this, native);
      return native.getContext("2d");
    },
    toDataURL(this: object) {
      return natives.get(this)?.toDataURL("image/png") ?? "data:,";
    },
  });
}
