import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
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
  mkdirSync(folder, { recursive: true });
  copyFileSync(source, join(folder, "notebook.ipynb"));
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
    await page
      .locator(".jp-KernelName", { hasText: "TypeScript (rlvr-lab)" })
      .or(page.getByText("TypeScript (rlvr-lab)"))
      .first()
      .waitFor({ timeout: 60_000 });
    await runAll(page);
    await untilExecuted(page);
    const outputs = saved().flatMap(({ outputs }) => outputs ?? []);
    expect(outputs.filter(({ output_type }) => output_type === "error")).toEqual([]);
    const plot = page.locator(".js-plotly-plot").first();
    await plot.scrollIntoViewIfNeeded({ timeout: 30_000 });
    await expect.poll(() => plot.locator(".main-svg .trace").count(), { timeout: 30_000 }).toBeGreaterThan(0);
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

async function runAll(page: Page): Promise<void> {
  await page.locator(".lm-MenuBar-itemLabel", { hasText: /^Run$/ }).click();
  await page.locator(".lm-Menu-itemLabel", { hasText: /^Run All Cells$/ }).click();
}

interface Cell {
  cell_type: string;
  execution_count?: number | null;
  outputs?: { output_type: string }[];
}

function saved(): Cell[] {
  const { cells } = JSON.parse(readFileSync(join(folder, "notebook.ipynb"), "utf8")) as { cells: Cell[] };
  return cells.filter(({ cell_type }) => cell_type === "code");
}

/** Executed copies come with counts already: the kernel's last cell is the sign, in the page and then in the file. */
async function untilExecuted(page: Page): Promise<void> {
  const prompts = page.locator(".jp-CodeCell .jp-InputPrompt");
  await expect
    .poll(async () => (await prompts.allInnerTexts()).some((text) => text.includes("*")), { timeout: 20_000 })
    .toBe(true)
    .catch(() => undefined);
  await expect
    .poll(
      async () => {
        const texts = await prompts.allInnerTexts();
        return texts.length > 0 && texts.every((text) => /\[\d+\]/.test(text));
      },
      { timeout: 300_000, interval: 500 },
    )
    .toBe(true);
  await page.keyboard.press("Control+s");
  await expect.poll(() => saved().every(({ execution_count }) => execution_count), { timeout: 20_000 }).toBe(true);
}
