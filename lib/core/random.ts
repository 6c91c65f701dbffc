/**
 * A splittable, counter-based generator (Threefry-2x32, 20 rounds; Salmon et al., SC 2011).
 * Draw i of a key is a pure function of (key, i): resuming is setting a counter, and a response's tokens do not
 * depend on which batch it was sampled in. The WebAssembly kernels compute the same function.
 */

const ROTATIONS = [13, 15, 26, 6, 17, 29, 16, 24];
const PARITY = 0x1bd11bda;

/**
 * Two 32-bit words of Threefry-2x32-20 for a key and a counter. Pure.
 *
 * @throws never.
 * @example threefry(0, 0, 0, 0) // [1797259609, 2579123966]
 * @source Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011): Threefry-2x32, 20 rounds, and its known-answer vectors.
 */
export function threefry(key0: number, key1: number, counter0: number, counter1: number): [number, number] {
  const keys = [key0 | 0, key1 | 0, key0 ^ key1 ^ PARITY];
  let x0 = (counter0 + keys[0]) | 0;
  let x1 = (counter1 + keys[1]) | 0;
  for (let round = 0; round < 20; round++) {
    const r = ROTATIONS[round & 7];
    x0 = (x0 + x1) | 0;
    x1 = ((x1 << r) | (x1 >>> (32 - r))) ^ x0;
    if ((round & 3) === 3) {
      const block = (round >> 2) + 1;
      x0 = (x0 + keys[block % 3]) | 0;
      x1 = (x1 + keys[(block + 1) % 3] + block) | 0;
    }
  }
  return [x0 >>> 0, x1 >>> 0];
}

/**
 * 53 uniform bits in [0, 1) from two words.
 *
 * @throws never.
 * @example toUniform(2147483648, 0) // 0.5
 * @source this project
 */
export function toUniform(word0: number, word1: number): number {
  return ((word0 >>> 5) * 67108864 + (word1 >>> 6)) / 9007199254740992;
}

/** A stream of uniforms in [0, 1), callable; `split` makes independent streams by name. */
export interface Random {
  (): number;
  /** The two 32-bit words that, with the counter, are the whole state. */
  readonly key: readonly [number, number];
  /** How many draws were taken; set it to resume. */
  counter: number;
  /** An independent stream for each sequence of labels; does not advance this one. */
  split(...labels: (string | number)[]): Random;
}

/**
 * A generator from a seed, or from a saved key and counter.
 *
 * @throws TypeError when the seed is not an integer in [0, 2^53).
 * @example generator(1).split("rollout", 3)() === generator(1).split("rollout", 3)() // true
 * @source this project, over Salmon et al. (SC 2011)
 */
export function generator(seed: number | readonly [number, number], counter = 0): Random {
  const key = typeof seed === "number" ? keyOf(seed) : ([seed[0] >>> 0, seed[1] >>> 0] as const);
  const random = (() => {
    const at = random.counter++;
    return toUniform(...threefry(key[0], key[1], at >>> 0, Math.floor(at / 4294967296)));
  }) as unknown as { (): number; key: readonly [number, number]; counter: number; split: Random["split"] };
  random.key = key;
  random.counter = counter;
  random.split = (...labels) => generator(labels.reduce(childKey, key));
  return random;
}

/**
 * A stream's key as one seed, for interfaces that take a number.
 *
 * @throws never.
 * @example seedOf(generator(7)) // 7
 * @source this project
 */
export function seedOf(random: Random): number {
  return random.key[0] + (random.key[1] & 0x1fffff) * 4294967296;
}

/**
 * A uniform integer in [0, n).
 *
 * @throws never.
 * @example below(() => 0.99, 10) // 9
 * @source this project
 */
export function below(random: () => number, n: number): number {
  return Math.floor(random() * n);
}

/**
 * A shuffled copy (Fisher-Yates).
 *
 * @throws never.
 * @example shuffled([1, 2, 3], () => 0) // [2, 3, 1]
 * @source Fisher and Yates, as in Knuth, The Art of Computer Programming 2, algorithm 3.4.2P
 */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = below(random, i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

/**
 * A standard normal (Box-Muller, one of the pair).
 *
 * @throws never.
 * @example normal(() => 0) // 0
 * @source Box and Muller (1958)
 */
export function normal(random: () => number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

function keyOf(seed: number): readonly [number, number] {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new TypeError(`generator: seed must be an integer in [0, 2^53), got ${seed}`);
  }
  return [seed >>> 0, Math.floor(seed / 4294967296)];
}

// Words with the top bit of the second counter set are never drawn from, so children cannot meet their parent's stream.
function childKey(key: readonly [number, number], label: string | number): readonly [number, number] {
  const isNumber = typeof label === "number";
  const word = isNumber ? label >>> 0 : fnv1a(label);
  const high = isNumber ? Math.floor(label / 4294967296) & 0xffff : 0;
  return threefry(key[0], key[1], word, (0x80000000 | (isNumber ? 0 : 0x40000000) | high) >>> 0);
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
