import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { papersAndReleases } from "../../lib/commands/docs/papers-and-releases.js";
import { root } from "./public-names.js";

it("the page on papers and releases is what the functions give (npm run docs writes it)", () => {
  expect(readFileSync(join(root, "data/docs/papers-and-releases.md"), "utf8")).toBe(papersAndReleases());
});
