import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { roomNames } from "../../lib/commands/docs/rooms.js";
import * as lab from "../../lib/index.js";
import { checkedExample, difference, evaluated } from "./examples.js";
import { libraryProgram, type PublicName, publicNames, root } from "./public-names.js";

const program = libraryProgram();
const names = publicNames(program);
const functions = names.filter(({ kind }) => kind === "function");
const roomOf = ({ file }: PublicName) => file.split("/").slice(0, 2).join("/");
const rooms = [...new Set(names.map(roomOf))];
const tagsOf = (name: PublicName, tag: string) => name.tags.filter((t) => t.name === tag).map((t) => t.text);

describe.each(rooms)("%s", (room) => {
  const here = functions.filter((name) => roomOf(name) === room);

  it("says of every public name what it is", () => {
    const silent = names
      .filter((name) => roomOf(name) === room && name.description === "")
      .map(({ name, file }) => `${name}: no description (${file})`);
    none(silent);
  });

  it("says of every function what it throws, where it comes from, and shows it", () => {
    const lacking = here.flatMap((name) =>
      ["throws", "source", "example"].flatMap((tag) =>
        tagsOf(name, tag).some((text) => text !== "") ? [] : [`${name.name}: no @${tag} (${name.file})`],
      ),
    );
    none(lacking);
  });

  it("gives the results that its examples show", async () => {
    const wrong: string[] = [];
    for (const name of here) {
      for (const text of tagsOf(name, "example")) {
        const example = checkedExample(text);
        if (!example) continue;
        const problem = await problemOf(example.expression, example.result);
        if (problem) wrong.push(`${name.name}: ${text}\n    ${problem}`);
      }
    }
    none(wrong);
  });

  it("shows only examples that parse", () => {
    const broken = here.flatMap((name) =>
      tagsOf(name, "example").flatMap((text) => {
        const code = text.replace(/^```\w*\n?|```$/g, "");
        const options = { reportDiagnostics: true, compilerOptions: { target: ts.ScriptTarget.ES2022 } };
        const { diagnostics = [] } = ts.transpileModule(`export {};\n${code}`, options);
        return diagnostics.map((d) => `${name.name}: ${ts.flattenDiagnosticMessageText(d.messageText, " ")}`);
      }),
    );
    none(broken);
  });
});

/** Fails with every entry, one a line. */
function none(problems: string[]): void {
  if (problems.length > 0) expect.fail(`\n${problems.join("\n")}\n`);
}

async function problemOf(expression: string, result: string): Promise<string | undefined> {
  try {
    const got = await evaluated(expression, { ...lab });
    return difference(got, await evaluated(result, {}));
  } catch (error) {
    return String(error);
  }
}

describe("the contents page", () => {
  it("names the rooms in the reference's order, and no others", () => {
    const page = readFileSync(join(root, "lib/index.ts"), "utf8");
    const folders = [...page.matchAll(/from "\.\/(\w+)\//g)].map(([, folder]) => folder);
    const order = folders.filter((folder, i) => folder !== folders[i - 1]);
    expect(order).toEqual(roomNames.filter((room) => order.includes(room)));
  });

  it("has many names, each once, and names no file of its own", () => {
    expect(functions.length).toBeGreaterThan(80);
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
    expect(names.filter(({ file }) => !file.startsWith("lib/"))).toEqual([]);
  });

  it("type-checks every example with a shown result", () => {
    const checked = functions.flatMap((name) =>
      tagsOf(name, "example").flatMap((text) => {
        const example = checkedExample(text);
        return example ? [{ name: name.name, ...example }] : [];
      }),
    );
    const free = Object.keys(lab).join(", ");
    const lines = checked.map(({ expression }) => `async () => (${expression}),`);
    const text = `import { ${free} } from "../../lib/index.js";\nexport const names: unknown[] = [${free}];\nexport const all: unknown[] = [\n${lines.join("\n")}\n];\n`;
    const path = "test/docs/all-examples.ts";
    const overlaid = libraryProgram({ [path]: text });
    const file = overlaid.getSourceFile(join(root, path))!;
    const found = overlaid.getSemanticDiagnostics(file).map((d) => {
      const line = file.getLineAndCharacterOfPosition(d.start!).line - 3;
      return `${checked[line]?.name}: ${ts.flattenDiagnosticMessageText(d.messageText, " ")}`;
    });
    none(found);
  });
});
