/** Bounding boxes under SVG transforms. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** x' = a x + c y + e, y' = b x + d y + f. */
type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

function matrixOf(kind: string, [p = 0, q = 0, r = 0, ...rest]: number[]): Matrix {
  if (kind === "translate") return [1, 0, 0, 1, p, q];
  if (kind === "scale") return [p, 0, 0, q || p, 0, 0];
  if (kind === "matrix") return [p, q, r, rest[0], rest[1], rest[2]];
  if (kind !== "rotate") return [1, 0, 0, 1, 0, 0];
  const [cos, sin] = [Math.cos((p * Math.PI) / 180), Math.sin((p * Math.PI) / 180)];
  return [cos, sin, -sin, cos, q - cos * q + sin * r, r - sin * q - cos * r];
}

/** The box around a box once an SVG transform list has moved it. */
export function transformed(box: Box, transform: string | null): Box {
  const steps = [...(transform ?? "").matchAll(/(\w+)\(([^)]*)\)/g)];
  // The last function of the list is the innermost.
  return steps.reverse().reduce((inner, [, kind, numbers]) => {
    const values = numbers.trim().split(/[\s,]+/);
    return apply(inner, matrixOf(kind, values.map(Number)));
  }, box);
}

function apply({ left, top, right, bottom }: Box, [a, b, c, d, e, f]: Matrix): Box {
  const xs = [left, right].flatMap((x) => [top, bottom].map((y) => a * x + c * y + e));
  const ys = [left, right].flatMap((x) => [top, bottom].map((y) => b * x + d * y + f));
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The smallest box around all that exist. */
export function union(boxes: (Box | undefined)[]): Box | undefined {
  const real = boxes.filter((box): box is Box => box !== undefined);
  if (real.length === 0) return undefined;
  return {
    left: Math.min(...real.map((b) => b.left)),
    top: Math.min(...real.map((b) => b.top)),
    right: Math.max(...real.map((b) => b.right)),
    bottom: Math.max(...real.map((b) => b.bottom)),
  };
}
