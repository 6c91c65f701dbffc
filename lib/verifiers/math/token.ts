/** What the lexer makes. */

/**
 * A token. `number`: a literal; `letter`: one letter; `command`: a LaTeX command or a known plain name;
 * `word`: words outside the formula; `join`: "and"/"or"; `mark`: an operator, bracket or separator.
 */
export interface Token {
  k: "number" | "letter" | "command" | "word" | "join" | "mark" | "end";
  s: string;
  /** Whether a blank stood before it. */
  gap: boolean;
}

/** Appends a token and moves over its characters. */
export type Push = (k: Token["k"], s: string, length: number) => void;
