import { createRequire } from "node:module";
import type * as TypeScript from "typescript";

const ts = createRequire(import.meta.url)("@tslab/typescript-for-tslab") as typeof TypeScript;

/**
 * A cell with `{ name }` written out as `{ name: name }`. tslab hands a cell only those names of earlier cells that it
 * sees used, and it does not see them in the short form.
 */
export function withoutShorthand(code: string): string {
  const source = ts.createSourceFile("cell.ts", code, ts.ScriptTarget.Latest, false);
  const ends: [number, string][] = [];
  const visit = (node: TypeScript.Node): void => {
    if (ts.isShorthandPropertyAssignment(node)) ends.push([node.name.end, node.name.text]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return ends.reduceRight((text, [end, name]) => `${text.slice(0, end)}: ${name}${text.slice(end)}`, code);
}
