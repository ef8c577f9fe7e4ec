// Direct access to a local Worker's databases, files and channels for tests, seeds and backups, over HTTP. Miniflare's own access
// blocks the whole process for each call until another thread has passed on the response. On a busy machine that thread's wake-up
// may come late and wake the next call instead, which then finds no response and fails, as do all calls after it.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { newestShard, shards } from "./databases.mjs";
import { localRequest } from "./local-request.mjs";

// The access Worker listens on its own local port and accepts only the process that created it.
const key = randomUUID();
const header = "Access-Key";

/** Adds a way to run the cron trigger to the Worker's entry: a binding to a Worker with assets reaches only its fetch handler. */
export function withCron(main) {
  return `import { WorkerEntrypoint } from "cloudflare:workers";
    import worker from ${JSON.stringify(main)};
    export * from ${JSON.stringify(main)};
    export default worker;
    export class Cron extends WorkerEntrypoint {
      async sweep(at) {
        await worker.scheduled({ cron: "* * * * *", scheduledTime: at, noRetry() {} }, this.env, this.ctx);
      }
    }`;
}

/** A second Worker with the same databases, files and live channels as the one under test: runs what it is sent. */
export function accessWorker(options) {
  return {
    name: "access",
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
    modules: true,
    compatibilityDate: options.compatibilityDate,
    d1Databases: options.d1Databases,
    r2Buckets: options.r2Buckets,
    durableObjects: {
      CHANNEL: { ...options.durableObjects.ORGANIZATION_CHANNEL, scriptName: options.name },
    },
    serviceBindings: { CRON: { name: options.name, entrypoint: "Cron" } },
    bindings: { KEY: key },
    script: `export default {
      async fetch(request, { FILES, CHANNEL, CRON, KEY, ...databases }) {
        if (request.headers.get("${header}") !== KEY) return new Response("No such page.", { status: 404 });
        const name = new URL(request.url).searchParams.get("file");
        if (name !== null && request.method === "PUT") {
          const contentType = request.headers.get("Content-Type") ?? undefined;
          await FILES.put(name, await request.arrayBuffer(), { httpMetadata: { contentType } });
          return Response.json({});
        }
        if (name !== null) {
          const object = await FILES.get(name);
          if (!object) return new Response(null, { status: 404 });
          return new Response(object.body, { headers: { "Content-Type": object.httpMetadata?.contentType ?? "" } });
        }
        const { database, statements, script, orgId, changes, sweepAt, filesIn } = await request.json();
        const db = databases[database];
        try {
          if (sweepAt !== undefined) {
            await CRON.sweep(sweepAt);
            return Response.json({});
          }
          if (filesIn !== undefined) {
            const { objects } = await FILES.list({ prefix: filesIn });
            return Response.json(objects.map(({ key }) => key));
          }
          if (orgId !== undefined) {
            const channel = CHANNEL.get(CHANNEL.idFromName(orgId));
            for (const change of changes) await channel.publish(change);
            return Response.json({});
          }
          if (script !== undefined) return Response.json(await db.exec(script));
          const ready = statements.map(({ sql, values }) => db.prepare(sql).bind(...values));
          return Response.json(ready.length === 1 ? [await ready[0].all()] : await db.batch(ready));
        } catch (error) {
          return Response.json({ message: error.message, cause: error.cause?.message }, { status: 500 });
        }
      },
    };`,
  };
}

const urls = new WeakMap();

/** The URL does not change, so it is requested once. */
function accessUrlOf(worker) {
  const known = urls.get(worker) ?? worker.unsafeGetDirectURL("access");
  urls.set(worker, known);
  return known;
}

async function send(worker, query, init) {
  const url = new URL(`/${query}`, await accessUrlOf(worker));
  return localRequest(url, { ...init, headers: { ...init.headers, [header]: key } });
}

async function ask(worker, request) {
  const { status, body } = await send(worker, "", { method: "POST", body: JSON.stringify(request) });
  const answer = JSON.parse(body.toString());
  if (status === 200) return answer;
  throw new Error(answer.message, answer.cause ? { cause: new Error(answer.cause) } : {});
}

/** Publishes changes to an organization's live channel, as their delivery does. */
export async function publishToWorker(worker, orgId, changes) {
  await ask(worker, { orgId, changes });
}

/** Runs the cron trigger at the given instant. */
export async function sweepWorker(worker, at) {
  await ask(worker, { sweepAt: at.getTime() });
}

/** The keys of stored files with a prefix; at most a thousand. */
export function workerFiles(worker, prefix) {
  return ask(worker, { filesIn: prefix });
}

/** A stored file and its type, or null if the key does not exist. */
export async function workerFile(worker, name) {
  const { status, headers, body } = await send(worker, `?file=${encodeURIComponent(name)}`, { method: "GET" });
  if (status === 404) return null;
  return { bytes: body, contentType: headers.get("Content-Type") ?? "" };
}

/** Stores a file under its key, replacing an existing one. */
export async function storeWorkerFile(worker, name, bytes, contentType) {
  const headers = contentType ? { "Content-Type": contentType } : {};
  const { status } = await send(worker, `?file=${encodeURIComponent(name)}`, { method: "PUT", body: bytes, headers });
  if (status !== 200) throw new Error(`${name} was not stored: ${status}`);
}

/** A local Worker's databases, for tests and seeds: statements are built here, and only their results are awaited. */
export function workerDatabases(worker, names = shards) {
  const open = (name) => databaseOf((request) => ask(worker, { database: name, ...request }));
  return {
    directory: open("DIRECTORY"),
    shards: new Map(names.map((shard) => [shard, open(`TENANTS_${shard}`)])),
  };
}

/**
 * Combines the directory and one shard: each statement goes to the side of its tables, as in the Worker. A batch over both runs
 * as one batch on each, in the order of their first statements; a statement without a side goes with the previous one.
 */
export function workerDatabase(worker, shard = newestShard) {
  const databases = workerDatabases(worker, [shard]);
  const sides = { identity: databases.directory, tenants: databases.shards.get(shard) };
  const database = databaseOf(async ({ statements, script }) => {
    if (script !== undefined) return sides[(await sideOf(sides, script)) ?? "tenants"].exec(script);
    const named = await Promise.all(statements.map(({ sql }) => sideOf(sides, sql)));
    let side = named.find((each) => each !== null) ?? "tenants";
    const places = named.map((each) => {
      side = each ?? side;
      return side;
    });
    const results = [];
    for (const side of new Set(places)) {
      const own = statements.flatMap((statement, at) => (places[at] === side ? [{ ...statement, at }] : []));
      const db = sides[side];
      const answers = await db.batch(own.map(({ sql, values }) => db.prepare(sql).bind(...values)));
      for (const [index, { at }] of own.entries()) results[at] = answers[index];
    }
    return results;
  });
  return Object.assign(database, { shard });
}

const { identity: ofIdentity, shared } = JSON.parse(
  readFileSync(new URL("../drizzle/d1/sides.json", import.meta.url), "utf8"),
);
const tablePattern = /(?:\b(?:from|join|into|update|references|on|table)\s+|,\s*)"?(\w+)"?/gi;

const sidesOfTexts = new Map();

/** The side of the tables in a statement; null for none. @throws Error if it uses both */
function sideOf(sides, sql) {
  const known = sidesOfTexts.get(sql) ?? lookUpSide(sides, sql);
  if (sidesOfTexts.size < 5000) sidesOfTexts.set(sql, known);
  return known;
}

async function lookUpSide(sides, sql) {
  const named = [...sql.replace(/\/\*.*?\*\//gs, " ").matchAll(tablePattern)].map(([, name]) => name);
  const tenants = await tenantTables(sides);
  const mixed = named.find((name) => tenants.has(name));
  if (!named.some((name) => ofIdentity.includes(name))) return mixed ? "tenants" : null;
  if (mixed) throw new Error(`identity and tenants' data (${mixed}) in one statement: ${sql.slice(0, 400)}`);
  return "identity";
}

const knownTables = new WeakMap();

function tenantTables(sides) {
  const known = knownTables.get(sides) ?? readTenantTables(sides);
  knownTables.set(sides, known);
  return known;
}

async function readTenantTables({ tenants }) {
  const { results } = await tenants.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return new Set(results.map(({ name }) => name).filter((name) => ![...ofIdentity, ...shared].includes(name)));
}

/** A database over a function that sends its statements and returns their results. */
export function databaseOf(ask) {
  const statement = (sql, values) => {
    const all = async () => (await ask({ statements: [{ sql, values }] }))[0];
    return {
      sql,
      values,
      all,
      run: all,
      bind: (...given) => {
        if (given.includes(undefined)) throw new Error("D1_TYPE_ERROR: Type 'undefined' not supported");
        return statement(sql, given);
      },
      first: async (column) => {
        const [row = null] = (await all()).results;
        if (row === null || column === undefined) return row;
        if (!(column in row)) throw new Error(`D1_COLUMN_NOTFOUND: ${column}`);
        return row[column];
      },
    };
  };
  const database = {
    prepare: (sql) => statement(sql, []),
    batch: async (statements) => {
      if (statements.length === 0) return [];
      return ask({ statements: statements.map(({ sql, values }) => ({ sql, values })) });
    },
    exec: (script) => ask({ script }),
    withSession: () => ({ ...database, getBookmark: () => null }),
  };
  return database;
}
