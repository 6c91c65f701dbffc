import { fileURLToPath } from "node:url";
import { checkOneOf } from "../../core/check.js";
import { type Entry, interleave } from "./engine/rounds.js";
import { Contestant, peerPath, pythonHas } from "./shared/contestant.js";
import { short, shownSpread, spread } from "./shared/figures.js";
import type { BenchOptions, BenchReport, BenchTable } from "./shared/types.js";
import { KINDS, P, PASSES, ROWS, VOCAB, VOCABULARIES } from "./statistics/work.js";

export const name = "statistics";

/** PyTorch's cost over ours that is asked of the SIMD kernel. */
const BARS: Record<string, number> = { entropy: 5, nucleus: 25 };
const TASKS = ["reading", "entropy", "nucleus", "statistics"];
const WORKER = fileURLToPath(new URL("./statistics/worker.js", import.meta.url));

/** Entropy, nucleus entropy and all token statistics of a language model's logits beside PyTorch, one thread. */
export async function run(options: BenchOptions): Promise<BenchReport> {
  const ours = (options.contestants ?? ["simd", "javascript"]).map((pass) =>
    checkOneOf("bench", "--contestants", pass, Object.keys(PASSES)),
  );
  const withPeer = pythonHas(options.python, "torch");
  const contestants: Contestant[] = [];
  try {
    if (withPeer) {
      const work = JSON.stringify({ rows: ROWS, vocab: VOCAB, p: P, vocabularies: VOCABULARIES });
      contestants.push(await Contestant.start("PyTorch", options.python, [peerPath("statistics.py"), work]));
    }
    for (const pass of ours) contestants.push(await Contestant.start(pass, process.execPath, [WORKER, pass]));
    const jobs = [...KINDS.flatMap((kind) => TASKS.map((task) => `${kind} ${task}`)), ...growthJobs()];
    const entries = await interleave(contestants, () => jobs, options);
    const tables = [...KINDS.map((kind) => table(kind, entries)), growth(entries)];
    return { tables, notes: notes(entries, options, withPeer), data: entries };
  } finally {
    for (const contestant of contestants) await contestant.close();
  }
}

function table(kind: string, entries: Entry[]): BenchTable {
  const peer = entries.find(({ name }) => name === "PyTorch");
  const costs = (entry: Entry, task: string) => entry.rounds[`${kind} ${task}`].map(({ cpu }) => cpu);
  const rows = TASKS.flatMap((task) =>
    entries.map((entry) => {
      const own = costs(entry, task);
      const perLogit = own.map((cpu) => (cpu * 1e9) / (ROWS * VOCAB));
      const floor = spread(costs(entry, "reading")).median;
      const ratio = peer && peer !== entry ? shownSpread(spread(costs(peer, task).map((cpu, i) => cpu / own[i]))) : "";
      const bar = entry.name === "simd" && ratio ? (BARS[task] ?? "") : "";
      return [task, entry.name, shownSpread(spread(perLogit)), short(spread(own).median / floor), ratio, bar];
    }),
  );
  const columns = ["task", "by", "ns per logit", "x reading", "ratio", "bar"];
  return { title: `${kind} rows: ${ROWS} x ${VOCAB.toLocaleString("en")} float32 logits`, columns, rows };
}

function growthJobs(): string[] {
  return VOCABULARIES.flatMap((vocab) => [`${vocab} entropy`, `${vocab} nucleus`]);
}

function growth(entries: Entry[]): BenchTable {
  const rows = growthJobs().map((job) => {
    const [vocab, task] = job.split(" ");
    const logits = Math.floor((ROWS * VOCAB) / Number(vocab)) * Number(vocab);
    const cost = ({ rounds }: Entry) => (spread(rounds[job].map(({ cpu }) => cpu)).median * 1e9) / logits;
    return [Number(vocab).toLocaleString("en"), task, ...entries.map(cost)];
  });
  const columns = ["vocabulary", "task", ...entries.map(({ name }) => name)];
  return { title: "Cost by vocabulary: ns per logit over the same logits, cut into rows", columns, rows };
}

function notes(entries: Entry[], { python }: BenchOptions, withPeer: boolean): string[] {
  const values = KINDS.flatMap((kind) =>
    ["entropy", "nucleus"].map((task) => {
      const each = entries.map(({ name, rounds }) => `${name} ${rounds[`${kind} ${task}`][0].value.toPrecision(7)}`);
      return `${kind} ${task} ${each.join(", ")}`;
    }),
  );
  const memory = entries.map(({ name, rounds }) => `${name} ${peakOf(rounds).toFixed(0)} MB`);
  return [
    `CPU time, median (lowest-highest). reading: our side touches each cache line, PyTorch sums. nucleus: p = ${P}, inclusive; PyTorch sorts. statistics: both entropies, log-probability and rank. Ratio: PyTorch's cost over ours.`,
    `Mean of the rows in nats: ${values.join("; ")}. A float32 softmax over so long a row sums to 1 within 6e-5 only, which shows in PyTorch's typical entropy; javascript sums in float64.`,
    `Peak memory of each process: ${memory.join(", ")}.`,
    ...(withPeer
      ? []
      : [
          `PyTorch was not found by ${python}: ours alone. For the comparison: pip install torch, then --python PATH or RLVR_PEER_PYTHON=PATH.`,
        ]),
  ];
}

function peakOf(rounds: Entry["rounds"]): number {
  return Math.max(...Object.values(rounds).flatMap((measures) => measures.map(({ rss }) => rss)));
}
