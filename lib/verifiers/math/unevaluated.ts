/** Answers that name a number without finding it: the question's own expression must not earn the reward. */
import { children, type MathNode, names } from "./node.js";
import type { MathValue } from "./values.js";

const LEFT_STANDING = /^(?:sin|cos|tan|cot|sec|csc|arc\w+|ln|log|lg|logb)$/;

/**
 * Whether an answer leaves a trigonometric function or a logarithm of a constant standing where the gold has none.
 * Restating "compute cos 20 cos 40 cos 80" equals the gold and says nothing; arithmetic such as 3 * 4 is accepted.
 */
export function isUnevaluated(answer: MathValue, gold: MathValue): boolean {
  return nodes(answer).some(standing) && !nodes(gold).some(mentions);
}

function standing(node: MathNode): boolean {
  return (
    (node.t === "operation" && LEFT_STANDING.test(node.f) && names(node).size === 0) || children(node).some(standing)
  );
}

function mentions(node: MathNode): boolean {
  return (node.t === "operation" && LEFT_STANDING.test(node.f)) || children(node).some(mentions);
}

function nodes(value: MathValue): MathNode[] {
  if (value.kind === "scalar") return [value.node];
  if (value.kind === "equation") return value.value === null ? [] : nodes(value.value);
  if (value.kind === "matrix") return value.rows.flat();
  if (value.kind === "list" || value.kind === "set" || value.kind === "tuple" || value.kind === "sets") {
    return value.items.flatMap(nodes);
  }
  return [];
}
