import { startOurs } from "./engine/rounds.js";
import type { Work } from "./engine/work.js";
import type { Measure } from "./shared/contestant.js";
import { shownSpread, spread } from "./shared/figures.js";
import type { BenchOptions, BenchReport } from "./shared/types.js";

export const name = "scaling";

const BASE = { vocab: 64, context: 48, batch: 64, layers: 2, width: 64 };
type Axis = keyof typeof BASE;

const AXES: Record<Axis, number[]> = {
  vocab: [64, 256, 1024, 4096],
  context: [24, 48, 96, 192],
  batch: [16, 64, 256],
  layers: [1, 2, 4, 8],
  width: [32, 64, 128, 256],
};

interface Point {
  axis: Axis;
  at: number;
  tokens: number;
  sampled: number;
  train: number[];
  decode: number[];
  rss: number;
}

/** How the cost of our default engine grows with vocabulary, context, batch, layers and width, one at a time. */
export async function run(options: BenchOptions): Promise<BenchReport> {
  const engine = options.contestants?.[0] ?? "plain";
  const points: Point[] = [];
  for (const axis of Object.keys(AXES) as Axis[]) {
    for (const at of AXES[axis]) {
      options.progress(`  ${axis} ${at}`);
      points.push(await measure(engine, axis, at, options.rounds));
    }
  }
  const perToken = (costs: number[], tokens: number) => shownSpread(spread(costs.map((cost) => (1e6 * cost) / tokens)));
  const rows = points.map(({ axis, at, tokens, sampled, train, decode, rss }) => {
    return [axis, String(at), perToken(train, tokens), perToken(decode, sampled), rss.toFixed(0)];
  });
  const columns = ["what grows", "to", "train, us a token", "decode, us a token", "peak MB"];
  const base = Object.entries(BASE).map(([axis, value]) => `${axis} ${value}`);
  return {
    tables: [{ title: `Engine ${engine}: CPU microseconds a token, median (lowest-highest)`, columns, rows }],
    notes: [
      `All else at ${base.join(", ")}; four heads, a third of the context is prompt. Training counts every token, decoding the sampled ones. Each line is a process of its own.`,
    ],
    data: points,
  };
}

async function measure(engine: string, axis: Axis, at: number, rounds: number): Promise<Point> {
  const shape: typeof BASE = { ...BASE, [axis]: at };
  const { vocab, context, batch, layers, width } = shape;
  const prompt = Math.round(context / 3);
  const work: Work = {
    config: { vocab, d: width, layers, heads: 4, context },
    batch,
    prompt,
    response: context - prompt,
  };
  const contestant = await startOurs(engine, work);
  const repeat = async (job: string): Promise<Measure[]> => {
    await contestant.warmUp(job);
    const measures: Measure[] = [];
    for (let i = 0; i < rounds; i++) measures.push(await contestant.ask(job));
    return measures;
  };
  const train = await repeat("train");
  const decode = await repeat("decode");
  await contestant.close();
  const cost = ({ cpu }: Measure) => cpu;
  return {
    axis,
    at,
    tokens: batch * context,
    sampled: batch * (context - prompt),
    train: train.map(cost),
    decode: decode.map(cost),
    rss: decode[decode.length - 1].rss,
  };
}
