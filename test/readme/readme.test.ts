import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { currentReadme } from "../../lib/commands/readme.js";
import { projectPath } from "../../lib/core/root.js";

const readme = readFileSync(projectPath("README.md"), "utf8");

it("shows what its example prints and what the shipped rows say", () => {
  expect(readme).toBe(currentReadme(readme));
});

it("links to files that are there and names commands that exist", () => {
  for (const [, path] of readme.matchAll(/\]\(([^)#]+)\)/g)) {
    expect(existsSync(join(dirname(projectPath("README.md")), path)), path).toBe(true);
  }
  const { scripts } = JSON.parse(readFileSync(projectPath("package.json"), "utf8"));
  for (const [, name] of readme.matchAll(/`?npm (?:run )?([a-z]+)/g)) expect(scripts).toHaveProperty(name);
});
