/** A run of tokens that some prompts share, computed once. */
export interface TrieNode {
  parent: TrieNode | undefined;
  /** Tokens before this run. */
  past: number;
  tokens: number[];
  /** Prompts that end in this run, and their lengths (past included). */
  ends: { prompt: number; length: number }[];
  level: number;
}

/**
 * Prompts as a compressed trie: a run is split only where prompts differ, not where a prompt ends, so that prefixes of one
 * trajectory are one run. Parents come before their children.
 */
export function buildTrie(prompts: readonly ArrayLike<number>[]): TrieNode[] {
  const nodes: TrieNode[] = [];
  const grow = (members: number[], parent: TrieNode | undefined, past: number): void => {
    const node: TrieNode = { parent, past, tokens: [], ends: [], level: parent ? parent.level + 1 : 0 };
    nodes.push(node);
    let at = past;
    let alive = members;
    for (;;) {
      if (alive.length === 1) {
        const [prompt] = alive;
        const { length } = prompts[prompt];
        for (; at < length; at++) node.tokens.push(prompts[prompt][at]);
        node.ends.push({ prompt, length });
        return;
      }
      const next = byToken(alive, prompts, at);
      if (next.size !== 1) {
        for (const group of next.values()) grow(group, node, at);
        return;
      }
      const [[token, group]] = next;
      node.tokens.push(token);
      at++;
      node.ends.push(...group.filter((i) => prompts[i].length === at).map((prompt) => ({ prompt, length: at })));
      alive = group.filter((i) => prompts[i].length > at);
    }
  };
  const roots = byToken(
    prompts.map((_, i) => i),
    prompts,
    0,
  );
  for (const group of roots.values()) grow(group, undefined, 0);
  return nodes;
}

function byToken(members: number[], prompts: readonly ArrayLike<number>[], at: number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const i of members) {
    if (prompts[i].length <= at) continue;
    const group = groups.get(prompts[i][at]);
    if (group) group.push(i);
    else groups.set(prompts[i][at], [i]);
  }
  return groups;
}
