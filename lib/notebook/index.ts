export { budget } from "./budget.js";
export { insideNotebook } from "./display.js";
export { interrupted } from "./interrupt.js";
export { type LiveFigure, live } from "./live.js";
export { type Progress, progress } from "./progress.js";
export { onSharedBases } from "./shared-bases.js";
export { show } from "./show.js";
export { type Frame, showTable, type TableOptions } from "./table.js";
export { type JudgedClaim, verdictText } from "./verdicts.js";
