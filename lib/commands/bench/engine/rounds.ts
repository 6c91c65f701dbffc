import { fileURLToPath } from "node:url";
import { Contestant, type Measure, peerPath } from "../shared/contestant.js";
import type { BenchOptions } from "../shared/types.js";
import type { Work } from "./work.js";

/** What one contestant cost, job by job, round by round. */
export interface Entry {
  name: string;
  description: string;
  /** Job -> one measure a round. */
  rounds: Record<string, Measure[]>;
  /** Loss of its very first step. */
  loss: number;
  /** Peak of its process over everything it did, MB. */
  rss: number;
}

const WORKER = fileURLToPath(new URL("./worker.js", import.meta.url));
const MICRO = [16, 32, 64, 256];

/** Starts one of our engines on a work. */
export function startOurs(name: string, work: Work): Promise<Contestant> {
  return Contestant.start(name, process.execPath, [WORKER, name, JSON.stringify(work)]);
}

/** Starts PyTorch with the micro-batch that was quickest in a short trial of each, the whole batch among them. */
export async function startPeer(work: Work, options: BenchOptions): Promise<Contestant> {
  let best = { micro: work.batch, cpu: Infinity };
  for (const micro of MICRO.filter((size) => size <= work.batch)) {
    const trial = await launch(work, micro, options);
    const costs: number[] = [];
    for (let i = 0; i < 4; i++) costs.push((await trial.ask("train")).cpu);
    await trial.close();
    const cpu = Math.min(...costs);
    options.progress(`  PyTorch in micro-batches of ${micro}: ${cpu.toFixed(3)} CPU s a step`);
    if (cpu < best.cpu) best = { micro, cpu };
  }
  return launch(work, best.micro, options);
}

function launch(work: Work, micro: number, { python }: BenchOptions): Promise<Contestant> {
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
  const entries = contestants.map(
    ({ name, description }): Entry => ({ name, description, rounds: {}, loss: Number.NaN, rss: 0 }),
  );
  // Two rounds warm compilers and allocators up.
  for (let round = -2; round < rounds; round++) {
    for (let i = 0; i < contestants.length; i++) {
      const turn = (i + round + 2) % contestants.length;
      for (const job of jobsOf(contestants[turn])) {
        const measure = await contestants[turn].ask(job);
        if (round === -2 && job === "train") entries[turn].loss = measure.value;
        if (round < 0) continue;
        entries[turn].rounds[job] = [...(entries[turn].rounds[job] ?? []), measure];
        entries[turn].rss = measure.rss;
      }
    }
    progress(round < 0 ? "  warming up" : `  round ${round + 1} of ${rounds}`);
  }
  return entries;
}
