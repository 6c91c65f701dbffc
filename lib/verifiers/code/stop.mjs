/** How a guest program is ended from outside: thrown through its frames, which no guest code can catch. */
export class Stop extends Error {
  /** @param {"limit" | "escape" | "exit"} kind @param {string} reason @param {number} code */
  constructor(kind, reason, code = 0) {
    super(reason);
    this.kind = kind;
    this.code = code;
  }
}
