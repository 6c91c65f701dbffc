import { checkInteger, fail } from "../core/check.js";
import { generator, normal } from "../core/random.js";
import type { ModelConfig, ParameterBlock } from "./types.js";

/**
 * The flat parameter layout, the same on every engine and in every checkpoint:
 * embedding [V, d] (tied head), positions, then per layer norm1 [d], qkv [d, 3d], out [d, d], norm2 [d], up [d, ffn],
 * down [ffn, d], and a last norm [d]. A linear layer is x @ W with W [in, out].
 *
 * @throws RangeError when a size is not a positive integer or d is not a multiple of heads.
 */
export function parameterBlocks(config: ModelConfig): ParameterBlock[] {
  checkConfig(config);
  const { vocab, d, layers } = config;
  const ffn = config.ffn ?? 4 * d;
  const shapes: [string, number[]][] = [["embedding", [vocab, d]], ...positionShapes(config)];
  for (let l = 0; l < layers; l++) {
    shapes.push([`layers.${l}.norm1`, [d]], [`layers.${l}.qkv`, [d, 3 * d]], [`layers.${l}.out`, [d, d]]);
    shapes.push([`layers.${l}.norm2`, [d]], [`layers.${l}.up`, [d, ffn]], [`layers.${l}.down`, [ffn, d]]);
  }
  shapes.push(["norm", [d]]);
  let offset = 0;
  return shapes.map(([name, shape]) => {
    const size = shape.reduce((a, b) => a * b, 1);
    const block = { name, shape, offset, size };
    offset += size;
    return block;
  });
}

/** How many parameters a model of this shape has. */
export function parameterCount(config: ModelConfig): number {
  return parameterBlocks(config).reduce((sum, block) => sum + block.size, 0);
}

/** normal(0, .02) weights, residual outputs scaled by 1/sqrt(2 layers), norms at 1; each block has a stream of its own. */
export function initialParameters(config: ModelConfig, seed: number): Float32Array {
  const out = new Float32Array(parameterCount(config));
  for (const { name, offset, size } of parameterBlocks(config)) {
    if (/norm\d?$/.test(name)) {
      out.fill(1, offset, offset + size);
      continue;
    }
    const scale = /\.(out|down)$/.test(name) ? 0.02 / Math.sqrt(2 * config.layers) : 0.02;
    const random = generator(seed).split("parameters", name);
    for (let i = 0; i < size; i++) out[offset + i] = scale * normal(random);
  }
  return out;
}

function positionShapes({ context, d, positions }: ModelConfig): [string, number[]][] {
  if (positions === undefined || positions === "learned") return [["positions", [context, d]]];
  return [
    ["slots", [positions.period, d]],
    ["steps", [Math.ceil(context / positions.period), d]],
  ];
}

function checkConfig(config: ModelConfig): void {
  const { vocab, d, layers, heads, context } = config;
  for (const [name, value] of Object.entries({ vocab, d, layers, heads, context })) {
    checkInteger("parameterBlocks", `config.${name}`, value, 1);
  }
  if (config.ffn !== undefined) checkInteger("parameterBlocks", "config.ffn", config.ffn, 1);
  if (d % heads !== 0) fail("parameterBlocks", "config.d", `a multiple of heads (${heads})`, d);
  if (typeof config.positions === "object") {
    checkInteger("parameterBlocks", "config.positions.period", config.positions.period, 1);
  }
}
