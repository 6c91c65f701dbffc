/** What is wrong with this Node, in words, or nothing. Loading an ES module with `require` came with 20.19 and 22.12. */
export function nodeProblem(version) {
  const [major, minor] = version.split(".").map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (fits) return undefined;
  return (
    "setup: Node " +
    version +
    " is too old: rlvr-lab needs Node 20.19 or later (22.12 or later in the 22 line).\n" +
    "       Install a newer one from your package manager or a version manager, then run the same command again."
  );
}
