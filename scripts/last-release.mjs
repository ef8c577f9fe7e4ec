// npm run last-release [-- COMMIT]: during a release, the previous release still serves requests on databases that are already
// migrated. Checks out that release, by its commit or the newest earlier tag v*, replaces its migrations with this release's and
// runs its own HTTP tests, which must still pass. A failure means that a migration removes or requires something the running
// release does not know; such a migration must wait for the next release.
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
    // Tests that compare the old code's list of tables or newest migration with the database do not know newer ones.
    const extraArgs = ["--exclude", "tests/http/schema.test.ts", "--testNamePattern", "^(?!.*migration)"];
    return run("npx", ["vitest", "run", "--project", "http", "--reporter=dot", ...extraArgs], folder);
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
