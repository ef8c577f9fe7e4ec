// npm run deploy: audits dependencies, builds, migrates the remote databases, uploads the Worker and sets the bucket's lifecycle
// rules. docs/deploying.md lists the requirements.
import { build, install, requireNode, run } from "./steps.mjs";

requireNode();
install();
await import("./audit.mjs");
await build();
run("node", ["scripts/migrate.mjs", "--remote"]);
run("npx", ["wrangler", "deploy"]);
// Replaces all rules of the bucket with those in the file.
run("npx", ["wrangler", "r2", "bucket", "lifecycle", "set", "plenum-files", "--file", "r2-lifecycle.json", "--force"]);
