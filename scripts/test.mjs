// npm test: format, lint, types, unit, HTTP and browser tests. The last line says how many passed and failed.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attempt, build, install, requireNode, root } from "./steps.mjs";

requireNode();
install();

const results = join(root, "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const totals = { passed: 0, failed: 0 };

async function check(what, command, args) {
  console.log(`\n— ${what}`);
  const code = await attempt(command, args);
  totals[code === 0 ? "passed" : "failed"] += 1;
}

await check("format and lint", "npx", ["biome", "check", "."]);
await check("types", "npx", ["tsc", "--noEmit"]);
build();

console.log("\n— unit and HTTP tests");
const vitestReport = join(results, "vitest.json");
await attempt("npx", ["vitest", "run", "--reporter=dot", "--reporter=json", `--outputFile.json=${vitestReport}`]);
count(vitestReport, (report) => ({
  passed: report.numPassedTests,
  // A file that cannot be loaded has no test to fail; a skipped test did not pass.
  failed:
    report.numFailedTests +
    report.numPendingTests +
    report.numTodoTests +
    report.testResults.filter((f) => f.status === "failed" && f.assertionResults.length === 0).length,
}));

console.log("\n— browser tests");
const { findChromium } = await import("./chromium.mjs");
const chromium = findChromium();
const browserReport = join(results, "playwright.json");
await attempt("npx", ["playwright", "test"], {
  env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
});
count(browserReport, ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
}));

/** A report that is missing is one failure: the runner did not get to its end. */
function count(file, read) {
  const { passed, failed } = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failed: 1 };
  totals.passed += passed;
  totals.failed += failed;
}

console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
