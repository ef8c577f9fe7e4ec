// npm run last-release [-- COMMIT]: while a release goes out, the one before it still answers, on databases that are migrated
// already. Takes that one's code, by its commit or the newest tag v* before this, gives it this one's migrations and runs its own
// HTTP tests: what they hold must hold on the new schema. What fails is a migration that takes away or demands what a release that
// is still running does not know; it waits for the release after this one.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail, requireNode, root } from "./steps.mjs";

requireNode();
const commit = process.argv[2] ?? newestTag();
const folder = join(mkdtempSync(join(tmpdir(), "plenum-last-release-")), "code");
process.exitCode = testOn(folder) ? 0 : 1;

function testOn(folder) {
  try {
    must("git", ["worktree", "add", "--detach", folder, commit], root);
    rmSync(join(folder, "migrations"), { recursive: true });
    cpSync(join(root, "migrations"), join(folder, "migrations"), { recursive: true });
    must("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"], folder);
    must("npx", ["remix", "vite:build", "--logLevel", "warn"], folder);
    // What compares that code's own list of tables or its newest migration with the database knows no newer ones.
    const besides = ["--exclude", "tests/http/schema.test.ts", "--testNamePattern", "^(?!.*migration)"];
    return run("npx", ["vitest", "run", "--project", "http", "--reporter=dot", ...besides], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    run("git", ["worktree", "prune"], root);
  }
}

function newestTag() {
  const { status, stdout } = spawnSync("git", ["describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0)
    fail("There is no tag v* before this commit: name the last release, npm run last-release -- COMMIT.");
  return stdout.trim();
}

function run(command, args, cwd) {
  return spawnSync(command, args, { cwd, stdio: "inherit" }).status === 0;
}

function must(command, args, cwd) {
  if (!run(command, args, cwd)) throw new Error(`${command} ${args.join(" ")} failed`);
}
