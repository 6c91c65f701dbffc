/** One point at which a paper and its release part, with what our functions give for both. */
export interface Section {
  title: string;
  /** The two readings, a sentence or two. */
  readings: string;
  /** First row: headings. Numbers are rounded to six digits here, not before. */
  table: (string | number)[][];
  /** What it changes for a run. */
  changes: string;
}

/** A section as Markdown. */
export function renderSection({ title, readings, table, changes }: Section): string {
  const [head, ...rows] = table.map((row) => `| ${row.map(cell).join(" | ")} |`);
  const rule = `|${table[0].map(() => "---|").join("")}`;
  return [`## ${title}`, "", readings, "", head, rule, ...rows, "", `**What it changes.** ${changes}`, ""].join("\n");
}

function cell(value: string | number): string {
  return typeof value === "string" ? value : String(Number(value.toPrecision(6)));
}
