import { checkArray, checkFinite, checkNumber, checkSameShape, fail } from "../core/check.js";
import type { Coefficients, LossTerm } from "../core/types.js";

const parts = ["dLogprob", "dEntropy", "dNucleusEntropy"] as const;

/**
 * Several losses as one: values add, derivatives add token by token.
 *
 * @param terms losses over the same batch; a derivative that all lack stays absent (it is zero)
 * @returns value and derivatives, for the engine
 * @throws RangeError when there is no term, a value is not finite or the shapes of their derivatives differ.
 * @example sumTerms({ value: 1 }, { value: 0.5 }).value // 1.5
 * @source this project
 */
export function sumTerms(...terms: LossTerm[]): LossTerm {
  if (terms.length === 0) fail("sumTerms", "terms", "at least one loss", terms);
  terms.forEach((term, i) => {
    checkNumber("sumTerms", `terms[${i}].value`, term?.value);
    for (const part of parts) {
      if (!term[part]) continue;
      checkArray("sumTerms", `terms[${i}].${part}`, term[part]);
      for (const [r, row] of term[part].entries()) checkFinite("sumTerms", `terms[${i}].${part}[${r}]`, row);
    }
  });
  const sum: LossTerm = { value: terms.reduce((total, term) => total + term.value, 0) };
  for (const part of parts) {
    const rows = terms.flatMap((term) => (term[part] ? [term[part]] : []));
    if (rows.length > 0) sum[part] = rows.reduce((a, b) => added(part, a, b), zeros(rows[0]));
  }
  return sum;
}

function added(part: keyof Coefficients, a: Float32Array[], b: Float32Array[]): Float32Array[] {
  checkSameShape("sumTerms", [`the first ${part}`, a], [part, b]);
  return a.map((row, i) => row.map((x, t) => x + b[i][t]));
}

function zeros(rows: Float32Array[]): Float32Array[] {
  return rows.map((row) => new Float32Array(row.length));
}
