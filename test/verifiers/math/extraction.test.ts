import { describe, expect, it } from "vitest";
import { extractAnswer, verifyMath } from "../../../lib/verifiers/math/index.js";

describe("extractAnswer", () => {
  it.each<[string, string, string]>([
    ["first \\boxed{3}, at last \\boxed{\\frac{5}{8}}.", "boxed", "\\frac{5}{8}"],
    ["\\fbox{19}", "boxed", "19"],
    ["$\\boxed 4$", "boxed", "4"],
    ["\\boxed\\frac{5}{8}", "boxed", "\\frac{5}{8}"],
    ["\\boxed{\\left\\{2, 3\\right\\}}", "boxed", "\\left\\{2, 3\\right\\}"],
    ["<think>it is \\boxed{1}</think>Hence \\boxed{2}", "boxed", "2"],
    ["The first option holds: $\\boxed{E \\ll kT}$.\n\n**Answer: C**", "phrase", "C"],
    ["\\boxed{8}\n\nFinal answer: 9", "phrase", "9"],
    ["\\boxed{8}\n\nTherefore, the final answer is $9$.", "phrase", "9"],
    ["\\boxed{8}, and so the answer is 9 for now", "boxed", "8"],
    ["The final answer is $\\$3.50$.", "phrase", "\\$3.50"],
    ["\\boxed{8}\n\nAnswer: as computed above", "boxed", "8"],
    ["<answer> 14 </answer>", "tag", " 14 "],
    ["so we add 3 and 4\n#### 7", "hashes", " 7"],
    ["The answer is $x = 7$, as asked.", "phrase", "x = 7"],
    ["The final answer is: \n\n\\[ 7 \\]", "phrase", " 7 "],
    ["**Answer:** 7 apples.", "phrase", "7 apples"],
    ["ANSWER: 7", "phrase", "7"],
    ["Final Answer: The smallest $n$ is 21. I hope it is correct.", "phrase", "21"],
    ["Final Answer: Tom is 6 years older than Jim.", "phrase", "6 years"],
    ["The answers are 4 and 9.", "phrase", "4 and 9"],
    ["The answer is 2 1/3.", "phrase", "2 1/3"],
    ["The answer is $3.75.", "phrase", "3.75"],
    ["因此，答案是 21。", "phrase", "21"],
    ["最终答案：$\\frac12$", "phrase", "\\frac12"],
    ["(4, 9]", "bare", "(4, 9]"],
    ["y=3x", "bare", "y=3x"],
    ["Tuesday", "bare", "Tuesday"],
    ["We find $a = 2$ and so $a^2 = 4$, as was to be shown.", "formula", "a^2 = 4"],
    ["We find \\(x > 8\\) there.", "formula", "x > 8"],
    ["It follows that\n$$\\frac{7}{9}$$", "formula", "\\frac{7}{9}"],
    ["She pays $45 in all.", "number", "45"],
    ["In all there are 1,250 of them", "number", "1,250"],
    ["Then $x=2$, so the share grows by 30%.", "number", "30%"],
    ["the chance is [3/8].", "sentence", "[3/8]"],
    ["The room measures 14m² in the end", "number", "14 m²"],
    ["**56**", "bare", "**56**"],
    ["So the slope of the line is simply 7x + 4.", "sentence", "7x + 4"],
    ["Its zeros are 3 and -8!", "sentence", "3 and -8"],
    ["With $u = 3$ the vertex is (5, 8).", "sentence", "(5, 8)"],
    ["The integral of 3x^2 equals x^3", "sentence", "x^3"],
    ["The field is 30 square yards.", "sentence", "30 square yards"],
    ["We need 30 square yards of turf", "number", "30 square yards"],
    ["It takes 30 km/h of wind", "number", "30 km/h"],
    ["She walks for 30 minutes in the rain", "number", "30 minutes"],
    ["They put 30 in the box", "number", "30"],
    ["In all, 3 million people came", "number", "3 million"],
    ["The fee was €30 then", "number", "€30"],
    ["The sum: 15 - 8 = 7", "number", "7"],
    ["The jug then holds 2 1/4 gallons of it", "number", "2 1/4 gallons"],
    ["Step 2: 15 in the end", "number", "15"],
    ["So x = 15.", "number", "15"],
    ["It takes 15 cm^2 of tile", "number", "15 cm^2"],
    ["It's 15 in².", "number", "15 in²"],
    ["The centre is at (3, 8).", "sentence", "(3, 8)"],
    ["The answer is x < 8.", "phrase", "x < 8"],
    ["The answer is 8</p>", "phrase", "8"],
    ["The answer is -8, which is less than 0.", "phrase", "-8"],
    ["The answer is 8 rather than 15.", "phrase", "8"],
    ["$\\text{Answer: } 8$", "phrase", "8$"],
    ["The answer is 8 because 4 is even.", "phrase", "8"],
    ["The correct option is (C), since 4 is even.", "phrase", "(C)"],
  ])("%j by %s: %j", (response, rule, answer) => {
    const found = extractAnswer(response);
    expect(found.rule).toBe(rule);
    expect(found.answer?.replace(/^\$+/, "")).toBe(answer);
  });

  it.each<[string, string]>([
    ["\\boxed{3} or rather \\boxed{4", "not closed"],
    ["\\boxed{}", "empty"],
    ["<answer></answer>", "empty"],
    ["", "no answer"],
    ["I am not sure about this one.", "no answer"],
    ["so it has the form 3k", "no answer"],
    ["so we have y = 3x + 8", "no answer"],
    ["we should take 3 - x", "no answer"],
    ["it passes through (3, 8) there", "no answer"],
    ["x stays at most 8", "no answer"],
    ["we know that it is not 8", "no answer"],
    ["the odds look like 3 in 8", "no answer"],
    ["it costs 7 to 8 dollars", "no answer"],
    ["we take the square root of 8", "no answer"],
    ["What is 5 + 8?", "no answer"],
    ["<think>we get 5</think>", "no answer"],
  ])("nothing in %j: %s", (response, reason) => {
    expect(extractAnswer(response)).toMatchObject({ answer: null, reason: expect.stringContaining(reason) });
  });

  it("joins neighbouring boxes only for a gold of several items", () => {
    const response = "\\boxed{3}, \\boxed{5} and \\boxed{7}";
    expect(verifyMath(response, "3,5,7")).toMatchObject({ correct: true, rule: "boxes" });
    expect(verifyMath(response, "7")).toMatchObject({ correct: true, rule: "boxed" });
    expect(verifyMath(response, "3,5,7", { boxes: "last" }).correct).toBe(false);
    const apart = "First \\boxed{3} for the small one. For the large one we then have \\boxed{5}.";
    expect(verifyMath(apart, "3,5").correct).toBe(false);
    expect(verifyMath(apart, "3,5", { boxes: "all" }).correct).toBe(true);
  });

  it("joins boxes that name their variable again", () => {
    expect(verifyMath("$x=\\boxed{4}$ or $x=\\boxed{-6}$", "-6, 4").correct).toBe(true);
  });

  it.each<[string, string, boolean]>([
    ["The box holds 30 square yards.", "30 \\text{ m}^2", false],
    ["The box holds 30 square yards.", "30 \\text{ yd}^2", true],
    ["The box holds 30 square yards.", "30", true],
    ["The walk took 30 seconds", "30 \\text{ minutes}", false],
    ["He pays €30 for it", "\\$30", false],
    ["He pays $30 for it", "\\$30", true],
    ["The final answer is $\\$30$.", "\\$30", true],
    ["The final answer is $\\$30$.", "30 \\text{ cents}", false],
    ["hence y = 3x + 8", "8", false],
    ["The answer is between 3 and 8.", "8", false],
    ["The answer is at least 8 of them.", "8", false],
    ["the roots are 3 and 8", "8", false],
    ["the roots are 3 and 8", "8, 3", true],
    ["the point is (3, 8)", "8", false],
    ["the solution is x > 8", "8", false],
    ["the solution is x > 8", "(8, \\infty)", true],
  ])("%j for %j: %s", (response, gold, correct) => {
    expect(verifyMath(response, gold).correct).toBe(correct);
  });

  it("keeps the end of a response that is too long, and says which languages it knows", () => {
    expect(extractAnswer(`\\boxed{1}${" ".repeat(70_000)}`).answer).toBeNull();
    expect(extractAnswer(`${"word ".repeat(20_000)} \\boxed{1}`).answer).toBe("1");
    expect(extractAnswer("答案是21 或 22", { language: "english" }).rule).not.toBe("phrase");
    expect(extractAnswer("The answer is 21 I say", { language: "chinese" }).rule).toBe("number");
  });
});

describe("golds", () => {
  it.each<[string, string]>([
    ["$\\boxed{\\frac{3}{4}}$", "0.75"],
    ["We get $3+4=\\boxed{7}$.", "7"],
    ["Adding gives 7.\n#### 7", "7"],
    ["$7$", "7"],
    ["\\boxed{4} and \\boxed{9}", "\\boxed{9, 4}"],
    ["The sum is $\\frac{7}{9}$.", "7/9"],
  ])("%j is answered by %j", (gold, response) => {
    expect(verifyMath(response, gold).correct).toBe(true);
  });

  it.each(["", "  ", "$$", "\\frac{1}{", "\\sqrt", "3 +", "(4, 5", "\\boxed{}", "??", "{", "1 1 1"])(
    "%j is refused",
    (gold) => {
      expect(() => verifyMath("\\boxed{1}", gold)).toThrow(RangeError);
      expect(() => verifyMath("\\boxed{1}", gold)).toThrow(/^verifyMath: gold must be readable/);
    },
  );

  it("never throws on a response that is unreadable in the same way", () => {
    for (const response of [
      "",
      "$$",
      "\\frac{1}{",
      "\\boxed{\\sqrt}",
      "\\boxed{3 +}",
      "\u0000",
      "\ud800",
      "\\boxed{\ud800}",
    ]) {
      expect(verifyMath(response, "1").correct).toBe(false);
    }
  });
});
