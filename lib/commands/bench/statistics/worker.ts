/** Our side of one comparison, in a process of its own: the pass by name, jobs on standard input. */
import { serve } from "../shared/contestant.js";
import { PASSES, statisticsJobs } from "./work.js";

const name = process.argv[2] as keyof typeof PASSES;
await serve(`${name}, one thread`, statisticsJobs(PASSES[name] as typeof PASSES.javascript));
