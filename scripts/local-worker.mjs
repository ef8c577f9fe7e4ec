// The built Worker under Miniflare with the bindings of wrangler.toml: used by npm start and the tests.
import { createHash } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { accessWorker, withCron, workerDatabases } from "./worker-access.mjs";

// Required: an import would first scan their sixteen megabytes for the names they export, which takes more than a second.
const require = createRequire(import.meta.url);
const { Miniflare } = require("miniflare");
const { unstable_splitSqlQuery: splitSql, unstable_getMiniflareWorkerOptions: workerOptions } = require("wrangler");

export const root = fileURLToPath(new URL("..", import.meta.url));
const migrationsFolder = join(root, "migrations");

// For each batch, Miniflare's queues write a line to a server in this process; if that fails, they stop delivering messages for
// good. workerd reuses idle connections for as long as Node's server keeps them open, so here they never time out.
subscribe("http.server.request.start", ({ server }) => {
  server.keepAliveTimeout = 0;
});

/**
 * @param {import("./local-worker.mjs").LocalOptions} options
 *   `persist` names the folder for the data; false keeps it in memory. `bundle` defaults to the one in wrangler.toml;
 *   `inspectorPort` 0 opens V8's inspector on any free port. `companion` creates a second Worker from this one's options.
 *   `onOutput` receives the Worker's output, which is printed otherwise. `direct` lets a benchmark call the Worker directly,
 *   without Miniflare's entry and static files; its URL is unsafeGetDirectURL(). `entry` returns a module that wraps the
 *   Worker's, given its name, when there is a second Worker. `moreShards` names tenants' databases in addition to those in
 *   wrangler.toml.
 */
export function createWorker({
  port = 0,
  persist = false,
  vars = {},
  host = "127.0.0.1",
  log,
  bundle = "build/server/index.js",
  inspectorPort,
  companion,
  onOutput,
  direct = false,
  entry,
  moreShards = [],
} = {}) {
  const main = join(root, bundle);
  const { workerOptions: options } = workerOptions(join(root, "wrangler.toml"));
  const keep = (kind) => (persist ? join(persist, kind) : false);
  const worker = {
    ...options,
    rootPath: root,
    modulesRoot: dirname(main),
    modules: modulesOf(main),
    modulesRules: undefined,
    bindings: { ...options.bindings, ...vars },
    d1Databases: {
      ...options.d1Databases,
      ...Object.fromEntries(moreShards.map((shard) => [`TENANTS_${shard}`, `tenants-${shard}`])),
    },
    ...(direct
      ? { assets: undefined, unsafeDirectSockets: [{ host, port: 0 }] }
      : { assets: { ...options.assets, directory: join(root, "build/client") } }),
  };
  return new Miniflare({
    ...(companion ? withCompanion(worker, { companion, entry }) : worker),
    d1Persist: keep("d1"),
    durableObjectsPersist: keep("do"),
    r2Persist: keep("r2"),
    cachePersist: false,
    cf: false,
    inspectorPort,
    host,
    port,
    log,
    ...(onOutput && {
      handleRuntimeStdio: (out, err) => {
        for (const stream of [out, err]) stream.setEncoding("utf8").on("data", onOutput);
      },
    }),
  });
}

/** The entry first, then the chunks it imports, smallest first: Miniflare copies all previous modules for each one. */
function modulesOf(main) {
  const folder = dirname(main);
  const chunks = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js") && join(folder, name) !== main)
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(a).size - statSync(b).size);
  return [main, ...chunks].map((path) => ({ type: "ESModule", path }));
}

function withCompanion(worker, { companion, entry }) {
  const [main] = worker.modules;
  const added = (name, contents) => ({ type: "ESModule", path: join(dirname(main.path), name), contents });
  const cron = added("entry-with-cron.js", withCron(`./${basename(main.path)}`));
  const entries = entry ? [added("entry.js", entry("./entry-with-cron.js")), cron] : [cron];
  const named = { ...worker, name: "plenum", modules: [...entries, ...worker.modules] };
  return { workers: [named, companion(named)] };
}

/** Migrates every database of a Worker with the access Worker beside it; the shards of wrangler.toml by default. */
export async function migrateWorker(worker, names = undefined) {
  const { directory, shards } = workerDatabases(worker, names);
  for (const db of [directory, ...shards.values()]) await migrate(db);
}

/** The files of migrations/ not yet applied to a database, in order. */
export async function pendingMigrations(db) {
  await db
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all();
  const applied = new Set(results.map((row) => row.name));
  return readdirSync(migrationsFolder)
    .filter((name) => name.endsWith(".sql") && !applied.has(name))
    .sort();
}

/** Applies pending migrations, each file in one batch, like `wrangler d1 migrations apply`. */
export async function migrate(db) {
  const pending = await pendingMigrations(db);
  for (const name of pending) {
    const statements = splitSql(readFileSync(join(migrationsFolder, name), "utf8"));
    await db.batch([
      ...statements.map((sql) => db.prepare(sql)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
  return pending;
}

/** Gives a Worker that persists to the folder migrated databases: copies of a set created once per set of migrations. */
export async function copyMigrated(folder) {
  const database = join(folder, "d1");
  if (!existsSync(database)) cpSync(join(await migratedFolder(), "d1"), database, { recursive: true });
}

async function migratedFolder() {
  const folder = join(root, "migrations");
  const hash = createHash("sha256");
  for (const name of ["package-lock.json", "wrangler.toml"]) hash.update(readFileSync(join(root, name)));
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  const cache = join(root, "node_modules/.cache/migrated");
  const wanted = join(cache, hash.digest("hex").slice(0, 16));
  if (existsSync(wanted)) return wanted;
  mkdirSync(cache, { recursive: true });
  const older = readdirSync(cache).filter((name) => !name.startsWith(basename(wanted)));
  const making = mkdtempSync(`${wanted}-`);
  const worker = createWorker({ persist: making, companion: accessWorker });
  await worker.ready;
  await migrateWorker(worker);
  await worker.dispose();
  try {
    renameSync(making, wanted);
  } catch (error) {
    // Another process created it first.
    if (!existsSync(wanted)) throw error;
  }
  for (const name of older) rmSync(join(cache, name), { recursive: true, force: true });
  return wanted;
}
