// npm run deploy: builds, migrates the remote databases, uploads the Worker. docs/deploying.md lists what it needs.
import { build, install, requireNode, run } from "./steps.mjs";

requireNode();
install();
await build();
run("node", ["scripts/migrate.mjs", "--remote"]);
run("npx", ["wrangler", "deploy"]);
