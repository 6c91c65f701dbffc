import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "../../lib/commands/command.js";
import { type Lab, startLab } from "../../lib/commands/lab.js";
import { canExecute, chromium, FIXTURES, NOTEBOOKS } from "./environment.js";

const browserPath = chromium();
const skip = !canExecute() || !browserPath;
const folder = join(ROOT, "data", "runs", "browser-test");
const real = existsSync(NOTEBOOKS) ? readdirSync(NOTEBOOKS).filter((name) => /^02.*\.ipynb$/.test(name)) : [];
const source = real.length ? join(NOTEBOOKS, real[0]) : join(FIXTURES, "tiny.ipynb");

let lab: Lab;
let browser: Browser;
let home: string;

beforeAll(async () => {
  if (skip) return;
  prepare();
  home = mkdtempSync(join(tmpdir(), "rlvr-lab-browser-"));
  // A home of its own: the settings and open tabs of this machine's user are neither used nor changed.
  const env = {
    HOME: home,
    JUPYTER_CONFIG_DIR: join(home, "config"),
    JUPYTER_DATA_DIR: join(home, "data"),
    RLVR_LAB_BUDGET: "tiny",
  };
  lab = await startLab({ port: 8988, openBrowser: false, env, log: "ignore" });
  browser = await playwright.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await lab?.stop();
  if (home) rmSync(home, { recursive: true, force: true });
});

it.skipIf(skip)(
  "JupyterLab runs a notebook with the project's kernel, offline, and draws its Plotly figure",
  { timeout: 400_000 },
  async () => {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1100 } });
    const outside = await keepInside(page);
    await page.goto(`${lab.origin}/lab/tree/data/runs/browser-test/notebook.ipynb?token=${lab.token}`);
    await page.locator(".jp-Notebook .jp-CodeCell").first().waitFor({ timeout: 60_000 });
    await runAll(page);
    await untilExecuted(page).finally(() => page.screenshot({ path: join(folder, "lab.png") }));
    const outputs = saved().flatMap(({ outputs }) => outputs ?? []);
    expect(outputs.filter(({ output_type }) => output_type === "error")).toEqual([]);
    // Beside a picture in the same output the live figure comes when the mouse does.
    const plot = page.locator(".jp-RenderedPlotly").first();
    await plot.scrollIntoViewIfNeeded({ timeout: 30_000 });
    await plot.hover();
    await plot.locator(".plot-container .main-svg").first().waitFor({ timeout: 30_000 });
    await page.screenshot({ path: join(folder, "lab.png") });
    expect(outside).toEqual([]);
  },
);

/** Requests that leave this machine are refused and listed. */
async function keepInside(page: Page): Promise<string[]> {
  const outside: string[] = [];
  await page.route(
    (url) => url.protocol.startsWith("http") && url.origin !== lab.origin,
    (route) => {
      outside.push(route.request().url());
      return route.abort();
    },
  );
  return outside;
}

/** Run All, once the kernel is idle: a page that is still connecting forgets the click. */
async function runAll(page: Page): Promise<void> {
  await page.getByText(/TypeScript \(rlvr-lab\) \| Idle/).waitFor({ timeout: 90_000 });
  await page.locator(".lm-MenuBar-itemLabel", { hasText: /^Run$/ }).click();
  await page.locator(".lm-Menu-itemLabel", { hasText: /^Run All Cells$/ }).click();
}

interface Cell {
  cell_type: string;
  execution_count?: number | null;
  outputs?: { output_type: string }[];
}

/** The code cells as saved; none while Jupyter is writing the file. */
function saved(): Cell[] {
  const text = readFileSync(join(folder, "notebook.ipynb"), "utf8");
  if (!text.trimEnd().endsWith("}")) return [];
  const { cells } = JSON.parse(text) as { cells: Cell[] };
  return cells.filter(({ cell_type }) => cell_type === "code");
}

/** The copy has no counts of its own: when the saved file has one in every cell, all were run. */
async function untilExecuted(page: Page): Promise<void> {
  const finished = async () => {
    await page.keyboard.press("Control+s");
    const cells = saved();
    return cells.length > 0 && cells.every(({ execution_count }) => execution_count);
  };
  await expect.poll(finished, { timeout: 240_000, interval: 1000 }).toBe(true);
}

/** A copy without outputs. */
function prepare(): void {
  const notebook = JSON.parse(readFileSync(source, "utf8")) as { cells: Cell[] };
  const cells = notebook.cells.map((cell) =>
    cell.cell_type === "code" ? { ...cell, execution_count: null, outputs: [] } : cell,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "notebook.ipynb"), JSON.stringify({ ...notebook, cells }));
}
