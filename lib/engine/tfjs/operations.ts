import type { Tensor, Tensor1D, Tensor2D } from "@tensorflow/tfjs";
import type { Tf } from "./backend.js";

/** Added to the mean square before its root. */
export const NORM_EPSILON = 1e-5;

type Custom = (...inputs: Tensor[]) => Tensor;

/** The operations whose stock gradient is slow or missing on some backend, with gradients of their own. */
export interface Operations {
  /** x @ w. [N, in] @ [in, out] */
  linear(x: Tensor2D, w: Tensor2D): Tensor2D;
  /** x / sqrt(mean(x^2) + epsilon) * gain, row by row. [N, d] */
  rmsNorm(x: Tensor2D, gain: Tensor1D): Tensor2D;
  /** Rows of a table; a row may be taken many times. [N, d] from [V, d] */
  rows(table: Tensor2D, indices: Tensor1D): Tensor2D;
}

/** Builds them for a loaded tfjs. */
export function operations(tf: Tf): Operations {
  return {
    linear: tf.customGrad(linear(tf)) as Custom as Operations["linear"],
    rmsNorm: tf.customGrad(rmsNorm(tf)) as Custom as Operations["rmsNorm"],
    rows: (table, indices) => tf.customGrad(rows(tf, indices))(table) as Tensor2D,
  };
}

type Save = (tensors: Tensor[]) => void;
type WithGradient = { value: Tensor; gradFunc: (dy: Tensor, saved: Tensor[]) => Tensor | Tensor[] };
type CustomFunction = Parameters<Tf["customGrad"]>[0];

function custom(f: (inputs: Tensor[], save: Save) => WithGradient): CustomFunction {
  return ((...args: unknown[]) => f(args.slice(0, -1) as Tensor[], args.at(-1) as Save)) as CustomFunction;
}

// The wasm backend multiplies a transposed operand more than ten times slower than a plain one: transpose first.
function linear(tf: Tf): CustomFunction {
  return custom(([x, w], save) => {
    save([x, w]);
    return {
      value: tf.matMul(x as Tensor2D, w as Tensor2D),
      gradFunc: (dy, [x, w]) => [tf.matMul(dy, tf.transpose(w)), tf.matMul(tf.transpose(x), dy)],
    };
  });
}

function rmsNorm(tf: Tf): CustomFunction {
  return custom(([x, gain], save) => {
    const scale = tf.rsqrt(tf.add(tf.mean(tf.square(x), -1, true), NORM_EPSILON));
    const normal = tf.mul(x, scale);
    save([normal, scale, gain]);
    return {
      value: tf.mul(normal, gain),
      gradFunc: (dy, [normal, scale, gain]) => {
        const inner = tf.mul(dy, gain);
        const along = tf.mean(tf.mul(inner, normal), -1, true);
        return [tf.mul(scale, tf.sub(inner, tf.mul(normal, along))), tf.sum(tf.mul(dy, normal), 0)];
      },
    };
  });
}

// The stock gradient of gather is missing on the wasm backend (UnsortedSegmentSum).
function rows(tf: Tf, indices: Tensor1D): CustomFunction {
  return custom(([table], save) => {
    save([indices]);
    return {
      value: tf.gather(table, indices),
      gradFunc: (dy, [at]) => tf.scatterND(tf.reshape(at, [-1, 1]), dy, table.shape),
    };
  });
}
