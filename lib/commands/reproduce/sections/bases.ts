import { existsSync, readFileSync } from "node:fs";
import { projectPath } from "../../../core/root.js";
import type { BaseQuality } from "../../../experiments/quality.js";
import type { Study } from "../../../experiments/types.js";
import type { Block } from "../page.js";
import { tableOf } from "../tables.js";

type Quality = BaseQuality & { base: string };

const ABOUT =
  "The policies that every run starts from, on held-out prompts: errors are responses with a wrong result or copy; " +
  "forks are tokens with a choice to make; |dV| is how much a state's value changes along right responses, at forks and " +
  "elsewhere.";

/** The study's bases and whether they meet their bars. */
export function baseBlocks({ experiments }: Study): Block[] {
  const path = projectPath("data", "bases", "quality.json");
  if (!existsSync(path)) return [];
  const wanted = new Set(
    experiments.flatMap(({ task, bases, methods }) => {
      const variants = [...new Set(methods.map(({ variant = "" }) => variant))];
      return bases.flatMap((base) => variants.map((variant) => `${base}${variant} ${task}`));
    }),
  );
  const known = (JSON.parse(readFileSync(path, "utf8")) as Quality[]).filter(({ base, task }) =>
    wanted.has(`${base} ${task}`),
  );
  if (known.length === 0) return [];
  return [{ heading: "Bases" }, { text: ABOUT }, { table: tableOf(known.map(baseRecord)) }];
}

function baseRecord({ base, task, byDifficulty, bars, ...figures }: Quality): Record<string, string> {
  const { pass1, pass32, errors, responses, changes } = figures;
  const missed = bars.filter(({ met }) => !met).map(({ bar }) => bar);
  const each = Object.entries(byDifficulty).map(([name, of]) => `${name} ${digits(of.pass1)}, ${digits(of.pass32)}`);
  return {
    ...{ base, task, "pass@1": digits(pass1), "pass@32": digits(pass32), "by difficulty": each.join("; ") },
    ...{ errors: digits(errors), "entropy (nats)": digits(responses.entropy) },
    ...{ "at forks": digits(responses.forkEntropy), elsewhere: digits(responses.plainEntropy) },
    ...{ "share of forks": digits(responses.forkShare), "top four are forks": digits(responses.branchPrecision) },
    ...{ "|dV| at forks": digits(changes.right.atForks), "|dV| elsewhere": digits(changes.right.elsewhere) },
    bars: missed.length === 0 ? "met" : `not met: ${missed.join(", ")}`,
  };
}

const digits = (value: number | null): string => (value === null ? "" : value.toFixed(3));
