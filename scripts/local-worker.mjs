// The built Worker under Miniflare with the bindings of wrangler.toml: what npm start serves and the tests drive.
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
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { unstable_splitSqlQuery as splitSql, unstable_getMiniflareWorkerOptions as workerOptions } from "wrangler";
import { databasesBehind, doorWorker, withCron } from "./worker-door.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));
const migrationsFolder = join(root, "migrations");

// Miniflare's queues write a line to a server of this process for each batch, and one that can't deliver it delivers no message any
// more. workerd takes up connections that were idle for as long as Node's servers leave them open, which here is without end.
subscribe("http.server.request.start", ({ server }) => {
  server.keepAliveTimeout = 0;
});

/**
 * @param {import("./local-worker.mjs").LocalOptions} options
 *   `persist` names the folder that keeps the data; false keeps it in memory. `bundle` is what wrangler.toml names unless told;
 *   `inspectorPort` 0 opens V8's inspector at any free port. `beside` makes another Worker of this one's options.
 *   `onOutput` gets what the Worker writes, which is shown otherwise. `direct` lets a benchmark ask the Worker itself, past
 *   Miniflare's entry and the static files in front of it; its address is unsafeGetDirectURL(). `entry` writes a module around that
 *   of the Worker, whose name it gets, where another Worker is beside it. `moreShards` names databases of tenants beside those of
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
  beside,
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
    ...(beside ? withBeside(worker, { beside, entry }) : worker),
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

/** The entry first, then the chunks that it imports, small ones before large ones: Miniflare copies all that came before for each. */
function modulesOf(main) {
  const folder = dirname(main);
  const chunks = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js") && join(folder, name) !== main)
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(a).size - statSync(b).size);
  return [main, ...chunks].map((path) => ({ type: "ESModule", path }));
}

function withBeside(worker, { beside, entry }) {
  const [main] = worker.modules;
  const added = (name, contents) => ({ type: "ESModule", path: join(dirname(main.path), name), contents });
  const cron = added("entry-with-cron.js", withCron(`./${basename(main.path)}`));
  const entries = entry ? [added("entry.js", entry("./entry-with-cron.js")), cron] : [cron];
  const named = { ...worker, name: "plenum", modules: [...entries, ...worker.modules] };
  return { workers: [named, beside(named)] };
}

/** Brings every database of a Worker with a door up to date; of its shards those of wrangler.toml unless others are given. */
export async function migrateBehind(worker, names = undefined) {
  const { directory, shards } = databasesBehind(worker, names);
  for (const db of [directory, ...shards.values()]) await migrate(db);
}

/** The files of migrations/ that a database has not applied, in order. */
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

/** Applies what migrations/ holds beyond what the database has, each file in one batch, as `wrangler d1 migrations apply` does. */
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

/** A Worker that persists in the folder finds a migrated database: a copy of one that is made once for these migrations. */
export async function copyMigrated(folder) {
  const database = join(folder, "d1");
  if (!existsSync(database)) cpSync(join(await migratedFolder(), "d1"), database, { recursive: true });
}

async function migratedFolder() {
  const folder = join(root, "migrations");
  const hash = createHash("sha256");
  for (const name of ["package-lock.json", "wrangler.toml"]) hash.update(readFileSync(join(root, name)));
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  const kept = join(root, "node_modules/.cache/migrated");
  const wanted = join(kept, hash.digest("hex").slice(0, 16));
  if (existsSync(wanted)) return wanted;
  mkdirSync(kept, { recursive: true });
  const older = readdirSync(kept).filter((name) => !name.startsWith(basename(wanted)));
  const making = mkdtempSync(`${wanted}-`);
  const worker = createWorker({ persist: making, beside: doorWorker });
  await worker.ready;
  await migrateBehind(worker);
  await worker.dispose();
  try {
    renameSync(making, wanted);
  } catch (error) {
    // Another process was there first.
    if (!existsSync(wanted)) throw error;
  }
  for (const name of older) rmSync(join(kept, name), { recursive: true, force: true });
  return wanted;
}
