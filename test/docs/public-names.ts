import { join, relative, resolve } from "node:path";
import ts from "typescript";

/** The checkout's top folder. */
export const root = resolve(import.meta.dirname, "../..");

/** One name of the contents page, as the compiler sees it. */
export interface PublicName {
  /** As it is written after `lab.`: members of a namespace carry its name. */
  name: string;
  kind: "function" | "value" | "type";
  /** Declaring file, from the top folder. */
  file: string;
  description: string;
  tags: { name: string; text: string }[];
}

/** Parsed once: a second program differs in its overlay only. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** The library as a program, with some files' texts replaced or added (paths from the top folder). */
export function libraryProgram(overlay: Record<string, string> = {}): ts.Program {
  const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const texts = new Map(Object.entries(overlay).map(([path, text]) => [join(root, path), text]));
  const host = ts.createCompilerHost({ ...options, noEmit: true }, true);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (path) => texts.has(resolve(path)) || fileExists(path);
  host.readFile = (path) => texts.get(resolve(path)) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(resolve(path));
    if (text !== undefined) return ts.createSourceFile(path, text, rest[0], true);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, ...rest));
    return parsed.get(path);
  };
  const files = [join(root, "lib/index.ts"), ...texts.keys()];
  return ts.createProgram(files, { ...options, rootDir: root, noEmit: true }, host);
}

/** Every exported name, in the contents page's order, namespaces opened. */
export function publicNames(program: ts.Program): PublicName[] {
  const checker = program.getTypeChecker();
  const index = program.getSourceFile(join(root, "lib/index.ts"))!;
  const visit = (module: ts.Symbol, prefix: string): PublicName[] =>
    checker.getExportsOfModule(module).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const name = prefix + exported.name;
      if (symbol.flags & ts.SymbolFlags.ValueModule) return visit(symbol, `${name}.`);
      const declaration = symbol.declarations![0];
      return {
        name,
        kind: kindOf(checker, symbol, declaration),
        file: relative(root, declaration.getSourceFile().fileName),
        description: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim(),
        tags: symbol
          .getJsDocTags(checker)
          .map((tag) => ({ name: tag.name, text: ts.displayPartsToString(tag.text).trim() })),
      };
    });
  return visit(checker.getSymbolAtLocation(index)!, "");
}

function kindOf(checker: ts.TypeChecker, symbol: ts.Symbol, declaration: ts.Declaration): PublicName["kind"] {
  if (!(symbol.flags & ts.SymbolFlags.Value)) return "type";
  if (symbol.flags & ts.SymbolFlags.Class) return "value";
  return checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures().length > 0 ? "function" : "value";
}
