import type { Case } from "./judge.js";

/** Which fields of a row hold what; a response or label field may hold a list, one entry a sample. */
export interface RowFields {
  response: string;
  gold: string;
  label: string;
}

/** A case and its label, where the row has one. */
export interface LabelledCase extends Case {
  label?: boolean;
}

/**
 * The cases of one JSON line.
 *
 * @throws SyntaxError when it is not JSON, RangeError when a field is missing or of the wrong kind; both name the line.
 */
export function casesOf(text: string, line: number, fields: RowFields): LabelledCase[] {
  let row: Record<string, unknown>;
  try {
    row = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new SyntaxError(`verifyFile: line ${line} is not JSON: ${text.slice(0, 60)}`);
  }
  const responses = list(row[fields.response]);
  if (responses.length === 0 || !responses.every((response) => typeof response === "string")) {
    throw new RangeError(`verifyFile: line ${line}: field "${fields.response}" must hold a text or a list of texts`);
  }
  if (row[fields.gold] === undefined)
    throw new RangeError(`verifyFile: line ${line}: field "${fields.gold}" is missing`);
  const labels = row[fields.label] === undefined ? [] : list(row[fields.label]);
  if (labels.length > 0 && labels.length !== responses.length) {
    throw new RangeError(
      `verifyFile: line ${line}: field "${fields.label}" must hold ${responses.length} labels, got ${labels.length}`,
    );
  }
  return responses.map((response, index) => {
    const label = readLabel(labels[index]);
    return { line, index, response: response as string, gold: row[fields.gold], ...(label === null ? {} : { label }) };
  });
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

/** true, 1, "1", "true": right; false, 0, -1 and the like: wrong; anything between or else: no label. */
function readLabel(value: unknown): boolean | null {
  if (typeof value === "boolean") return value;
  const number =
    value === "true" ? 1 : value === "false" ? 0 : value === null || value === "" ? Number.NaN : Number(value);
  if (number === 1) return true;
  return number === 0 || number === -1 ? false : null;
}
