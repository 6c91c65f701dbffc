import { expect, it } from "vitest";
import { withoutShorthand } from "../../lib/notebook/kernel/shorthand.js";

it("writes shorthand properties out, everywhere and nowhere else", () => {
  expect(withoutShorthand("f({ a, b: 1, c })")).toBe("f({ a: a, b: 1, c: c })");
  expect(withoutShorthand("({ a, d = 2 } = o)")).toBe("({ a: a, d: d = 2 } = o)");
  expect(withoutShorthand("const { a } = o; // { b }\nconst s = '{ c }';")).toBe(
    "const { a } = o; // { b }\nconst s = '{ c }';",
  );
  expect(withoutShorthand("const x = {")).toBe("const x = {");
});
