export { type CodeLanguage, type ExtractedCode, extractCode } from "./extract.js";
export { CodePool } from "./pool.js";
export { type CodeLimits, type CodeOptions, type CodeTests, type ProgramCase, verifyCode } from "./verify.js";
