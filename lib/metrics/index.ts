export { averageAtK } from "./average.js";
export { type CorrectnessBuckets, correctnessBuckets } from "./buckets.js";
export { type AnswerCluster, clusterAnswers, majorityAtK, type Sameness } from "./majority.js";
export { passAtK, passPowerK } from "./pass-at-k.js";
