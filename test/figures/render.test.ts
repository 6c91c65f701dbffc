import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { entropyCurves, renderPng, renderSvg, writeFigure } from "../../lib/figures/index.js";
import { plotlyPage } from "../../lib/figures/render/page.js";
import { palettePng } from "../../lib/figures/render/palette.js";
import { LINE, textWidth } from "../../lib/figures/render/text.js";
import { transformed } from "../../lib/figures/render/transform.js";
import { fakeRows } from "./rows.js";

const spec = entropyCurves(fakeRows(["grpoPlusPlus", "siren"]));

it("draws the same bytes every time, whatever was drawn before or is drawn beside it", async () => {
  const first = await renderSvg(spec);
  const [other, again] = await Promise.all([renderSvg(entropyCurves(fakeRows(["fr3e"]))), renderSvg(spec)]);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(await renderPng(spec)).toEqual(await renderPng(spec));
});

// Other processors may round a text's width differently in the last digit.
it.runIf(process.platform === "linux" && process.arch === "x64")(
  "draws these bytes on every such machine",
  async () => {
    const { createHash } = await import("node:crypto");
    expect(
      createHash("sha256")
        .update(await renderSvg(spec))
        .digest("hex"),
    ).toMatchSnapshot();
  },
);

it("does not touch the spec", async () => {
  const before = structuredClone(spec);
  await renderSvg(spec);
  expect(spec).toEqual(before);
});

it("makes a PNG of the layout's size times the scale, and a compact one with far fewer bytes", async () => {
  const size = (png: Uint8Array) => [Buffer.from(png).readUInt32BE(16), Buffer.from(png).readUInt32BE(20)];
  const [full, twice, compact] = [
    await renderPng(spec),
    await renderPng(spec, { scale: 2 }),
    await renderPng(spec, { compact: true }),
  ];
  expect(size(full)).toEqual([900, 450]);
  expect(size(twice)).toEqual([1800, 900]);
  expect(size(compact)).toEqual([900, 450]);
  expect(compact.length).toBeLessThan(Math.min(25_000, full.length / 2));
});

it("goes on after a figure that cannot be drawn", async () => {
  await expect(renderSvg({ data: 1, layout: {} } as never)).rejects.toThrow(TypeError);
  const broken = {
    data: [
      {
        get y(): number[] {
          throw new Error("broken data");
        },
      },
    ],
    layout: {},
  };
  await expect(renderSvg(broken)).rejects.toThrow("broken data");
  expect(await renderSvg(spec)).toMatch(/^<svg/);
}, 60_000);

it("places an axis title clear of the tick labels beside it", async () => {
  const svg = await renderSvg({
    data: [{ y: [0, 100000] }],
    layout: { yaxis: { title: { text: "tokens" }, tickformat: "," } },
  });
  const [, shift, x] = svg.match(/class="g-ytitle" transform="translate\((-?[\d.]+),.*?rotate\(-90,(-?[\d.]+),/) ?? [];
  expect(Number(shift) + Number(x)).toBeLessThan(79 - textWidth("60,000", 12, false));
});

it("writes by the path's ending", async () => {
  const folder = mkdtempSync(join(tmpdir(), "figures-"));
  await writeFigure(join(folder, "a.svg"), spec);
  await writeFigure(join(folder, "a.png"), spec, { scale: 1 });
  await writeFigure(join(folder, "a.json"), spec);
  expect(readFileSync(join(folder, "a.svg"), "utf8")).toMatch(/^<svg[\s\S]*<\/svg>$/);
  expect(readFileSync(join(folder, "a.png")).subarray(1, 4).toString()).toBe("PNG");
  expect(JSON.parse(readFileSync(join(folder, "a.json"), "utf8"))).toEqual(spec);
  await expect(writeFigure(join(folder, "a.gif"), spec)).rejects.toThrow("path must end in .svg, .png or .json, got");
  rmSync(folder, { recursive: true });
});

it("refuses a scale that is none", async () => {
  await expect(renderPng(spec, { scale: 0 })).rejects.toThrow("renderPng: scale must be > 0, got 0");
});

it("moves boxes as SVG does: the last function of a list first", () => {
  const box = { left: 0, top: 0, right: 2, bottom: 1 };
  expect(transformed(box, null)).toEqual(box);
  expect(transformed(box, "translate(10,5)scale(2)")).toEqual({ left: 10, top: 5, right: 14, bottom: 7 });
  const turned = transformed(box, "rotate(-90,0,0)");
  for (const [side, value] of Object.entries({ left: 0, top: -2, right: 1, bottom: 0 })) {
    expect(turned[side as keyof typeof turned]).toBeCloseTo(value, 12);
  }
});

it("measures text by the font alone", () => {
  // DejaVu Sans: the advance of a digit is 1303 of 2048 units, of a bold one 1425.
  expect(textWidth("0000", 2048, false)).toBeCloseTo(4 * 1303, 0);
  expect(textWidth("0", 2048, true)).toBeCloseTo(1425, 0);
  expect(LINE.ascent + LINE.descent).toBeCloseTo(1.164, 3);
});

it("keeps exact colours while they fit in a palette", () => {
  const pixels = new Uint8Array([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 0, 0, 255]);
  const png = Buffer.from(palettePng({ width: 2, height: 2, pixels }));
  const at = png.indexOf("PLTE") + 4;
  expect([...png.subarray(at, at + 9)]).toEqual([255, 0, 0, 0, 0, 255, 0, 255, 0]);
});

it("has no browser in it: the page knows only what we gave it", () => {
  expect(plotlyPage().Plotly.version).toMatch(/^\d+\.\d+\.\d+$/);
});
