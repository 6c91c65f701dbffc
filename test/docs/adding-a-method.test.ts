import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import { recipes, withParts } from "../../lib/index.js";
import { checkedExample, difference, evaluated } from "./examples.js";
import { libraryProgram, publicNames, root } from "./public-names.js";

const page = readFileSync(join(root, "data/docs/adding-a-method.md"), "utf8");
const [file, line, recipe] = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
const room = join(root, "lib/advantages");

it("the page's three pieces fit the library, and the new name is documented like the others", () => {
  const paths = {
    file: "lib/advantages/median.ts",
    index: "lib/advantages/index.ts",
    use: "test/docs/median-recipe.ts",
  };
  const program = libraryProgram({
    [paths.file]: file,
    [paths.index]: readFileSync(join(room, "index.ts"), "utf8") + line,
    [paths.use]: `import { medianAdvantage, recipes, withParts } from "../../lib/index.js";\nexport ${recipe}`,
  });
  const found = Object.values(paths).flatMap((path) => {
    const source = program.getSourceFile(join(root, path))!;
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([]);
  const added = publicNames(program).find(({ name }) => name === "medianAdvantage")!;
  expect(added.description).not.toBe("");
  expect(added.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(["throws", "example", "source"]));
});

it("the page's examples and recipe run", async () => {
  const folder = mkdtempSync(join(tmpdir(), "method-"));
  try {
    const here = file.replace("./group.js", pathToFileURL(join(room, "group.ts")).pathname);
    writeFileSync(join(folder, "median.ts"), here);
    const { medianAdvantage } = await import(/* @vite-ignore */ join(folder, "median.ts"));
    for (const [, text] of file.matchAll(/@example (.*)/g)) {
      const { expression, result } = checkedExample(text)!;
      expect(difference(await evaluated(expression, { medianAdvantage }), await evaluated(result, {}))).toBeUndefined();
    }
    const made = await evaluated(recipe.replace("const median = ", "").trim().replace(/;$/, ""), {
      medianAdvantage,
      recipes,
      withParts,
    });
    const sampled = { groups: [{ rollouts: [{ reward: 1 }, { reward: 0 }, { reward: 0 }] }] };
    const { advantage } = made as { advantage: { apply: (s: unknown) => Float32Array[] } };
    expect(advantage.apply(sampled)).toEqual([new Float32Array([1, 0, 0])]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
