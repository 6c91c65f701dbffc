import { describe } from "vitest";
import { different, same } from "./tables.js";

describe("ways of putting an answer", () => {
  same(
    "sets of numbers",
    [
      ["\\{x \\mid x>6\\}", "x>6"],
      ["\\{x | 2<x<6\\}", "(2,6)"],
      ["\\{t\\in\\mathbb{R} : t \\le 6\\}", "(-\\infty,6]"],
      ["\\text{all real numbers}", "\\mathbb{R}"],
      ["all reals", "(-\\infty,\\infty)"],
      ["(0,8)\\setminus\\{5\\}", "(0,5)\\cup(5,8)"],
      ["x\\in\\{3,8\\}", "3,8"],
      ["\\{3\\}\\cup\\{8\\}", "\\{3,8\\}"],
    ],
    false,
  );
  same("families", [
    ["\\frac{\\pi}{3}+k\\pi, k\\in\\mathbb{Z}", "\\frac{\\pi}{3}+\\pi k"],
    ["2k\\pi \\quad (k \\in \\mathbb{Z})", "2\\pi k"],
  ]);
  same(
    "systems",
    [
      ["\\begin{cases}x=3\\\\y=8\\end{cases}", "x=3, y=8"],
      ["\\begin{cases}x=3\\\\y=8\\end{cases}", "(3,8)"],
      ["(x,y)=(3,8) \\text{ or } (8,3)", "(3,8),(8,3)"],
    ],
    false,
  );
  same(
    "functions",
    [
      ["f^{-1}(x)=\\frac{x+4}{3}", "\\frac{x+4}{3}"],
      ["y=3x+8", "f(x)=3x+8"],
      ["\\frac{dy}{dx}=6x", "6x"],
      ["S_n=n^3", "n^3"],
      ["\\mathbf{v}=(3,8)", "(3,8)"],
    ],
    false,
  );
  same("fractions", [
    ["\\frac{3}{8}", "{3 \\over 8}"],
    ["-2\\frac{3}{8}", "-\\frac{19}{8}"],
    ["-2 3/8", "-2.375"],
    ["0.\\dot{6}", "\\frac23"],
    ["x^3\\frac{1}{2}", "\\frac{x^3}{2}"],
    ["\\sqrt3\\frac12", "\\frac{\\sqrt3}{2}"],
  ]);
  same("binomials", [
    ["\\binom{9}{4}", "126"],
    ["{9 \\choose 4}", "126"],
    ["C(9,4)", "126"],
    ["_{9}C_{4}", "126"],
  ]);
  same(
    "marks before and around",
    [
      ["38", "\\approx 38"],
      ["38", "= 38"],
      ["38", "approximately 38"],
      ["38", "\\text{Answer: } 38"],
      ["38", "\\text{The height is } 38"],
      ["38", "\\textcolor{blue}{38}"],
      ["38", "\\underline{38}"],
      ["38", "38 \\text{ (dollars)}"],
      ["38^{\\circ} \\mathrm{C}", "38"],
      ["7", "\\text{seven}"],
      ["\\lvert x\\rvert", "|x|"],
      ["\\overline{z}", "\\bar{z}"],
      ["4 x 10^5", "4\\times10^5"],
    ],
    false,
  );
  same("commands that a string literal swallowed", [
    ["\\frac{3}{8}", "\u000crac{3}{8}"],
    ["\\binom{9}{4}", "\u0008inom{9}{4}"],
    ["3\\times 8", "3\times 8"],
    ["\\left(3,8\\right)", "\\left(3,8\right)"],
  ]);
  same(
    "markup that stands for itself",
    [
      ["p\\land q", "p \\land q"],
      ["\\text{DNE}", "\\text{does not exist}"],
      ["1,2,\\ldots,n", "1, 2, \\dots, n"],
      ["\\{(x,y): x+y=8\\}", "\\{(x,y) : x+y=8\\}"],
      ["3\\text{ remainder }8", "3 \\text{ remainder } 8"],
    ],
    false,
  );
  different("doubts", [
    ["8", "\\text{more than } 8"],
    ["8", "\\text{at least } 8"],
    ["8", "\\text{not } 8"],
    ["8", "8 \\text{ or more}"],
    ["8", "8 \\text{ is wrong}"],
    ["8", "8 \\text{ tens}"],
    ["8", "8 \\text{ or nine}"],
    ["B", "(B)(D)"],
    ["\\text{May } 8", "8"],
    ["8", "\\text{Case } 8"],
    ["\\text{(B)}", "\\text{(B), (D)}"],
    ["B", "\\text{B. and D.}"],
    ["\\ln(e^{90}+1)", "90"],
    ["\\tanh(30)", "1"],
    ["60\\%", "\\$60"],
    ["x>0", "x<0"],
    ["7", "4 \\text{ or } 7"],
    ["7", "7, 8"],
    ["\\{3,8\\}", "(3,8)"],
    ["\\text{increasing}", "\\text{not increasing}"],
    ["\\begin{cases}x=3\\\\y=8\\end{cases}", "(8,3)"],
    ["38", "38 \\text{ thousand}"],
  ]);
});
