import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectPath } from "../../lib/core/root.js";
import { planStudy } from "../../lib/experiments/plan.js";
import { studyNamed } from "../../lib/experiments/studies.js";

test("the study that data/experiments/README.md shows is one", () => {
  const [, shown] =
    /```json\n(.*?)```/s.exec(readFileSync(projectPath("data", "experiments", "README.md"), "utf8")) ?? [];
  const file = join(mkdtempSync(join(tmpdir(), "study-")), "mine.json");
  writeFileSync(file, shown);
  const study = studyNamed(file);
  expect(study.claims.map(({ id, margin }) => [id, margin])).toEqual([["gentle", 0.02]]);
  expect(planStudy(study).map(({ method, base }) => `${method.name} ${base}`)).toEqual([
    "grpoPlusPlus countdown-2",
    "gentle countdown-2",
    "grpoPlusPlus countdown-3",
    "gentle countdown-3",
  ]);
});
