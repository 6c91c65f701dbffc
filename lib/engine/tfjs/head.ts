import type { Tensor, Tensor1D, Tensor2D } from "@tensorflow/tfjs";
import type { HeadOptions } from "../types.js";
import type { Tf } from "./backend.js";
import { isWhole, nucleusMembers } from "./nucleus.js";

/** Statistics of N rows of logits as tensors, and what their derivatives need. Columns are [N, 1]. */
export interface Head {
  temperature: number;
  /** [N, V] */
  target: Tensor;
  logp: Tensor;
  p: Tensor;
  logprob: Tensor;
  entropy: Tensor;
  /** Renormalised nucleus and its logarithm, 0 outside. [N, V] */
  inside: Tensor;
  logInside: Tensor;
  nucleusEntropy: Tensor;
}

/** Log-probability of the target, entropy and nucleus entropy of each row of logits [N, V] at a temperature. */
export function head(tf: Tf, logits: Tensor2D, targets: Int32Array, options: HeadOptions = {}): Head {
  const { temperature = 1, p: mass = 0.8, nucleus = "inclusive" } = options;
  const vocab = logits.shape[1];
  const logp = tf.logSoftmax(tf.div(logits, temperature));
  const p = tf.exp(logp);
  const target = tf.oneHot(tf.tensor1d(targets, "int32"), vocab);
  const entropy = tf.neg(rowSum(tf, tf.mul(p, logp)));
  const read = { temperature, target, logp, p, logprob: rowSum(tf, tf.mul(target, logp)), entropy };
  if (isWhole(mass, nucleus)) return { ...read, inside: p, logInside: logp, nucleusEntropy: entropy };
  // Membership is a constant of the gradient and needs exact order: it is found outside the tape.
  const members = tf.tensor2d(nucleusMembers(p.dataSync() as Float32Array, vocab, mass, nucleus), logits.shape);
  const selected = tf.mul(p, members);
  const total = rowSum(tf, selected);
  // An empty nucleus has entropy 0: dividing by 1 leaves its zeros.
  const divisor = tf.add(total, tf.cast(tf.equal(total, 0), "float32"));
  const inside = tf.div(selected, divisor);
  const logInside = tf.mul(members, tf.sub(logp, tf.log(divisor)));
  return { ...read, inside, logInside, nucleusEntropy: tf.neg(rowSum(tf, tf.mul(inside, logInside))) };
}

/** Coefficients of one micro-batch's rows, flat; absent means zero. [N] */
export interface RowCoefficients {
  dLogprob?: Float32Array;
  dEntropy?: Float32Array;
  dNucleusEntropy?: Float32Array;
}

/** d/dlogits of sum_t (a_t logprob_t + b_t H_t + c_t Hn_t): (a (1 - p) - b p (log p + H) - c q (log q + Hn)) / temperature. */
export function headGradient(tf: Tf, head: Head, coefficients: RowCoefficients): Tensor {
  const { p, logp, target, entropy, inside, logInside, nucleusEntropy, temperature } = head;
  const weigh = (c: Float32Array, term: Tensor) => tf.mul(tf.tensor2d(c, [c.length, 1]), term);
  const { dLogprob, dEntropy, dNucleusEntropy } = coefficients;
  const terms: Tensor[] = [];
  if (dLogprob) terms.push(weigh(dLogprob, tf.sub(target, p)));
  if (dEntropy) terms.push(weigh(dEntropy, tf.neg(tf.mul(p, tf.add(logp, entropy)))));
  if (dNucleusEntropy) {
    terms.push(weigh(dNucleusEntropy, tf.neg(tf.mul(inside, tf.add(logInside, nucleusEntropy)))));
  }
  if (terms.length === 0) return tf.zerosLike(p);
  return tf.div(
    terms.reduce((a, b) => tf.add(a, b)),
    temperature,
  );
}

/** A scalar 0 whose gradient in the logits is `gradient(logits)`: the entry of a hand-derived loss into the tape. */
export function withGradient(tf: Tf, logits: Tensor2D, gradient: (logits: Tensor2D) => Tensor): Tensor1D {
  type Custom = Parameters<Tf["customGrad"]>[0];
  const loss = ((x: Tensor2D, save: (tensors: Tensor[]) => void) => {
    save([gradient(x)]);
    return { value: tf.scalar(0), gradFunc: (_dy: Tensor, saved: Tensor[]) => saved[0] };
  }) as unknown as Custom;
  return tf.customGrad(loss)(logits) as Tensor1D;
}

function rowSum(tf: Tf, x: Tensor): Tensor {
  return tf.sum(x, -1, true);
}
