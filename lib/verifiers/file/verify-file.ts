import { createReadStream } from "node:fs";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { checkInteger, checkOneOf } from "../../core/check.js";
import { type Confusion, confusion } from "../confusion.js";
import type { Verdict } from "../verdict.js";
import { hireCrew } from "./crew.js";
import { NAMED, type VerifierName } from "./judge.js";
import { casesOf, type LabelledCase, type RowFields } from "./rows.js";

/** How a file is read and judged. */
export interface FileOptions {
  verifier: VerifierName;
  /** The verifier's own options. */
  options?: object;
  /** Names of the fields. Default `response`, `gold`, `label`. */
  fields?: Partial<RowFields>;
  /** Threads. Default: one a core. */
  workers?: number;
  /** Called after every batch with the responses judged so far. */
  onProgress?: (judged: number) => void;
  signal?: AbortSignal;
}

/** One judged response; `index` counts the samples of a line. */
export interface FileVerdict extends Verdict {
  line: number;
  index: number;
  label?: boolean;
}

/** The verdicts of a file in its order, and how they meet the labels that it has. */
export interface FileReport {
  verdicts: FileVerdict[];
  /** Over the labelled responses; `disagreements` are positions in `verdicts`. */
  confusion: Confusion | null;
}

/** Responses handed to a worker at once: enough to hide the hand-over, few enough to show progress. */
const BATCH = 256;

/**
 * Judges every response of a JSON-lines file, streaming, in worker threads.
 *
 * @throws RangeError or SyntaxError naming the line that cannot be read or whose gold cannot; the signal's reason on abort.
 * @example await verifyFile("rollouts.jsonl", { verifier: "verifyMath", fields: { gold: "answer", label: "score" } })
 * @source this project
 */
export async function verifyFile(path: string, options: FileOptions): Promise<FileReport> {
  const verifier = checkOneOf("verifyFile", "verifier", options.verifier, Object.keys(NAMED) as VerifierName[]);
  const workers = options.workers ?? availableParallelism();
  checkInteger("verifyFile", "workers", workers, 1, 256);
  const fields = { response: "response", gold: "gold", label: "label", ...options.fields };
  const crew = hireCrew(workers, { verifier, options: options.options ?? {} });
  const batches: FileVerdict[][] = [];
  const running = new Set<Promise<void>>();
  let judged = 0;
  try {
    for await (const cases of batchesOf(path, fields)) {
      options.signal?.throwIfAborted();
      while (running.size >= crew.size) await Promise.race(running);
      const place = batches.push([]) - 1;
      const job: Promise<void> = crew.judge(cases.map(({ label: _, ...rest }) => rest)).then((verdicts) => {
        batches[place] = verdicts.map((verdict, i) => withPlace(verdict, cases[i]));
        running.delete(job);
        judged += cases.length;
        options.onProgress?.(judged);
      });
      job.catch(() => undefined); // the first failure is thrown below; a second must not end the process
      running.add(job);
    }
    await Promise.all(running);
  } finally {
    await crew.end();
  }
  return report(batches.flat());
}

function withPlace(verdict: Verdict, { line, index, label }: LabelledCase): FileVerdict {
  return { ...verdict, line, index, ...(label === undefined ? {} : { label }) };
}

function report(verdicts: FileVerdict[]): FileReport {
  const places = verdicts.flatMap(({ label }, i) => (label === undefined ? [] : [i]));
  if (places.length === 0) return { verdicts, confusion: null };
  const met = confusion(
    places.map((i) => verdicts[i].correct),
    places.map((i) => verdicts[i].label === true),
  );
  return { verdicts, confusion: { ...met, disagreements: met.disagreements.map((i) => places[i]) } };
}

async function* batchesOf(path: string, fields: RowFields): AsyncGenerator<LabelledCase[]> {
  let batch: LabelledCase[] = [];
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    if (text.trim() === "") continue;
    batch.push(...casesOf(text, line, fields));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
