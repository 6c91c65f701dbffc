import { expect, it } from "vitest";
import { examine, fault } from "../../lib/commands/doctor/check.js";

it("tells a check's own fault with its remedy, and a thrown one too", async () => {
  const own = { name: "x", remedy: "mend it", run: () => fault("broken", own.remedy) };
  const bound = {
    ...own,
    run() {
      return fault("broken", this.remedy);
    },
  };
  const thrown = {
    ...own,
    run: () => {
      throw new Error("gone\nand more");
    },
  };
  expect(await examine(bound)).toEqual({ state: "fault", text: "broken", remedy: "mend it" });
  expect(await examine(thrown)).toEqual({ state: "fault", text: "gone", remedy: "mend it" });
});
