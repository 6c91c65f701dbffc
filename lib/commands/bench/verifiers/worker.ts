/** Our side of the comparison, in a process of its own. */
import { serve } from "../shared/contestant.js";
import { cases, verifierJobs } from "./work.js";

await serve("verifyMath, one thread", verifierJobs(cases(1)));
