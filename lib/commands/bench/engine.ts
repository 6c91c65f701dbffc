import { loadavg } from "node:os";
import { checkOneOf } from "../../core/check.js";
import { type Entry, interleave, startOurs, startPeer } from "./engine/rounds.js";
import { SIZES } from "./engine/work.js";
import { pythonHas } from "./shared/contestant.js";
import { short, shownSpread, spread } from "./shared/figures.js";
import type { BenchOptions, BenchReport, BenchTable } from "./shared/types.js";

export const name = "engine";

/** PyTorch's cost over ours that is asked of the relaxed kernels; of memory, ours over PyTorch's. */
const BARS: Record<string, Record<string, number>> = { train: { S: 1, M: 0.75 }, decode: { S: 1.3, M: 1 } };
const MEMORY_BAR = 0.25;

const JOBS = ["train", "two-phase", "decode"];

/** Training steps and sampling of our engines beside PyTorch, eager, one thread, on the same model and the same work. */
export async function run(options: BenchOptions): Promise<BenchReport> {
  const sizes =
    options.size === undefined ? Object.keys(SIZES) : [checkOneOf("bench", "--size", options.size, Object.keys(SIZES))];
  const withPeer = pythonHas(options.python, "torch");
  const measured: Record<string, Entry[]> = {};
  for (const size of sizes) measured[size] = await race(size, withPeer, options);
  const notes = [
    "train: a policy-gradient step (clipped surrogate, entropy bonus, clipping, AdamW) on 256 x 48 tokens; two-phase: the same with the statistics of the whole batch known first; decode: 8,192 sampled tokens with a KV cache. CPU-seconds, median (lowest-highest). Ratio: PyTorch's over ours, above 1 is faster than PyTorch.",
    ...agreement(measured),
  ];
  if (loadavg()[0] > 1.5) {
    notes.push(
      "The machine was busy: a core shared with other work slows our many narrow instructions more than PyTorch's few wide ones, so these ratios are lower than on a quiet machine.",
    );
  }
  if (!withPeer) {
    notes.push(
      `PyTorch was not found by ${options.python}: our engines alone. For the comparison: pip install torch, then --python PATH or RLVR_PEER_PYTHON=PATH.`,
    );
  }
  return { tables: sizes.flatMap((size) => tables(size, measured[size])), notes, data: measured };
}

async function race(size: string, withPeer: boolean, options: BenchOptions): Promise<Entry[]> {
  options.progress(`size ${size}`);
  const work = SIZES[size];
  const ours = options.contestants ?? ["plain", "relaxed"];
  const contestants = [];
  if (withPeer) contestants.push(await startPeer(work, options));
  try {
    for (const contestant of ours) contestants.push(await startOurs(contestant, work));
    return await interleave(contestants, (c) => (ours.includes(c.name) ? JOBS : ["train", "decode"]), options);
  } finally {
    await Promise.all(contestants.map((contestant) => contestant.close()));
  }
}

function tables(size: string, entries: Entry[]): BenchTable[] {
  const peer = entries.find(({ name }) => name.startsWith("PyTorch"));
  const speed = JOBS.flatMap((job) =>
    entries
      .filter(({ rounds }) => rounds[job])
      .map(({ name, rounds }) => {
        const costs = rounds[job].map(({ cpu }) => cpu);
        const peers = (peer?.rounds[job === "two-phase" ? "train" : job] ?? []).map(({ cpu }) => cpu);
        const ratio = peers.length && name !== peer?.name ? shownSpread(spread(costs.map((c, i) => peers[i] / c))) : "";
        const bar = name === "relaxed" && ratio ? (BARS[job]?.[size] ?? "") : "";
        return [
          job,
          name,
          shownSpread(spread(costs)),
          short(spread(rounds[job].map(({ wall }) => wall)).median),
          ratio,
          bar,
        ];
      }),
  );
  const memory = entries.map(({ name, rss, description }) => [
    name,
    rss.toFixed(0),
    peer && name !== peer.name ? short(rss / peer.rss) : "",
    peer && name === "relaxed" ? MEMORY_BAR : "",
    description,
  ]);
  return [
    { title: `Size ${size}: speed`, columns: ["job", "engine", "CPU s", "wall s", "ratio", "bar"], rows: speed },
    {
      title: `Size ${size}: peak memory of the process`,
      columns: ["engine", "MB", "of PyTorch's", "bar", "runs on"],
      rows: memory,
    },
  ];
}

/** The losses of the first step, which agree: the sides can only be compared when they compute the same. */
function agreement(measured: Record<string, Entry[]>): string[] {
  return Object.entries(measured).map(([size, entries]) => {
    const losses = entries.map(({ name, loss }) => `${name} ${loss.toPrecision(6)}`);
    return `Size ${size}: loss of the first step: ${losses.join(", ")}.`;
  });
}
