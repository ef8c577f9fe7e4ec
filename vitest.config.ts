import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const alias = {
  "~": new URL("./app", import.meta.url).pathname,
  "#drizzle": new URL("./drizzle", import.meta.url).pathname,
  "#worker": new URL("./worker", import.meta.url).pathname,
  "#tests": new URL("./tests", import.meta.url).pathname,
};

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        // Rules keep nothing between calls, so the files may share their modules: a third of the time.
        test: {
          name: "unit",
          isolate: false,
          maxWorkers: "100%",
          include: ["tests/unit/**/*.test.ts", "tests/architecture.test.ts"],
          // Ends what hangs: tests of a thousand drawn examples take seconds where something else runs beside.
          testTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "http",
          include: ["tests/http/**/*.test.ts"],
          // Files of one process share a Worker: one start for each core instead of one for each file.
          isolate: false,
          globalSetup: "tests/support/databases.ts",
          // While a file waits for its Worker, a queue or the disk, another one goes on.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          // These end what hangs. What a queue delivers is waited for as long as a busy machine needs, and no longer than it takes.
          testTimeout: 120_000,
          expect: { poll: { timeout: 40_000 } },
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
