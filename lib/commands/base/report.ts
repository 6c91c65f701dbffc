import { existsSync, readFileSync } from "node:fs";
import { writeAtomic } from "../../core/files.js";
import { projectPath } from "../../core/root.js";
import type { Engine } from "../../engine/types.js";
import { loadBase } from "../../experiments/execute.js";
import { type BaseQuality, baseQuality } from "../../experiments/quality.js";
import type { ValueChanges } from "../../experiments/value-changes.js";
import { tinyPolicy } from "../../policies/tiny.js";
import { taskOf } from "./plan.js";

/** A row of data/bases/quality.json. */
interface QualityRow extends BaseQuality {
  base: string;
}

/**
 * Measures a base of data/bases on a task (its own when absent), prints the figures and puts them into quality.json.
 *
 * @throws RangeError when the base or task does not exist, or the base is of another task
 */
export async function reportBase(engine: Engine, base: string, taskName?: string): Promise<void> {
  const loaded = loadBase(base);
  const task = taskOf(base, loaded, taskName);
  const model = await engine.createModel(loaded.config, loaded.parameters);
  const quality = await baseQuality(tinyPolicy(model), task, { better: base.endsWith("-better") });
  model.dispose();
  console.log(described(base, quality));
  remember({ base, ...quality });
}

function described(base: string, quality: BaseQuality): string {
  const { pass1, pass32, byDifficulty, errors, unreadable, responses, changes, bars } = quality;
  const each = Object.entries(byDifficulty).map(([name, of]) => `${name} ${fixed(of.pass1)} and ${fixed(of.pass32)}`);
  return [
    `${base} on ${quality.task}`,
    `  pass@1 ${fixed(pass1)}, pass@32 ${fixed(pass32)} (${each.join("; ")})`,
    `  wrong results or copies in ${fixed(errors)} of responses, unreadable ${fixed(unreadable)}`,
    `  entropy ${fixed(responses.entropy)} nats, at forks ${fixed(responses.forkEntropy)}, elsewhere ${fixed(responses.plainEntropy)}`,
    `  four highest entropies are forks: ${fixed(responses.branchPrecision)}, by chance ${fixed(responses.forkShare)}`,
    `  right responses: ${changed(changes.right)}`,
    `  wrong responses: ${changed(changes.wrong)}`,
    ...bars.map(({ bar, met }) => `  ${met ? "met    " : "NOT MET"} ${bar}`),
  ].join("\n");
}

const changed = ({ atForks, elsewhere, correlation, forkCorrelation }: ValueChanges): string =>
  `V changes by ${fixed(atForks)} at forks, ${fixed(elsewhere)} elsewhere; ` +
  `correlation with entropy ${fixed(correlation)}, over forks ${fixed(forkCorrelation)}`;

const fixed = (x: number | null): string => (x === null ? "none" : x.toFixed(3));

/** One row a base and task, in order of names. */
function remember(row: QualityRow): void {
  const path = projectPath("data", "bases", "quality.json");
  const before: QualityRow[] = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : [];
  const rows = [...before.filter(({ base, task }) => base !== row.base || task !== row.task), row];
  const key = ({ base, task }: QualityRow): string => `${base} ${task}`;
  rows.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const lines = rows.map((each) => JSON.stringify(each, (_, x) => (typeof x === "number" ? rounded(x) : x)));
  writeAtomic(path, `[\n${lines.join(",\n")}\n]\n`);
}

const rounded = (x: number): number => Math.round(x * 1e6) / 1e6;
