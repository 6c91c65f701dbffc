import { loadavg } from "node:os";
import { checkOneOf } from "../../core/check.js";
import {
  type Entry,
  interleave,
  type Memory,
  peakMemory,
  quickestMicroBatch,
  startOurs,
  startPeer,
} from "./engine/rounds.js";
import { SIZES } from "./engine/work.js";
import { type Contestant, pythonHas } from "./shared/contestant.js";
import { short, shownSpread, spread } from "./shared/figures.js";
import type { BenchOptions, BenchReport, BenchTable } from "./shared/types.js";

export const name = "engine";

/** PyTorch's cost over ours that is asked of the relaxed kernels; of memory, ours over PyTorch's. */
const BARS: Record<string, Record<string, number>> = { train: { S: 1, M: 0.75 }, decode: { S: 1.3, M: 1 } };
const MEMORY_BAR = 0.25;

/** All that was measured of one size; memory in the order of the entries. */
interface Race {
  entries: Entry[];
  memory: Memory[];
}

const JOBS = ["train", "two-phase", "decode", "decode-nucleus"];
const OURS = JOBS;
const PEERS = ["train", "decode", "decode-nucleus"];

/** Training steps and sampling of our engines beside PyTorch, eager, one thread, on the same model and the same work. */
export async function run(options: BenchOptions): Promise<BenchReport> {
  const sizes =
    options.size === undefined ? Object.keys(SIZES) : [checkOneOf("bench", "--size", options.size, Object.keys(SIZES))];
  const withPeer = pythonHas(options.python, "torch");
  const measured: Record<string, Race> = {};
  for (const size of sizes) measured[size] = await race(size, withPeer, options);
  const notes = [
    "train: a policy-gradient step (clipped surrogate, entropy bonus, clipping, AdamW) on 256 x 48 tokens; two-phase: the same with the statistics of the whole batch known first; decode: 8,192 sampled tokens with a KV cache, log-probability and entropy of each; decode-nucleus: the nucleus entropy of each as well, on both sides. Every job was warmed up for two rounds and a second of CPU time before it counted. CPU-seconds, median (lowest-highest). Ratio: PyTorch's over ours, above 1 is faster than PyTorch.",
    ...agreement(measured),
  ];
  if (loadavg()[0] > 1.5) {
    notes.push(
      "The machine was busy: seconds are blurred by whatever shared the cores. The ratios come from interleaved rounds and hold better.",
    );
  }
  if (!withPeer) {
    notes.push(
      `PyTorch was not found by ${options.python}: our engines alone. For the comparison: pip install torch, then --python PATH or RLVR_PEER_PYTHON=PATH.`,
    );
  }
  return { tables: sizes.flatMap((size) => tables(size, measured[size])), notes, data: measured };
}

async function race(size: string, withPeer: boolean, options: BenchOptions): Promise<Race> {
  options.progress(`size ${size}`);
  const work = SIZES[size];
  const ours = options.contestants ?? ["plain", "relaxed"];
  const starts = ours.map((name) => () => startOurs(name, work));
  if (withPeer) {
    const micro = await quickestMicroBatch(work, options);
    starts.unshift(() => startPeer(work, micro, options));
  }
  const contestants: Contestant[] = [];
  try {
    for (const start of starts) contestants.push(await start());
    const jobs = ({ name }: Contestant) => (ours.includes(name) ? OURS : PEERS);
    const entries = await interleave(contestants, jobs, options);
    const memory: Memory[] = [];
    for (const [i, start] of starts.entries()) memory.push(await peakMemory(start, ours.includes(entries[i].name)));
    return { entries, memory };
  } finally {
    await Promise.all(contestants.map((contestant) => contestant.close()));
  }
}

function tables(size: string, { entries, memory }: Race): BenchTable[] {
  const peer = entries.find(({ name }) => name.startsWith("PyTorch"));
  const peerMemory = peer && memory[entries.indexOf(peer)].rss;
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
  const peaks = entries.map(({ name, description }, i) => [
    name,
    memory[i].rss.toFixed(0),
    peerMemory && name !== peer.name ? short(memory[i].rss / peerMemory) : "",
    peer && name === "relaxed" ? MEMORY_BAR : "",
    memory[i].twoPhase?.toFixed(0) ?? "",
    description,
  ]);
  return [
    { title: `Size ${size}: speed`, columns: ["job", "engine", "CPU s", "wall s", "ratio", "bar"], rows: speed },
    {
      title: `Size ${size}: peak memory of a fresh process`,
      columns: ["engine", "train, decode: MB", "of PyTorch's", "bar", "two-phase: MB", "runs on"],
      rows: peaks,
    },
  ];
}

/** The losses of the first step, which agree: the sides can only be compared when they compute the same. */
function agreement(measured: Record<string, Race>): string[] {
  return Object.entries(measured).map(([size, { entries }]) => {
    const losses = entries.map(({ name, first }) => `${name} ${first["train"].value.toPrecision(6)}`);
    return `Size ${size}: loss of the first step: ${losses.join(", ")}.`;
  });
}
