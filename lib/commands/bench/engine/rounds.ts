import { fileURLToPath } from "node:url";
import { Contestant, type Measure, peerPath } from "../shared/contestant.js";
import { spread } from "../shared/figures.js";
import type { BenchOptions } from "../shared/types.js";
import type { Work } from "./work.js";

/** What one contestant cost, job by job, round by round. */
export interface Entry {
  name: string;
  description: string;
  /** Job -> one measure a round. */
  rounds: Record<string, Measure[]>;
  /** Job -> its very first measure, before any warming up. */
  first: Record<string, Measure>;
  /** Peak of its process over everything it did, MB. */
  rss: number;
}

/** Peak of fresh processes, MB: after training and decoding, and after training in two phases. */
export interface Memory {
  rss: number;
  twoPhase?: number;
}

const WORKER = fileURLToPath(new URL("./worker.js", import.meta.url));
const MICRO = [16, 32, 64, 256];
const TRIALS = 5;

/** Starts one of our engines on a work. */
export function startOurs(name: string, work: Work): Promise<Contestant> {
  return Contestant.start(name, process.execPath, [WORKER, name, JSON.stringify(work)]);
}

/**
 * The micro-batch with which PyTorch was quickest, the whole batch among them. All are tried in turns: one after the other,
 * a busy moment would rule out the best of them, to our advantage.
 */
export async function quickestMicroBatch(work: Work, options: BenchOptions): Promise<number> {
  const sizes = MICRO.filter((size) => size <= work.batch);
  const costs = sizes.map((): number[] => []);
  const trials: Contestant[] = [];
  try {
    for (const micro of sizes) trials.push(await startPeer(work, micro, options));
    for (let round = -1; round < TRIALS; round++) {
      for (const [i, trial] of trials.entries()) {
        const { cpu } = await trial.ask("train");
        if (round >= 0) costs[i].push(cpu);
      }
    }
  } finally {
    await Promise.all(trials.map((trial) => trial.close()));
  }
  const medians = costs.map((list) => spread(list).median);
  for (const [i, micro] of sizes.entries()) {
    options.progress(`  PyTorch in micro-batches of ${micro}: ${medians[i].toFixed(3)} CPU s a step`);
  }
  return sizes[medians.indexOf(Math.min(...medians))] ?? work.batch;
}

/** Starts PyTorch on a work. */
export function startPeer(work: Work, micro: number, { python }: BenchOptions): Promise<Contestant> {
  return Contestant.start(`PyTorch (micro-batch ${micro})`, python, [
    peerPath("engine.py"),
    JSON.stringify({ ...work, micro }),
  ]);
}

/** Every job of every contestant once a round, the order turned by one each time so that none is always first. */
export async function interleave(
  contestants: Contestant[],
  jobsOf: (contestant: Contestant) => string[],
  { rounds, progress }: BenchOptions,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  progress("  warming up");
  for (const contestant of contestants) {
    const entry: Entry = { name: contestant.name, description: contestant.description, rounds: {}, first: {}, rss: 0 };
    for (const job of jobsOf(contestant)) entry.first[job] = await contestant.warmUp(job);
    entries.push(entry);
  }
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < contestants.length; i++) {
      const turn = (i + round) % contestants.length;
      for (const job of jobsOf(contestants[turn])) {
        const measure = await contestants[turn].ask(job);
        entries[turn].rss = measure.rss;
        entries[turn].rounds[job] = [...(entries[turn].rounds[job] ?? []), measure];
      }
    }
    progress(`  round ${round + 1} of ${rounds}`);
  }
  return entries;
}

/** Peak memory of a side in processes that do nothing else. */
export async function peakMemory(start: () => Promise<Contestant>, twoPhase: boolean): Promise<Memory> {
  const after = async (jobs: string[]): Promise<number> => {
    const contestant = await start();
    let rss = 0;
    for (const job of jobs) rss = (await contestant.ask(job)).rss;
    await contestant.close();
    return rss;
  };
  const rss = await after(["train", "train", "train", "decode", "decode"]);
  return twoPhase ? { rss, twoPhase: await after(["two-phase", "two-phase", "two-phase"]) } : { rss };
}
