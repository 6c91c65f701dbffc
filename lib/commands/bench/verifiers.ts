import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkOneOf } from "../../core/check.js";
import { type Entry, interleave } from "./engine/rounds.js";
import { Contestant, peerPath, pythonHas } from "./shared/contestant.js";
import { short, shownSpread, spread } from "./shared/figures.js";
import type { BenchOptions, BenchReport } from "./shared/types.js";
import { CASES, cases } from "./verifiers/work.js";

export const name = "verifiers";

/** Pairs a second that are asked of one core, and the longest any pair may take in ms. */
const BARS = { rate: 10_000, slowest: 200 };
/** Every how many-th case Math-Verify judges, which takes some 12 ms a case; ours judges all. */
const STRIDES: Record<string, number> = { S: 5, M: 1 };
const WORKER = fileURLToPath(new URL("./verifiers/worker.js", import.meta.url));

/** Math verdicts on real responses beside Math-Verify: pairs a second of one core, and the slowest pair. */
export async function run(options: BenchOptions): Promise<BenchReport> {
  const stride = STRIDES[checkOneOf("bench", "--size", options.size ?? "S", Object.keys(STRIDES))];
  const counts = { ours: cases(1).length, peer: cases(stride).length };
  const withPeer = pythonHas(options.python, "math_verify");
  const contestants: Contestant[] = [];
  const folder = mkdtempSync(join(tmpdir(), "rlvr-bench-"));
  const file = join(folder, "cases.json");
  try {
    contestants.push(await Contestant.start("ours", process.execPath, [WORKER]));
    if (withPeer) {
      writeFileSync(file, JSON.stringify(cases(stride)));
      contestants.push(await Contestant.start("Math-Verify", options.python, [peerPath("verifiers.py"), file]));
    }
    const entries = await interleave(contestants, () => ["pass", "slowest"], options);
    return { tables: [table(entries, counts)], notes: notes(entries, options, withPeer), data: entries };
  } finally {
    for (const contestant of contestants) await contestant.close();
    rmSync(folder, { recursive: true });
  }
}

function table(entries: Entry[], counts: { ours: number; peer: number }): BenchReport["tables"][number] {
  const rows = entries.map((entry) => {
    const count = entry.name === "ours" ? counts.ours : counts.peer;
    const rates = entry.rounds["pass"].map(({ cpu }) => count / cpu);
    const slowest = Math.max(...entry.rounds["slowest"].map(({ value }) => value));
    const bars = entry.name === "ours" ? [BARS.rate.toLocaleString("en"), BARS.slowest] : ["", ""];
    const first = short(count / entry.first["pass"].cpu);
    return [
      entry.name,
      count,
      shownSpread(spread(rates)),
      bars[0],
      first,
      short(slowest),
      bars[1],
      entry.rounds["pass"][0].value,
    ];
  });
  const columns = ["by", "responses", "pairs/s", "bar", "cold pass", "slowest, ms", "bar", "as judged"];
  return { title: "Verdicts on real responses", columns, rows };
}

function notes(entries: Entry[], { python }: BenchOptions, withPeer: boolean): string[] {
  return [
    `Pairs a second of CPU time, median (lowest-highest); cold pass: the first of a fresh process. Slowest: wall time of one pair in any counted round, the machine's other work included. As judged: verdicts that agree with a person's.`,
    entries.map(({ name, description, rss }) => `${name}: ${description}, ${rss.toFixed(0)} MB`).join("; "),
    ...(existsSync(CASES)
      ? []
      : ["Real responses were not found (RLVR_SHARED names their folder): written ones instead, which nobody judged."]),
    ...(withPeer
      ? []
      : [
          `Math-Verify was not found by ${python}: ours alone. For the comparison: pip install math-verify, then --python PATH or RLVR_PEER_PYTHON=PATH.`,
        ]),
  ];
}
