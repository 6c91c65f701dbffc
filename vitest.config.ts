import { defineConfig } from "vitest/config";

// One worker a core: the engine's tests are arithmetic, more of them would only wait for each other.
export default defineConfig({
  test: { include: ["test/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000, pool: "forks", maxWorkers: 2 },
});
