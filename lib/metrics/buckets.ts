import { checkFinite, checkNumber, checkRows, fail } from "../core/check.js";

/** How many groups are all right, mixed, all wrong; and how many have c right responses. */
export interface CorrectnessBuckets {
  allRight: number;
  mixed: number;
  allWrong: number;
  /** `histogram[c]` groups have exactly c right responses, c = 0 ... the largest group's size. */
  histogram: number[];
}

/**
 * Counts groups by how many of their responses are right. Only mixed groups carry a group-relative learning signal.
 *
 * @param verdicts One list of verdicts (not of rewards) a group.
 * @throws RangeError for no group or an empty one. TypeError for a verdict that is not true or false.
 * @example correctnessBuckets([[true, true], [true, false], [false, false], [false, false]]) // {"allRight": 1, "mixed": 1, "allWrong": 2, "histogram": [2, 1, 1]}
 * @source FR3E (arXiv 2507.07017), All-Right and All-Wrong groups.
 */
export function correctnessBuckets(verdicts: readonly (readonly boolean[])[]): CorrectnessBuckets {
  const fn = "correctnessBuckets";
  checkRows(fn, "verdicts", verdicts);
  if (verdicts.length === 0) fail(fn, "verdicts", "a batch of at least one group", verdicts);
  const out: CorrectnessBuckets = { allRight: 0, mixed: 0, allWrong: 0, histogram: [] };
  const sizes = verdicts.map((group) => group.length);
  out.histogram = new Array(sizes.reduce((a, b) => Math.max(a, b)) + 1).fill(0);
  verdicts.forEach((group, i) => {
    if (!group.length) fail(fn, `verdicts[${i}]`, "a group of at least one verdict", group);
    const right = countRight(fn, group, i);
    out.histogram[right]++;
    if (right === group.length) out.allRight++;
    else if (right === 0) out.allWrong++;
    else out.mixed++;
  });
  return out;
}

/** The buckets as shares of all groups. */
export interface CorrectnessShares {
  allRight: number;
  mixed: number;
  allWrong: number;
  /** `histogram[c]` is the share of groups with exactly c right responses. */
  histogram: number[];
}

/**
 * The buckets as shares of all groups, as a training row stores them.
 *
 * @param buckets As `correctnessBuckets` returns them.
 * @throws RangeError when they hold no group or a count is negative or not finite.
 * @example correctnessShares(correctnessBuckets([[true, true], [true, false]])) // {"allRight": 0.5, "mixed": 0.5, "allWrong": 0, "histogram": [0, 0.5, 0.5]}
 * @source This project; shares of All-Right and All-Wrong groups as in FR3E (arXiv 2507.07017).
 */
export function correctnessShares({ allRight, mixed, allWrong, histogram }: CorrectnessBuckets): CorrectnessShares {
  for (const [name, count] of Object.entries({ allRight, mixed, allWrong })) {
    checkNumber("correctnessShares", name, count, { low: 0 });
  }
  checkFinite("correctnessShares", "histogram", histogram);
  const groups = allRight + mixed + allWrong;
  if (!(groups > 0)) fail("correctnessShares", "buckets", "counts of at least one group", groups);
  return {
    allRight: allRight / groups,
    mixed: mixed / groups,
    allWrong: allWrong / groups,
    histogram: histogram.map((count) => count / groups),
  };
}

function countRight(fn: string, group: readonly boolean[], i: number): number {
  let right = 0;
  group.forEach((verdict, j) => {
    if (typeof verdict !== "boolean") {
      throw new TypeError(
        `${fn}: verdicts[${i}][${j}] must be true or false (a verdict, not a reward), got ${verdict}`,
      );
    }
    if (verdict) right++;
  });
  return right;
}
