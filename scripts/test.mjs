// npm test: format, lint, types, unit, HTTP and browser tests. The last line says how many passed and failed.
//   npm test -- tests/e2e/board.spec.ts tests/unit/finance   those files alone, whichever runner they belong to
//   npm test -- --changed                                    what the files changed since main belong to
//   npm test -- --only=vitest|browser --shard=1/3            one part of it, as the workflow runs them side by side
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { attempt, build, fail, install, requireNode, root } from "./steps.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: "boolean" }, only: { type: "string" }, shard: { type: "string" } },
});
const chosen = values.changed ? changedFiles() : positionals;
const isEverything = !values.changed && positionals.length === 0;
// What the browser tests share is no test; a folder of them is.
const specs = chosen.filter(
  (path) => path.startsWith("tests/e2e") && (path.endsWith(".spec.ts") || !path.endsWith(".ts")),
);
const vitestPaths = chosen.filter((path) => !path.startsWith("tests/e2e"));
const shard = values.shard ? [`--shard=${values.shard}`] : [];
const runs = {
  vitest: values.only !== "browser" && (isEverything || vitestPaths.length > 0),
  browser: values.only !== "vitest" && (isEverything || specs.length > 0),
};

requireNode();
install();

const results = join(root, "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const totals = { passed: 0, failed: 0 };
/** What failed, by name: said again at the end, where whoever reads a long log looks first. */
const failures = [];

// The build takes one core: what is written is looked at beside it.
await Promise.all([
  build(),
  check("format and lint", "npx", ["biome", "check", "."]).then(() => check("types", "npx", ["tsc", "--noEmit"])),
]);
if (runs.vitest) await unitAndHttp();
if (runs.browser) await browser();
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join("\n")}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);

async function check(what, command, args) {
  console.log(`\n— ${what}`);
  const code = await attempt(command, args);
  totals[code === 0 ? "passed" : "failed"] += 1;
  if (code !== 0) failures.push(what);
}

async function unitAndHttp() {
  console.log("\n— unit and HTTP tests");
  const report = join(results, "vitest.json");
  // What imports a changed file is what may break with it; HTTP tests run the built Worker and import little of it.
  const [command, paths] = values.changed
    ? ["related", vitestPaths]
    : ["run", positionals.length > 0 ? vitestPaths : []];
  const options = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`, "--passWithNoTests", ...shard];
  await attempt("npx", ["vitest", command, ...paths, ...(values.changed ? ["--run"] : []), ...options]);
  count(report, (summary) => ({
    passed: summary.numPassedTests,
    // A file that cannot be loaded has no test to fail; a skipped test did not pass.
    failed:
      summary.numFailedTests +
      summary.numPendingTests +
      summary.numTodoTests +
      summary.testResults.filter((f) => f.status === "failed" && f.assertionResults.length === 0).length,
    names: summary.testResults.flatMap(({ name, status, assertionResults }) => {
      const file = relative(root, name);
      if (status === "failed" && assertionResults.length === 0) return [`${file}: cannot be loaded`];
      return assertionResults
        .filter((test) => test.status !== "passed")
        .map((test) => `${file} › ${test.fullName} (${test.status}): ${firstLine(test.failureMessages?.[0])}`);
    }),
  }));
}

async function browser() {
  console.log("\n— browser tests");
  const { findChromium } = await import("./chromium.mjs");
  const chromium = findChromium();
  const report = join(results, "playwright.json");
  await attempt("npx", ["playwright", "test", ...specs, ...shard], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
  });
  count(report, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    names: [...suites.flatMap(failedSpecs), ...errors.map((error) => firstLine(error.message))],
  }));
}

function failedSpecs({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status !== "expected")
      .map((test) => {
        const error = test.results.find((result) => result.error)?.error;
        return `tests/e2e/${file} › ${title} (${test.status}): ${firstLine(error?.message)}`;
      }),
  );
  return [...own, ...suites.flatMap(failedSpecs)];
}

/** Of a message that runs over many lines and is colored for a terminal. */
function firstLine(message = "") {
  return stripVTControlCharacters(message).trim().split("\n")[0].slice(0, 300);
}

/** A report that is missing is one failure: the runner did not get to its end. */
function count(file, read) {
  const missing = { passed: 0, failed: 1, names: [`${relative(root, file)} was not written`] };
  const { passed, failed, names } = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : missing;
  totals.passed += passed;
  totals.failed += failed;
  failures.push(...names);
}

/** Source and tests that differ from where this branch left main, committed or not. */
function changedFiles() {
  const git = (...args) => {
    const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
    if (status !== 0) fail(`git ${args.join(" ")} ended with ${status}.`);
    return stdout.split("\n").filter(Boolean);
  };
  const [base] = git("merge-base", "HEAD", "main");
  const changed = [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
  return changed.filter((path) => /\.(tsx?|mjs)$/.test(path) && existsSync(join(root, path)));
}
