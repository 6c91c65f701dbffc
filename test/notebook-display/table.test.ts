import { expect, it } from "vitest";
import { showTable } from "../../lib/notebook/index.js";
import { type Frame, type TableOptions, tableBundle } from "../../lib/notebook/table.js";
import { pretendKernel } from "./kernel.js";

type Rows = Record<string, unknown>[];
async function shown(rows: Rows | Frame, options: TableOptions = {}): Promise<{ html: string; text: string }> {
  const kernel = pretendKernel();
  await showTable(rows, options);
  kernel.end();
  const [{ data }] = kernel.sent;
  expect(Object.keys(data)).toEqual(["text/html", "text/plain"]);
  return { html: String(data["text/html"]), text: String(data["text/plain"]) };
}

it("shows rows through a frame, numbers short and to the right", async () => {
  const rows = [
    { method: "siren", "pass@1": 0.412345, right: 3, done: true },
    { method: "grpo", "pass@1": 0.5, right: 12, done: false },
  ];
  const { html, text } = await shown(rows, { caption: "At the end" });
  expect(text).toBe(
    [
      "At the end",
      "method  pass@1  right  done",
      "------  ------  -----  ----",
      "siren    0.412      3   yes",
      "grpo       0.5     12    no",
    ].join("\n"),
  );
  expect(html).toContain("<caption>At the end</caption>");
  expect(html).toContain('<td style="text-align:right">0.412</td>');
});

it("escapes what a model wrote", async () => {
  const { html } = await shown([{ response: `<img src=x onerror="alert('1')">&` }], { caption: "<b>" });
  expect(html).not.toMatch(/<img|<b>/);
  expect(html).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;");
});

it("takes rows with holes, objects, not-a-numbers, and no rows at all", async () => {
  const { text } = await shown([{ a: 1 }, { b: { c: [1] } }, { a: Number.NaN, b: "x\ny" }]);
  expect(text).toBe(["a  b", "-  ---------", "1", '   {"c":[1]}', "   x⏎y"].join("\n"));
  expect((await shown([], { columns: ["a", "b"] })).text).toBe("a  b\n-  -");
});

it("takes a frame as it is", () => {
  const bundle = tableBundle({ columns: ["k", "v"], values: [["x", 1 / 3]] }, { digits: 2 });
  expect(bundle["text/plain"]).toBe("k     v\n-  ----\nx  0.33");
});

it("names a column that no row has, and rows that are none", async () => {
  await expect(showTable([{ a: 1 }], { columns: ["b"] })).rejects.toThrow('columns must be among a, got "b"');
  await expect(showTable("rows" as never)).rejects.toThrow("rows must be an array of objects or a frame, got string");
});
