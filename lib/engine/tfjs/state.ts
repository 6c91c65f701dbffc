import type { Tensor1D, Tensor2D } from "@tensorflow/tfjs";
import type { ParameterBlock } from "../types.js";
import type { Tf } from "./backend.js";
import type { Weights } from "./transformer.js";

/** Flat tensors that outlive a call: replaced one by one, each old one disposed. */
export class State {
  #weights: Map<string, Tensor1D | Tensor2D> | undefined;
  readonly #flat: Record<FlatName, Tensor1D>;

  constructor(
    private readonly tf: Tf,
    private readonly blocks: readonly ParameterBlock[],
    initial: Float32Array,
  ) {
    const zeros = () => tf.zeros([initial.length]) as Tensor1D;
    this.#flat = { theta: tf.tensor1d(initial), gradient: zeros(), first: zeros(), second: zeros() };
  }

  get(name: FlatName): Tensor1D {
    return this.#flat[name];
  }

  /** A copy of the values. */
  read(name: FlatName): Float32Array {
    return Float32Array.from(this.#flat[name].dataSync());
  }

  /** Takes the tensor over. */
  put(name: FlatName, tensor: Tensor1D): void {
    this.#flat[name].dispose();
    this.#flat[name] = tensor;
    if (name === "theta") this.#forget();
  }

  write(name: FlatName, values: Float32Array): void {
    this.put(name, this.tf.tensor1d(values));
  }

  zero(name: FlatName): void {
    this.put(name, this.tf.zeros([this.#flat[name].size]));
  }

  /** The parameters block by block, cut once between two updates. */
  weights(): Weights {
    const { tf, blocks } = this;
    const cut = ({ name, shape, offset, size }: ParameterBlock): [string, Tensor1D | Tensor2D] => [
      name,
      tf.tidy(() =>
        tf.keep(
          tf.reshape(tf.slice(this.#flat.theta, offset, size), shape as [number, number]) as
            | Tensor1D
            | Tensor2D as Tensor2D,
        ),
      ),
    ];
    this.#weights ??= new Map(blocks.map(cut));
    return this.#weights;
  }

  dispose(): void {
    this.#forget();
    for (const tensor of Object.values(this.#flat)) tensor.dispose();
  }

  #forget(): void {
    for (const tensor of this.#weights?.values() ?? []) tensor.dispose();
    this.#weights = undefined;
  }
}

/** Parameters, gradient, and the two moments of AdamW. */
export type FlatName = "theta" | "gradient" | "first" | "second";
