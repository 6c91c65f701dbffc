import { checkInteger, checkNumber } from "../core/check.js";

/** Degrees of freedom beyond which t is taken as t of so many: its usual quantiles are within a thousandth of the normal ones. */
const MOST = 2000;

/**
 * Chance that |T| stays below tan(theta) sqrt(df): the finite series for a whole number of degrees of freedom.
 *
 * @source Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4
 */
function within(theta: number, df: number): number {
  const [sin, cos] = [Math.sin(theta), Math.cos(theta)];
  const odd = df % 2;
  let term = odd ? cos : 1;
  let sum = df === 1 ? 0 : term;
  for (let k = 2 + odd; k < df; k += 2) {
    term *= ((k - 1) / k) * cos * cos;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (theta + sin * sum) : sin * sum;
}

/**
 * Two-sided tail of Student's t, P(|T| >= |t|), for a whole number of degrees of freedom.
 *
 * @param t The statistic; infinite ones have no tail.
 * @throws RangeError unless df is an integer >= 1 and t a number.
 * @example tTail(2, 7) // 0.0856193
 * @source Abramowitz and Stegun, 26.7.3 and 26.7.4
 */
export function tTail(t: number, df: number): number {
  checkInteger("tTail", "df", df, 1);
  if (Number.isNaN(t)) checkNumber("tTail", "t", t);
  const few = Math.min(df, MOST);
  return Math.max(0, 1 - within(Math.atan(Math.abs(t) / Math.sqrt(few)), few));
}

/**
 * The t that |T| stays below with this chance: 2.3646 for .95 and 7 degrees of freedom. By bisection of the angle.
 *
 * @param confidence In [0, 1).
 * @throws RangeError unless df is an integer >= 1 and confidence in [0, 1).
 * @example tBound(0.95, 7) // 2.3646243
 * @source Abramowitz and Stegun, 26.7.3 and 26.7.4
 */
export function tBound(confidence: number, df: number): number {
  checkInteger("tBound", "df", df, 1);
  checkNumber("tBound", "confidence", confidence, { low: 0, high: 1, open: "high" });
  const few = Math.min(df, MOST);
  let [low, high] = [0, Math.PI / 2];
  for (let middle = high / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (within(middle, few) < confidence) low = middle;
    else high = middle;
  }
  return Math.tan(low) * Math.sqrt(few);
}
