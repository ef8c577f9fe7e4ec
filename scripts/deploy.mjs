// npm run deploy: builds, migrates the remote database, uploads the Worker. docs/deploying.md lists what it needs.
import { build, install, requireNode, run } from "./steps.mjs";

requireNode();
install();
await build();
run("npx", ["wrangler", "d1", "migrations", "apply", "plenum", "--remote"]);
run("npx", ["wrangler", "deploy"]);
