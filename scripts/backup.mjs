// npm run backup -- --to backups/2026-11-22 [--remote]: dumps every database as SQL and every file into a folder.
import { execFileSync } from "node:child_process";
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { dumpDatabase, fileKeys } from "./backup-data.mjs";
import { databases } from "./databases.mjs";
import { fail, localSecrets, requireNode, stateFolder } from "./steps.mjs";

requireNode();
const { values } = parseArgs({ options: { to: { type: "string" }, remote: { type: "boolean", default: false } } });
if (!values.to) fail("Say where to: npm run backup -- --to backups/today");
const folder = values.to;
mkdirSync(folder, { recursive: true });

const source = values.remote ? remote() : await local();
const latest = "SELECT name FROM d1_migrations ORDER BY name DESC LIMIT 1";
const [{ name: migration }] = await source.queries.get("DIRECTORY")(latest);
const keys = [];
let statements = 0;
// Tenants' data first, so that everyone it refers to is in the directory's dump.
for (const { binding } of databases.toReversed()) {
  const query = source.queries.get(binding);
  const out = createWriteStream(join(folder, `${binding}.sql`));
  for await (const statement of dumpDatabase(query)) {
    out.write(`${statement}\n`);
    statements += 1;
  }
  await new Promise((done) => out.end(done));
  keys.push(...(await fileKeys(query)));
}
for (const key of keys) {
  const path = join(folder, "files", key);
  mkdirSync(dirname(path), { recursive: true });
  await source.file(key, path);
}
writeFileSync(join(folder, "backup.json"), JSON.stringify({ migration, files: keys, at: new Date().toISOString() }));
await source.end();
console.log(`${statements} statements and ${keys.length} files are in ${folder}, as of ${migration}.`);

async function local() {
  const { createWorker } = await import("./local-worker.mjs");
  const { workerDatabases, accessWorker, workerFile } = await import("./worker-access.mjs");
  const worker = createWorker({
    persist: stateFolder,
    companion: accessWorker,
    vars: { ENVIRONMENT: "local", ...localSecrets() },
  });
  await worker.ready;
  const { directory, shards } = workerDatabases(worker);
  const queryOf =
    (db) =>
    async (sql, params = []) =>
      (
        await db
          .prepare(sql)
          .bind(...params)
          .all()
      ).results;
  return {
    queries: new Map(
      databases.map(({ binding, shard }) => [binding, queryOf(shard === null ? directory : shards.get(shard))]),
    ),
    file: async (key, path) => {
      const file = await workerFile(worker, key);
      if (!file) return console.warn(`${key} is named by a row and is not there.`);
      writeFileSync(path, file.bytes);
      writeFileSync(`${path}.type`, file.contentType);
    },
    end: () => worker.dispose(),
  };
}

function remote() {
  const wrangler = (...args) => execFileSync("npx", ["wrangler", ...args], { encoding: "utf8", maxBuffer: 2 ** 30 });
  // The command line takes no parameters; these are our own keys, strings and numbers.
  const filled = (sql, params) => {
    const rest = [...params];
    const value = (given) => (typeof given === "number" ? String(given) : `'${String(given).replaceAll("'", "''")}'`);
    return sql.replaceAll("?", () => value(rest.shift()));
  };
  const queryOf =
    (name) =>
    async (sql, params = []) =>
      JSON.parse(wrangler("d1", "execute", name, "--remote", "--json", "--command", filled(sql, params)))[0].results;
  return {
    queries: new Map(databases.map(({ binding, name }) => [binding, queryOf(name)])),
    file: async (key, path) => {
      wrangler("r2", "object", "get", `plenum-files/${key}`, "--remote", "--file", path);
    },
    end: async () => {},
  };
}
