/** The vocabulary of the lexer: functions, constants, Greek letters, units, connectors. */

const list = (text: string): Set<string> => new Set(text.split(" "));

/** Functions, under every spelling met in answers, with the one name they are evaluated by. */
export const FUNCTIONS: ReadonlyMap<string, string> = new Map(
  (
    "sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan arccot arcsec arccsc ln log lg exp sqrt abs floor ceil gcd lcm min max cbrt " +
    "asin:arcsin acos:arccos atan:arctan ceiling:ceil arsinh:arcsinh arcsinh arccosh arctanh binom det sgn:sign sign factorial:fact"
  )
    .split(" ")
    .map((entry) => entry.split(":"))
    .map(([name, canonical = name]) => [name, canonical]),
);

export const GREEK: ReadonlySet<string> = list(
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi chi psi omega " +
    "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell hbar partial nabla Re Im aleph odot oplus",
);

/** Commands that put a mark on what follows; the marked thing is another variable. */
export const ACCENTS: ReadonlySet<string> = list("dot ddot bar hat vec tilde mathcal");

/** Operators that bind a name. */
export const BIG: ReadonlySet<string> = list("sum prod int iint oint lim");

/** Commands that only change the font. */
export const FONTS: ReadonlySet<string> = list("mathbf boxed angle triangle");

/** Units under one name; words that are not here are dropped after a number but never compared. */
const UNITS = new Map<string, string>();
const named = (line: string): void => {
  const [name, ...others] = line.split(" ");
  for (const word of [name, ...others]) UNITS.set(word, name);
};
for (const line of [
  "m meter meters metre metres",
  "cm centimeter centimeters centimetre centimetres",
  "mm millimeter millimeters millimetre millimetres",
  "km kilometer kilometers kilometre kilometres",
  "in inch inches",
  "ft foot feet",
  "yd yard yards",
  "mi mile miles",
  "s sec secs second seconds",
  "min mins minute minutes",
  "hr hrs hour hours",
  "day days",
  "week weeks",
  "month months",
  "year years yr yrs",
  "kg kilogram kilograms",
  "g gram grams",
  "lb lbs pound pounds",
  "oz ounce ounces",
  "ton tons tonne tonnes",
  "dollar dollars usd",
  "cent cents",
  "euro euros eur",
  "yuan yen rmb",
  "rupee rupees inr",
  "l liter liters litre litres",
  "ml milliliter milliliters millilitre millilitres",
  "gallon gallons",
  "degree degrees deg",
  "rad radian radians",
  "mph",
  "kmh kph kmph",
  "sq square",
  "cu cubic",
  "per",
  "units unit",
  "hz hertz",
  "nm",
  "mg milligram milligrams",
  "kj kilojoule kilojoules",
  "ev",
]) {
  named(line);
}
/** Names of two and three letters: without `\text{}` a run of these is a unit and not a product. */
const WORDLIKE: ReadonlySet<string> = new Set(UNITS.keys());
for (const line of [
  "hr h",
  "n newton newtons",
  "j joule joules",
  "w watt watts",
  "kw kilowatt kilowatts",
  "pa pascal pascals",
  "v volt volts",
  "a amp amps ampere amperes",
  "k kelvin kelvins",
  "mol mole moles",
  "cal calorie calories",
  "am",
  "pm",
]) {
  named(line);
}

const COMPOUND: Record<string, string> = { mph: "mi / hr", kmh: "km / hr" };

/** The one name of a unit, or undefined. */
export const unitName = (word: string): string | undefined => {
  const name = UNITS.get(word.toLowerCase());
  return name === undefined ? undefined : (COMPOUND[name] ?? name);
};

/** Single letters read as a unit only after a number and a blank. */
export const LETTER_UNITS: ReadonlySet<string> = list("m s g L J N W");

/** Words that multiply the number before them. */
export const MAGNITUDES: ReadonlyMap<string, bigint> = new Map([
  ["dozen", 12n],
  ["hundred", 100n],
  ["thousand", 1000n],
  ["million", 10n ** 6n],
  ["billion", 10n ** 9n],
  ["trillion", 10n ** 12n],
]);

/** Words after a number that change it: a text with one is not a number with a unit. */
export const CHANGING: ReadonlySet<string> = list(
  "squared cubed factorial times plus minus over choose mod modulo to not power less more than divided base " +
    "halves thirds fifths sixths eighths tens hundreds thousands tenths hundredths thousandths",
);

export const PERCENT: ReadonlySet<string> = list("percent percents pct percentage");
const SMALL = list("no or and if is to of in on any all the for has not yes are");

/**
 * Whether a run of letters is a word and not a product of letters: a known small word or unit, or long enough.
 * `AB`, `xyz`, `abc` and `SRMC` stay products; `east`, `odd`, `inches` are words.
 */
export function isWord(run: string, gap: boolean): boolean {
  if (run.length < 2) return false;
  if (SMALL.has(run.toLowerCase()) || WORDLIKE.has(run.toLowerCase()) || PERCENT.has(run))
    return run !== run.toUpperCase() || run.length > 3;
  if (run === run.toUpperCase() && run.length <= 4) return false;
  if (run.length > 3) return true;
  return run.length === 3 && gap && /[aeiou]/i.test(run) && !/^[abcdnxyz]+$/.test(run);
}
