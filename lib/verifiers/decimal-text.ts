/** A rational number as it was written: exact, however long. */
export interface Written {
  /** Sign and digits without padding: "-1234.5", or "1/2" kept as a fraction. */
  text: string;
  top: bigint;
  bottom: bigint;
  /** Where it stood. */
  start: number;
  end: number;
}

/** More digits than any answer has; a longer run is not a number that anybody meant. */
const MOST_DIGITS = 400;
const MINUS = "-−";
const NUMBER = /(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+/g;

/** Every number in a text, in order: thousands, currency signs, decimals, `a/b`. */
export function numbersIn(text: string): Written[] {
  const found: Written[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const start = match.index;
    if (match[0].length > MOST_DIGITS || /[\p{L}\d_^]/u.test(text[start - 1] ?? "")) continue;
    const sign = signBefore(text, start);
    const [top, bottom] = rational(match[0]);
    const last = found[found.length - 1];
    if (last && text[start - 1] === "/" && last.end === start - 1 && top !== 0n && !last.text.includes("/")) {
      found[found.length - 1] = written(
        last.top * bottom,
        last.bottom * top,
        last.start,
        start + match[0].length,
        true,
      );
    } else {
      found.push(written(sign.negative ? -top : top, bottom, sign.start, start + match[0].length, false));
    }
  }
  return found;
}

/** Equal as rational numbers, or within a relative distance. */
export function sameNumber(a: Written, b: Written, tolerance: number): boolean {
  if (a.top * b.bottom === b.top * a.bottom) return true;
  if (tolerance === 0) return false;
  const [x, y] = [Number(a.top) / Number(a.bottom), Number(b.top) / Number(b.bottom)];
  return Number.isFinite(x) && Number.isFinite(y) && Math.abs(x - y) <= tolerance * Math.abs(y);
}

/** A minus belongs to the number unless it stands after an operand: "10-3" holds 10 and 3. */
function signBefore(text: string, start: number): { negative: boolean; start: number } {
  let at = start - 1;
  if (at >= 0 && "$€£¥₹".includes(text[at])) at--;
  if (at < 0 || !MINUS.includes(text[at])) return { negative: false, start: at + 1 };
  const before = text.slice(0, at).trimEnd();
  const isOperator =
    /[\p{L}\d)\]}]$/u.test(before.slice(-2)) && (before.length === at || /\s/.test(text[at + 1] ?? ""));
  return { negative: !isOperator, start: isOperator ? at + 1 : at };
}

function rational(digits: string): [bigint, bigint] {
  const [whole, part = ""] = digits.replaceAll(",", "").split(".");
  return [BigInt(whole + part), 10n ** BigInt(part.length)];
}

function written(top: bigint, bottom: bigint, start: number, end: number, fraction: boolean): Written {
  return { text: fraction ? `${top}/${bottom}` : decimal(top, bottom), top, bottom, start, end };
}

function decimal(top: bigint, bottom: bigint): string {
  const places = bottom.toString().length - 1;
  const digits = (top < 0n ? -top : top).toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const part = digits.slice(digits.length - places).replace(/0+$/, "");
  return `${top < 0n ? "-" : ""}${whole}${part ? `.${part}` : ""}`;
}
