import type { Model } from "../engine/types.js";
import { halfBits, halfValue } from "./half.js";
import { writeSafetensors } from "./safetensors.js";

/**
 * Writes a base at half precision. The model's own parameters are rounded first: what was measured, what is shipped and
 * what trains on is one and the same.
 *
 * @throws RangeError when a parameter is beyond float16's range; the file system's error
 */
export function saveBase(path: string, model: Model, about: Record<string, string>): void {
  const parameters = model.parameters().map((value) => halfValue(halfBits(value)));
  model.setParameters(parameters);
  const tensors = model.blocks.map(({ name, shape, offset, size }) => [
    name,
    { shape, values: parameters.slice(offset, offset + size) },
  ]);
  writeSafetensors(path, Object.fromEntries(tensors), { ...about, model: JSON.stringify(model.config) }, "F16");
}
