import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { standaloneHtml, writeFigurePage } from "../../lib/figures/index.js";

const spec = { data: [{ name: "</script><script>alert(1)</script>", y: [1] }], layout: { title: { text: "<!-- a" } } };

it("keeps what a spec says inside its script", () => {
  const page = standaloneHtml([spec, spec], { title: "a & <b>", plotly: "plotly.min.js" });
  expect(page.match(/<script/g)).toHaveLength(4);
  expect(page.match(/<\/script/g)).toHaveLength(4);
  expect(page).not.toContain("<!--");
  expect(page).toContain("<title>a &amp; &lt;b&gt;</title>");
  const [, json] = page.match(/application\/json">(.*?)<\/script>/) ?? [];
  expect(JSON.parse(json)).toEqual({ ...spec, config: { displaylogo: false } });
});

it("holds plotly.js once and asks for nothing else", () => {
  const page = standaloneHtml([spec, spec]);
  expect(page.match(/\* plotly\.js v/g)).toHaveLength(1);
  expect(page).not.toMatch(/<script src|<link|<img/);
});

it("writes a page and the library beside it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  await writeFigurePage(join(folder, "entropy.html"), [spec]);
  const page = readFileSync(join(folder, "entropy.html"), "utf8");
  expect(page).toContain('<script src="plotly.min.js">');
  expect(page).toContain("<h1>entropy</h1>");
  expect(existsSync(join(folder, "plotly.min.js"))).toBe(true);
  rmSync(folder, { recursive: true });
});

it("names what is no figure", () => {
  expect(() => standaloneHtml([])).toThrow("standaloneHtml: specs must hold a figure, got none");
  expect(() => standaloneHtml([{} as never])).toThrow("spec must be {data: array, layout: object}");
});
