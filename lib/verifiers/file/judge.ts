import { verifyChoice } from "../choice.js";
import { verifyFormat } from "../format.js";
import { verifyMath } from "../math/index.js";
import { verifyNumber } from "../number.js";
import { verifySteps } from "../steps.js";
import { verifyText } from "../text.js";
import type { Verdict } from "../verdict.js";

/** Verifiers that a file's rows can be given to by name, in this thread or in another. */
export const NAMED = { verifyMath, verifyNumber, verifyChoice, verifyText, verifyFormat, verifySteps };
export type VerifierName = keyof typeof NAMED;

/** One response of a file and what it is held against. */
export interface Case {
  line: number;
  index: number;
  response: string;
  gold: unknown;
}

/** A verifier with its options, as a worker is told. */
export interface Judge {
  verifier: VerifierName;
  options: object;
}

/**
 * The verdicts of some cases.
 *
 * @throws RangeError naming the line whose gold cannot be read.
 */
export function judgeCases(cases: readonly Case[], { verifier, options }: Judge): Verdict[] {
  const verify = NAMED[verifier] as (response: string, gold: unknown, options: object) => Verdict;
  return cases.map(({ line, response, gold }) => {
    try {
      return verify(response, gold, options);
    } catch (error) {
      throw new RangeError(`verifyFile: line ${line}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}
