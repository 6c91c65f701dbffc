import { LINE, textWidth } from "./text.js";
import { type Box, transformed, union } from "./transform.js";

/** The little of an SVG element that measuring needs; jsdom has the rest and we have no DOM types. */
export interface Node {
  tagName: string;
  parentNode: Node | null;
  children: ArrayLike<Node>;
  childNodes: ArrayLike<{ nodeType: number; textContent: string | null }>;
  textContent: string | null;
  style?: { fontSize: string; fontWeight: string; textAnchor: string; display: string };
  getAttribute(name: string): string | null;
}

/** The bounding box that a browser's layout would give, in the element's own coordinates; empty elements have none. */
export function boxOf(node: Node): Box | undefined {
  const tag = node.tagName.toLowerCase();
  if (node.style?.display === "none") return undefined;
  if (tag === "text") return textBox(node);
  if (tag === "tspan") return lineBox(node, startOf(node, "x"), startOf(node, "y"));
  if (tag === "rect" || tag === "image" || tag === "foreignobject") return rectangle(node);
  return union(Array.from(node.children, moved));
}

function moved(node: Node): Box | undefined {
  const box = boxOf(node);
  return box && transformed(box, node.getAttribute("transform"));
}

/** The same box on the page: moved by the transforms of the element and of all that contain it. */
export function boxOnPage(node: Node): Box | undefined {
  let box = boxOf(node);
  for (let at: Node | null = node; box && at?.tagName; at = at.parentNode) {
    box = transformed(box, at.getAttribute("transform"));
  }
  return box;
}

function rectangle(node: Node): Box {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => number(node.getAttribute(name)));
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** A text is its lines: Plotly makes each one a tspan with class "line" and a dy in em. */
function textBox(node: Node): Box | undefined {
  const lines = Array.from(node.children).filter((child) => child.getAttribute("class") === "line");
  const x = startOf(node, "x");
  const y = startOf(node, "y");
  if (lines.length === 0) return lineBox(node, x, y);
  const size = fontSize(node);
  return union(lines.map((line) => lineBox(line, startOf(line, "x") || x, y + em(line.getAttribute("dy")) * size)));
}

function lineBox(node: Node, x: number, y: number): Box | undefined {
  const width = advance(node);
  if (width === 0) return undefined;
  const size = fontSize(node);
  const anchor = inherited(node, (n) => n.style?.textAnchor || n.getAttribute("text-anchor") || "") || "start";
  const left = anchor === "middle" ? x - width / 2 : anchor === "end" ? x - width : x;
  return { left, top: y - LINE.ascent * size, right: left + width, bottom: y + LINE.descent * size };
}

/** Width of a node's text, each child measured in its own size and weight. */
export function advance(node: Node): number {
  let width = 0;
  let element = 0;
  for (let i = 0; i < node.childNodes.length; i++) {
    const child = node.childNodes[i];
    if (child.nodeType === 1) width += advance(node.children[element++]);
    else if (child.nodeType === 3) width += textWidth(child.textContent ?? "", fontSize(node), isBold(node));
  }
  return width;
}

function fontSize(node: Node): number {
  const size = inherited(node, (n) => n.style?.fontSize || n.getAttribute("font-size") || "");
  if (!size) return 12;
  return size.endsWith("%") ? (Number.parseFloat(size) / 100) * parentSize(node) : number(size);
}

const parentSize = (node: Node): number => (node.parentNode?.tagName ? fontSize(node.parentNode) : 12);

function isBold(node: Node): boolean {
  const weight = inherited(node, (n) => n.style?.fontWeight || "");
  return weight === "bold" || weight === "bolder" || Number(weight) >= 600;
}

function inherited(node: Node, read: (node: Node) => string): string {
  for (let at: Node | null = node; at?.tagName; at = at.parentNode) {
    const value = read(at);
    if (value) return value;
  }
  return "";
}

const number = (text: string | null): number => Number.parseFloat(text ?? "") || 0;
const em = (text: string | null): number => (text?.endsWith("em") ? number(text) : 0);
const startOf = (node: Node, axis: "x" | "y"): number => number(node.getAttribute(axis));
