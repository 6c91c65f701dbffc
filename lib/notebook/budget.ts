/**
 * Sizes of a notebook's run: `full`, or `tiny` when the environment says RLVR_LAB_BUDGET=tiny (as a check of all
 * notebooks does).
 *
 * @throws RangeError when the variable holds anything but `full` or `tiny`
 * @example budget({ steps: 120 }, { steps: 3 }) // {"steps": 120}
 * @source this project
 */
export function budget<T>(full: T, tiny: T): T {
  const wanted = process.env.RLVR_LAB_BUDGET || "full";
  if (wanted === "tiny") return tiny;
  if (wanted === "full") return full;
  throw new RangeError(`budget: RLVR_LAB_BUDGET must be full or tiny, got ${JSON.stringify(wanted)}`);
}
