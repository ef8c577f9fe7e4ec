import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const alias = {
  "~": new URL("./app", import.meta.url).pathname,
  "#drizzle": new URL("./drizzle", import.meta.url).pathname,
  "#worker": new URL("./worker", import.meta.url).pathname,
  "#tests": new URL("./tests", import.meta.url).pathname,
};

// Miniflare would give every Worker these certificates, which takes longer than the rest of its start. No test reaches outside hosts.
delete process.env.NODE_EXTRA_CA_CERTS;

/**
 * Files that start Workers of their own come first. Neither a file's size nor its tests' times count the start, so a short one would
 * be the last, and run alone.
 */
class OwnWorkersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const starts = ({ moduleId }: TestSpecification) => /\b(own|start)Worker\(/.test(readFileSync(moduleId, "utf8"));
    return [...sorted.filter(starts), ...sorted.filter((file) => !starts(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: OwnWorkersFirst },
    projects: [
      {
        resolve: { alias },
        // The rules hold no state between calls, so test files can share modules, which takes a third of the time.
        test: {
          name: "unit",
          isolate: false,
          maxWorkers: "100%",
          setupFiles: "tests/support/seed.ts",
          include: [
            "tests/unit/**/*.test.ts",
            "tests/architecture.test.ts",
            "tests/conventions.test.ts",
            "tests/code-style.test.ts",
          ],
          // Ends tests that hang. Tests with a thousand generated examples take seconds on a busy machine.
          testTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "http",
          include: ["tests/http/**/*.test.ts"],
          // Files of one process share a Worker: one startup per process instead of one per file.
          isolate: false,
          globalSetup: "tests/support/databases.ts",
          setupFiles: ["tests/support/midnights.ts", "tests/support/seed.ts"],
          // While one file waits for its Worker, a queue or the disk, another one runs.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          // End tests that hang. Polling for queue deliveries allows for a busy machine and stops once they arrive.
          testTimeout: 120_000,
          expect: { poll: { timeout: 40_000 } },
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
