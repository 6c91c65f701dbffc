import { describe, expect, it } from "vitest";
import { sameMath } from "../../../lib/verifiers/math/index.js";
import { different, same } from "./tables.js";

describe("lists, sets, tuples, matrices", () => {
  same("lists and sets", [
    ["4, 9, 25", "25, 4, 9"],
    ["4,9,25", "\\{4, 25, 9\\}"],
    ["4,9,25", "{9,4,25}"],
    ["4, 9, 25", "4, 9, and 25"],
    ["4,9", "4\\text{ and }9"],
    ["4,9", "x=4 \\text{ or } x=9"],
    ["4,9", "x = 4, 9"],
    ["x=4,x=9", "4,9"],
    ["\\pm 6", "6,-6"],
    ["x=\\pm6", "-6, 6"],
    ["x=4, 9", "x=4 \\text{ or } x=9"],
    ["\\pm4\\pm\\sqrt3", "4+\\sqrt3, 4-\\sqrt3, -4+\\sqrt3, -4-\\sqrt3"],
    ["\\pm4\\mp\\sqrt3", "4-\\sqrt3, -4+\\sqrt3"],
    ["2\\pm\\sqrt3", "2-\\sqrt3, 2+\\sqrt3"],
    ["\\{2\\pm\\sqrt3, 7\\}", "\\{7, 2+\\sqrt3, 2-\\sqrt3\\}"],
    ["4; 9", "4, 9"],
    ["4, 9,", "4,9"],
    ["(4,1),(9,3)", "(9,3),(4,1)"],
    ["\\emptyset", "\\{\\}"],
    ["\\{5\\}", "5"],
    ["\\frac12,\\frac13", "0.5, 1/3"],
    ["4, 4, 9", "4, 9"],
    ["100, 200, 300", "300, 200, 100"],
  ]);
  same("points and vectors", [
    ["(4, -1)", "(4,-1)"],
    ["(p,q)=(4,-1)", "(4,-1)"],
    ["(x, y) = (4, -1)", "(4, -1)"],
    ["(1,2,3)", "\\langle 1,2,3\\rangle"],
    ["(1,2,3)", "[1,2,3]"],
    ["\\begin{pmatrix}4\\\\-1\\end{pmatrix}", "\\begin{bmatrix} 4 \\\\ -1 \\end{bmatrix}"],
    ["\\begin{pmatrix}4\\\\-1\\end{pmatrix}", "(4,-1)"],
    ["\\left( 5, \\frac{\\pi}{3} \\right)", "(5,\\pi/3)"],
    ["(4, -1)", "\\left(4,\\ -1\\right)"],
  ]);
  same("matrices", [
    ["\\begin{pmatrix}1&0\\\\-2&\\frac12\\end{pmatrix}", "\\begin{bmatrix} 1 & 0 \\\\ -2 & 0.5 \\\\ \\end{bmatrix}"],
    ["\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", "\\left(\\begin{array}{cc}1&2\\\\3&4\\end{array}\\right)"],
    [
      "\\begin{pmatrix}3&4\\\\5&6\\end{pmatrix}",
      "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}+\\begin{pmatrix}2&2\\\\2&2\\end{pmatrix}",
    ],
    ["\\begin{pmatrix}2&4\\\\6&8\\end{pmatrix}", "2\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}"],
    [
      "\\begin{pmatrix}7&10\\\\15&22\\end{pmatrix}",
      "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}",
    ],
  ]);
  same(
    "a point by its coordinates, a matrix by its rows",
    [
      ["(4,-1)", "x=4, y=-1"],
      ["x=4,y=-1", "y=-1, x=4"],
      ["\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", "[[1,2],[3,4]]"],
    ],
    false,
  );
  different("changed", [
    ["4,9", "4,9,25"],
    ["4,9,25", "4,9"],
    ["\\pm 6", "6"],
    ["(4,-1)", "(-1,4)"],
    ["(4,9)", "[4,9]"],
    ["(4,9)", "(4,9]"],
    ["(-2,1)", "-2,1"],
    ["x=4,y=-1", "x=-1,y=4"],
    ["\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", "\\begin{pmatrix}1&3\\\\2&4\\end{pmatrix}"],
    ["(4,1),(9,3)", "(4,1)"],
    ["12", "(1,2)"],
    ["12", "1,2"],
    ["7", "(7,)"],
    ["\\{7\\}", "\\{\\{7\\}\\}"],
    ["7", "8=7"],
    ["x=4, 9", "x=4, y=9"],
    ["8:30 am", "8:30 p.m."],
    ["7", "3+5=7"],
    ["\\pm 4\\pm 9", "13,-13"],
    ["\\pm 4\\mp 9", "-5,5,13,-13"],
    ["\\{1,2\\}", "\\{1,3\\}"],
    ["4, 9", "13"],
    ["1", "-[0,1)"],
  ]);
});

describe("lists whose items may be named", () => {
  it("two names give two numbers their places", () => {
    expect(sameMath("4, 9", "x=4, y=9")).toBe(true);
    expect(sameMath("4, 9", "x=9, y=4")).toBe(false);
  });

  same(
    "rays and hours",
    [
      ["(4,9]", "x>4 \\text{ and } x\\le9"],
      ["(4,9]", "x>4, x\\le9"],
      ["x<4 \\text{ or } x>9", "(-\\infty,4)\\cup(9,\\infty)"],
      ["8:30", "8:30 \\text{ p.m.}"],
      ["8:30 PM", "8:30 \\text{ p.m.}"],
    ],
    false,
  );
});

describe("intervals, inequalities, equations, ratios", () => {
  same("intervals", [
    ["[3,8)", "3\\le x<8"],
    ["(3,8)", "3<x<8"],
    ["(3,8)", "8>x>3"],
    ["x>7", "(7,\\infty)"],
    ["x>7", "7<x"],
    ["x\\ge7", "[7,\\infty)"],
    ["x\\geq7", "x >= 7"],
    ["(-\\infty,1)\\cup(4,\\infty)", "x<1 \\text{ or } x>4"],
    ["(-\\infty,1)\\cup(4,\\infty)", "(4,\\infty)\\cup(-\\infty,1)"],
    ["(-\\infty,1)\\cup(4,\\infty)", "(-inf,1)U(4,inf)"],
    ["(-\\infty,1)\\cup(4,\\infty)", "(-∞,1)∪(4,∞)"],
    ["x\\ne 4", "(-\\infty,4)\\cup(4,\\infty)"],
    ["\\mathbb{R}\\setminus\\{4\\}", "(-\\infty,4)\\cup(4,\\infty)"],
    ["\\mathbb{R}", "(-\\infty,\\infty)"],
    ["[3,8]", "x\\in[3,8]"],
    ["(1,2)\\cup\\{5\\}", "\\{5\\}\\cup(1,2)"],
    ["\\left[\\frac12,\\infty\\right)", "[0.5, +\\infty)"],
    ["x < \\sqrt2", "(-\\infty, \\sqrt{2})"],
  ]);
  different("intervals", [
    ["[3,8)", "[3,8]"],
    ["(3,8)", "(3,9)"],
    ["x\\ge7", "x>7"],
    ["x<1", "x>-1"],
    ["(0,9)\\cup(9,36)", "(0,36)"],
    ["(-\\infty,0]", "(-\\infty,0)"],
    ["(2,\\infty)", "(-\\infty,2)"],
    ["x<1 \\text{ or } x>4", "1<x<4"],
    ["x>7", "7"],
  ]);
  same(
    "equations",
    [
      ["y=4x-1", "y = -1+4x"],
      ["y=4x-1", "4x-y-1=0"],
      ["3x+6y=9", "x+2y=3"],
      ["y=4x-1", "4x-1"],
      ["x=11", "11"],
      ["11", "11=x"],
      ["11", "n = 11"],
      ["x^2+y^2=25", "y^2+x^2-25=0"],
      ["f(x)=x^3", "f(x)=x\\cdot x^2"],
      ["g(t)=2t", "2t"],
      ["f(x)=x^2+x", "f(t)=t+t^2"],
      ["12", "5+7=12"],
      ["x = 3+8 = 11", "11"],
      ["11", "x\\approx11"],
      ["\\frac{\\sqrt5}{5}\\approx0.447", "\\frac{1}{\\sqrt5}"],
      ["AB=11", "11"],
      ["\\angle ABC=40^\\circ", "40"],
      ["\\frac{AB}{CD}=\\frac23", "\\frac23"],
      ["\\text{Area} = 11", "11"],
      ["P(A\\cap B)=\\frac16", "\\frac16"],
      ["x^2=9 \\Rightarrow x=3", "3"],
      ["|z| = 11", "11"],
    ],
    false,
  );
  different("equations", [
    ["y=4x-1", "y=4x+1"],
    ["x+y=5", "5"],
    ["3x+6y=9", "x+2y=4"],
    ["x=11", "x=12"],
    ["2a=22", "2b=22"],
    ["f(x)+1=2x", "g(x)+1=2x"],
    ["3", "n=3k"],
  ]);
  it.each([
    ["f(x)=x", "f(t)=x"],
    ["f(2)=5", "f(3)=5"],
    ["\\frac{dx}{dt}=k", "\\frac{dx}{ds}=k"],
    ["A:B=2:3", "AB=2:3"],
    ["x<3", "y<3"],
    ["a=3", "b=3"],
  ])("what is named counts between equations: %s is not %s", (a, b) => {
    expect(sameMath(a, b) || sameMath(b, a)).toBe(false);
  });
  same(
    "ratios and times",
    [
      ["2:3", "2 : 3"],
      ["2:3", "4:6"],
      ["2:3", "\\frac23"],
      ["1:2:4", "3:6:12"],
      ["9:45", "9:45"],
      ["V_1:V_2=2:3", "2:3"],
    ],
    false,
  );
  different("ratios and times", [
    ["2:3", "3:2"],
    ["10:30", "1:30"],
    ["10:30", "20:60"],
    ["1:2:4", "1:2:3"],
    ["9:45 AM", "9:45 PM"],
  ]);
  same(
    "words",
    [
      ["\\text{north}", "North"],
      ["\\text{no solution}", "No solution."],
      ["Tuesday", "\\text{Tuesday}"],
      ["\\text{True}", "true"],
      ["\\text{parabola}", "a parabola"],
      ["x\\equiv 5\\pmod 9", "x \\equiv 5 \\pmod{9}"],
      ["\\sum_{k=0}^{n} a_k", "\\sum_{k=0}^n a_k"],
      ["\\text{ABD}", "ABD"],
    ],
    false,
  );
  different("words", [
    ["\\text{north}", "south"],
    ["odd", "\\text{oddd}"],
    ["\\text{east}", "seat"],
    ["\\sum_{k=0}^{n} a_k", "\\sum_{k=1}^{n} a_k"],
    ["5", "five hundred"],
  ]);
});
