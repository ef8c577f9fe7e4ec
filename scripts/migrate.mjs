// npm run migrate [-- --all] [--remote] [--list]: applies new migrations to every database, or lists what each lacks.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { parseArgs, promisify } from "node:util";
import { migrateAll, reportOf } from "./migrations.mjs";
import { fail, requireNode, stateFolder } from "./steps.mjs";

requireNode();
const { values } = parseArgs({
  options: {
    // What it does in any case.
    all: { type: "boolean", default: false },
    remote: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
  },
});
const { databases } = await import("./databases.mjs");
const { close, pending, apply } = values.remote ? remote() : await local();
const outcomes = await migrateAll(databases, values.list ? pending : apply);
await close();
for (const line of reportOf(outcomes, values.list ? "missing" : "applied")) console.log(line);
const failed = outcomes.filter(({ problem }) => problem !== null);
if (failed.length > 0)
  fail(`${failed.length} of ${outcomes.length} databases failed. Run it again: what is done stays done.`);

function remote() {
  const wrangler = (...args) => promisify(execFile)("npx", ["wrangler", ...args], { maxBuffer: 2 ** 26 });
  const pending = async ({ name }) => {
    const query = "SELECT name FROM d1_migrations";
    const { stdout } = await wrangler("d1", "execute", name, "--remote", "--json", "--command", query).catch(
      (error) => {
        // A new database does not have the migrations table yet.
        if (/no such table/.test(`${error.stdout}${error.stderr}`)) return { stdout: '[{"results":[]}]' };
        throw error;
      },
    );
    const has = new Set(JSON.parse(stdout)[0].results.map((row) => row.name));
    return readdirSync(new URL("../migrations", import.meta.url))
      .filter((file) => file.endsWith(".sql") && !has.has(file))
      .sort();
  };
  const apply = async (database) => {
    const files = await pending(database);
    if (files.length > 0) await wrangler("d1", "migrations", "apply", database.name, "--remote");
    return files;
  };
  return { close: async () => {}, pending, apply };
}

async function local() {
  const { createWorker, migrate, pendingMigrations } = await import("./local-worker.mjs");
  const { workerDatabases, accessWorker } = await import("./worker-access.mjs");
  const worker = createWorker({ persist: stateFolder, companion: accessWorker, vars: { ENVIRONMENT: "local" } });
  await worker.ready;
  const { directory, shards } = workerDatabases(worker);
  const of = ({ shard }) => (shard === null ? directory : shards.get(shard));
  return {
    close: () => worker.dispose(),
    pending: (database) => pendingMigrations(of(database)),
    apply: (database) => migrate(of(database)),
  };
}
