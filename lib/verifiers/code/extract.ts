import { afterThinking } from "../response.js";

/** The languages that programs are run in. */
export type CodeLanguage = "javascript" | "python";

/** A program found in a response, or why there is none. */
export type ExtractedCode = { code: string; rule: string } | { code: null; reason: string };

const NAMES: Record<CodeLanguage, readonly string[]> = {
  javascript: ["javascript", "js", "node", "mjs", "jsx", "ecmascript"],
  python: ["python", "py", "python3", "py3"],
};
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n]*$/;

/**
 * The program of a response: its last fenced block in the language, else its last block without a language. A block that
 * is never closed is an answer cut off, so there is none.
 *
 * @throws never throws.
 * @example extractCode("Here:\n```python\nprint(1)\n```", "python") // {"code":"print(1)\n","rule":"fenced"}
 * @example extractCode("print(1)", "python") // {"code":null,"reason":"no code block"}
 * @source this project; fences as in CommonMark 0.31, section 4.5
 */
export function extractCode(response: string, language: CodeLanguage): ExtractedCode {
  const blocks = fencedBlocks(afterThinking(response));
  if (blocks === null) return { code: null, reason: "the last code block is never closed" };
  const own = blocks.filter(({ name }) => NAMES[language].includes(name));
  const chosen = own.at(-1) ?? blocks.filter(({ name }) => name === "").at(-1);
  if (chosen?.code.trim()) return { code: chosen.code, rule: "fenced" };
  if (chosen) return { code: null, reason: "the code block is empty" };
  if (blocks.length === 0) return { code: null, reason: "no code block" };
  return { code: null, reason: `the code is written in ${blocks[blocks.length - 1].name}, not ${language}` };
}

/** Every closed fenced block; null when the last one is left open. */
function fencedBlocks(text: string): { name: string; code: string }[] | null {
  const blocks: { name: string; code: string }[] = [];
  let open: { fence: string; name: string; lines: string[] } | null = null;
  for (const line of text.split("\n")) {
    const match = line.length < 200 ? FENCE.exec(line.trimEnd()) : null;
    if (!open) {
      if (match) open = { fence: match[1], name: match[2].toLowerCase(), lines: [] };
    } else if (match?.[1].startsWith(open.fence) && line.trim() === match[1]) {
      blocks.push({ name: open.name, code: `${open.lines.join("\n")}\n` });
      open = null;
    } else {
      open.lines.push(line);
    }
  }
  return open ? null : blocks;
}
