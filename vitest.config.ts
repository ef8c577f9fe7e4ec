import { defineConfig } from "vitest/config";

const alias = {
  "~": new URL("./app", import.meta.url).pathname,
  "#drizzle": new URL("./drizzle", import.meta.url).pathname,
  "#worker": new URL("./worker", import.meta.url).pathname,
  "#tests": new URL("./tests", import.meta.url).pathname,
};

export default defineConfig({
  test: {
    // One file on each core: much of an HTTP test is waiting for the Worker.
    maxWorkers: "100%",
    projects: [
      {
        resolve: { alias },
        // Rules keep nothing between calls, so the files may share their modules: a third of the time.
        test: {
          name: "unit",
          isolate: false,
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
