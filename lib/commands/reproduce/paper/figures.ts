import type { Study, TaskName } from "../../../experiments/types.js";
import { countdownFigures } from "./countdown.js";
import * as draw from "./draw.js";

const { MEANS } = draw;
const LONG = ["grpoPlusPlus", "fr3e", "fr3eBarePrompt", "fr3eWithFirstReturns"];
const ABLATED = ["grpoPlusPlus", "fr3e", "fr3eNoModulation", "fr3eRightOnly", "fr3e(by=random)"];

const pancake: readonly Omit<draw.PaperFigure, "task">[] = [
  {
    ...{ file: "long-entropy", draw: draw.entropy, methods: LONG },
    caption: `Long responses (pancake sorting with written-out stacks): full and nucleus entropy. ${MEANS}`,
  },
  {
    ...{ file: "long-pass-at-1", draw: draw.passAt(1), methods: LONG },
    caption: `Long responses: held-out pass@1. ${MEANS}`,
  },
  {
    ...{ file: "long-ablations", draw: draw.alike(draw.passAt(1)), methods: ABLATED },
    caption: `Long responses: FR3E's other ablations, as far as the shortest run: held-out pass@1. ${MEANS}`,
  },
  {
    ...{ file: "long-frontier", draw: draw.stopped, methods: LONG },
    caption:
      "Long responses: pass@1 against pass@32 along training, means over the bases; grey is GRPO++ stopped early.",
  },
  {
    ...{ file: "long-shares", draw: draw.shares, methods: LONG },
    caption: `Long responses: held-out prompts whose eight responses are all right, or all wrong. ${MEANS}`,
  },
  {
    ...{
      file: "long-equal-pass-at-1",
      draw: draw.equal("entropy"),
      methods: ["grpoPlusPlus", "fr3e", "fr3eBarePrompt"],
    },
    caption: "Long responses: held-out entropy at equal pass@1.",
  },
  {
    ...{ file: "long-right-counts", draw: draw.counts, methods: ["grpoPlusPlus", "fr3e", "fr3eBarePrompt"] },
    caption: "Long responses: how many of eight are right, at the end; the outline is the base.",
  },
];

const free: readonly Omit<draw.PaperFigure, "task">[] = [
  {
    ...{ file: "free-length", draw: draw.lengths, methods: ["grpoPlusPlus", "fr3e"] },
    caption: `Responses of free length (pancake sorting with moves to spare): tokens a training response. ${MEANS}`,
  },
  {
    ...{ file: "free-length-equal", draw: draw.equal("length"), methods: ["grpoPlusPlus", "fr3e"] },
    caption: "Responses of free length: held-out length at equal pass@1.",
  },
];

const on = (task: TaskName, figures: readonly Omit<draw.PaperFigure, "task">[]): draw.PaperFigure[] =>
  figures.map((figure) => ({ ...figure, task }));

/** The figures of the study `paper`, in order, with its own coefficients. */
export function paperFigures(study: Study): draw.PaperFigure[] {
  return [...on("countdown", countdownFigures(study)), ...on("pancake", pancake), ...on("pancakeFree", free)];
}
