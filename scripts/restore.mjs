// npm run restore -- --from backups/2026-11-22 [--remote]: fills new databases and the bucket from a backup.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { unstable_splitSqlQuery as splitSql } from "wrangler";
import { databases } from "./databases.mjs";
import { fail, localSecrets, requireNode, run, stateFolder } from "./steps.mjs";

requireNode();
const { values } = parseArgs({ options: { from: { type: "string" }, remote: { type: "boolean", default: false } } });
if (!values.from) fail("Say from where: npm run restore -- --from backups/today");
const folder = values.from;
const { migration, files } = JSON.parse(readFileSync(join(folder, "backup.json"), "utf8"));
const typeOf = (path) => (existsSync(`${path}.type`) ? readFileSync(`${path}.type`, "utf8") : undefined);

if (values.remote) {
  for (const { binding, name } of databases) {
    run("npx", ["wrangler", "d1", "migrations", "apply", name, "--remote"]);
    run("npx", ["wrangler", "d1", "execute", name, "--remote", "--file", join(folder, `${binding}.sql`)]);
  }
  for (const key of files) {
    const path = join(folder, "files", key);
    execFileSync("npx", ["wrangler", "r2", "object", "put", `plenum-files/${key}`, "--remote", "--file", path]);
  }
} else {
  const { createWorker, migrateWorker } = await import("./local-worker.mjs");
  const { workerDatabases, accessWorker, storeWorkerFile } = await import("./worker-access.mjs");
  const worker = createWorker({
    persist: stateFolder,
    companion: accessWorker,
    vars: { ENVIRONMENT: "local", ...localSecrets() },
  });
  await worker.ready;
  const { directory, shards } = workerDatabases(worker);
  await migrateWorker(worker);
  const people = await directory.prepare("SELECT count(*) AS count FROM users").first("count");
  if (people > 0) fail("The local database is not empty: npm run reset first.");
  for (const { binding, shard } of databases) {
    const db = shard === null ? directory : shards.get(shard);
    const statements = splitSql(readFileSync(join(folder, `${binding}.sql`), "utf8"));
    for (const statement of statements) await db.prepare(statement).run();
  }
  for (const key of files) {
    const path = join(folder, "files", key);
    if (existsSync(path)) await storeWorkerFile(worker, key, readFileSync(path), typeOf(path));
  }
  await worker.dispose();
}
console.log(`Restored ${files.length} files and every database as of ${migration}.`);
