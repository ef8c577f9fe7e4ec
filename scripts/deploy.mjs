// npm run deploy: checks what it is made of, builds, migrates the remote databases, uploads the Worker, sets the bucket's rules. docs/deploying.md lists what it needs.
import { build, install, requireNode, run } from "./steps.mjs";

requireNode();
install();
await import("./audit.mjs");
await build();
run("node", ["scripts/migrate.mjs", "--remote"]);
run("npx", ["wrangler", "deploy"]);
// Whatever rules the bucket had: the file is all of them.
run("npx", ["wrangler", "r2", "bucket", "lifecycle", "set", "plenum-files", "--file", "r2-lifecycle.json", "--force"]);
