// npm test: format, lint, types, unit, HTTP and browser tests. The last line reports how many passed and failed.
//   npm test -- tests/e2e/board.spec.ts tests/unit/finance   only these files, for any of the runners
//   npm test -- --changed                                    tests of files changed since main
//   npm test -- --only=vitest|browser --shard=1/3            one part, as the workflow runs them in parallel
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
// Files shared by the browser tests are not tests; a folder may be given as well.
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
/** Names of failed tests, repeated at the end of a long log. */
const failures = [];

// The build uses one core, so the source is checked at the same time.
await Promise.all([build(), check("format and lint", "npx", ["biome", "check", "."]).then(checkTypes)]);
if (runs.vitest) await unitAndHttp();
if (runs.browser) await browser();
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join("\n")}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);

/** With one checker: each further one derives the types of the libraries again. Go collects half as often as by default. */
function checkTypes() {
  const env = { ...process.env, GOGC: "200" };
  return check("types", "npm", ["run", "--silent", "typecheck", "--", "--checkers", "1"], { env });
}

async function check(what, command, args, options) {
  console.log(`\n— ${what}`);
  const code = await attempt(command, args, options);
  totals[code === 0 ? "passed" : "failed"] += 1;
  if (code !== 0) failures.push(what);
}

async function unitAndHttp() {
  console.log("\n— unit and HTTP tests");
  const report = join(results, "vitest.json");
  // Tests that import a changed file may fail because of it; HTTP tests run the built Worker and import little of it.
  const [command, paths] = values.changed
    ? ["related", vitestPaths]
    : ["run", positionals.length > 0 ? vitestPaths : []];
  const options = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`, "--passWithNoTests", ...shard];
  await attempt("npx", ["vitest", command, ...paths, ...(values.changed ? ["--run"] : []), ...options]);
  count(report, (summary) => ({
    passed: summary.numPassedTests,
    // A file that fails to load reports no failed test; a skipped test did not pass.
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
  findChromium();
  const report = join(results, "playwright.json");
  await attempt("npx", ["playwright", "test", ...specs, ...shard], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
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

/** The first line of a message, without terminal colors. */
function firstLine(message = "") {
  return stripVTControlCharacters(message).trim().split("\n")[0].slice(0, 300);
}

/** A missing report counts as one failure: the runner did not finish. */
function count(file, read) {
  const missing = { passed: 0, failed: 1, names: [`${relative(root, file)} was not written`] };
  const { passed, failed, names } = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : missing;
  totals.passed += passed;
  totals.failed += failed;
  failures.push(...names);
}

/** Source files and tests changed since the branch left main, committed or not. */
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
