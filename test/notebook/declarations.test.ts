import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../lib/commands/command.js";

// The compiler inside tslab, five versions behind the one that builds the library.
const ts = createRequire(createRequire(import.meta.url).resolve("tslab"))(
  "@tslab/typescript-for-tslab",
) as typeof import("typescript");
const contents = join(ROOT, ".build", "index.d.ts");
const skip = !existsSync(contents);
if (skip) console.warn("skipped: no .build/index.d.ts; npm run build makes it");

describe.skipIf(skip)("the declarations, read by the notebook's compiler", () => {
  const program = ts.createProgram([contents], {
    target: ts.ScriptTarget.ES2020,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.NodeJs,
    lib: ["lib.es2020.d.ts"],
    esModuleInterop: true,
    skipLibCheck: false,
    types: ["node"],
  });
  const ours = (file: string) => file.startsWith(join(ROOT, ".build"));

  it("is TypeScript 5.0", () => expect(ts.version).toBe("5.0.4"));

  it("compile without a message", { timeout: 120_000 }, () => {
    const messages = program
      .getSourceFiles()
      .filter(({ fileName }) => ours(fileName))
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
      .map(({ file, start, messageText }) => {
        const line = file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
        const text = ts.flattenDiagnosticMessageText(messageText, " ");
        return `${relative(ROOT, file?.fileName ?? "")}:${line + 1} ${text}`;
      });
    expect(messages).toEqual([]);
  });

  it("give every public name a type", { timeout: 120_000 }, () => {
    const checker = program.getTypeChecker();
    const source = program.getSourceFile(contents);
    const module = source && checker.getSymbolAtLocation(source);
    const names = module ? checker.getExportsOfModule(module) : [];
    const untyped = names.filter((name) => {
      const target = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name;
      if (!(target.flags & ts.SymbolFlags.Value)) return false;
      return checker.getTypeOfSymbolAtLocation(target, source!).flags & ts.TypeFlags.Any;
    });
    expect(names.length).toBeGreaterThan(0);
    expect(untyped.map(({ name }) => name)).toEqual([]);
  });
});
