// npm run deploy: builds, migrates the remote databases, uploads the Worker. docs/deploying.md lists what it needs.
import { build, install, requireNode, run } from "./steps.mjs";

requireNode();
install();
await build();
for (const database of ["plenum-directory", "plenum-tenants"])
  run("npx", ["wrangler", "d1", "migrations", "apply", database, "--remote"]);
run("npx", ["wrangler", "deploy"]);
