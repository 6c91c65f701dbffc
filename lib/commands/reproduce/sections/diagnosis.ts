import type { StepRow } from "../../../core/types.js";
import { diagnose, type Finding } from "../../../experiments/diagnose.js";
import { groupRuns } from "../../../experiments/reading.js";
import type { Block } from "../page.js";
import { type Table, tableOf } from "../tables.js";

const ABOUT =
  "What diagnose(rows) names in the runs: how many runs of each method show it. Severe spoils the run, a warning its " +
  "figures, a note is worth a look or was gone by the end.";

/** What happens in the runs of each method, a table a task. */
export function diagnosisBlocks(rows: readonly StepRow[], methods: readonly string[]): Block[] {
  const findings = diagnose(rows);
  const tasks = [...new Set(rows.map(({ task }) => task))];
  const tables = tasks.map((task): Block => {
    const own = rows.filter((row) => row.task === task);
    return {
      table: diagnosisTable(
        findings.filter((finding) => finding.task === task),
        own,
        methods,
      ),
      folded: task,
    };
  });
  return [{ heading: "What happens in the runs" }, { text: ABOUT }, ...tables];
}

function diagnosisTable(findings: readonly Finding[], rows: readonly StepRow[], methods: readonly string[]): Table {
  const runs = [...groupRuns(rows).values()];
  const symptoms = [...new Set(findings.map(({ name }) => name))].sort();
  return tableOf(
    methods.flatMap((method) => {
      const count = runs.filter(([{ recipe }]) => recipe === method).length;
      const own = findings.filter(({ recipe }) => recipe === method);
      const cells = symptoms.map((name) => [name, severities(own.filter((finding) => finding.name === name))]);
      return count === 0 ? [] : [{ method, runs: String(count), ...Object.fromEntries(cells) }];
    }),
  );
}

function severities(findings: readonly Finding[]): string {
  const counts = (["severe", "warning", "note"] as const).map(
    (kind) => [kind, findings.filter(({ severity }) => severity === kind).length] as const,
  );
  return counts.flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : [])).join(", ");
}
