// npm run restore-tenant -- --tenant ID --at 2026-11-26T09:00:00Z [--apply] [--remote]: restores one business or household to an
// earlier moment. Without --apply it fetches the earlier rows and reports what would change. docs/operations.md describes the
// effects.
import { execFileSync } from "node:child_process";
import { userInfo } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileColumns } from "./backup-data.mjs";
import { databases } from "./databases.mjs";
import { loadTypeScript } from "./load-typescript.mjs";
import { fail, localSecrets, requireNode, stateFolder } from "./steps.mjs";
import { localTimeTravel, notesIn, remoteDatabase } from "./time-travel.mjs";

/** Requests end within seconds; queued work that has started ends within this time. */
const DRAIN_MS = 60_000;

requireNode();
const { values } = parseArgs({
  options: {
    ...{ tenant: { type: "string" }, at: { type: "string" }, by: { type: "string", default: userInfo().username } },
    ...{ apply: { type: "boolean", default: false }, cancel: { type: "boolean", default: false } },
    ...{ remote: { type: "boolean", default: false }, mark: { type: "boolean", default: false } },
    "from-shard": { type: "string" },
  },
});
if (values.mark && values.remote) fail("D1 keeps every moment of the last 30 days by itself.");
const moment = new Date(values.at ?? "");
if (!values.mark && !values.tenant) fail("Say whom: npm run restore-tenant -- --tenant ID --at 2026-11-26T09:00:00Z");
if (!values.mark && !values.cancel && !(moment.getTime() < Date.now()))
  fail("Say to when, a moment that is over: --at 2026-11-26T09:00:00Z");

const place = await (values.remote ? remote() : local());
const notes = notesIn(join(stateFolder, "restores"));
try {
  if (values.mark) await mark();
  else if (values.cancel) await cancel();
  else await restore();
} catch (error) {
  console.error(
    `${error.message}\nRun it again: it goes on where it was. Until then writes may be stopped, or the shard closed.`,
  );
  process.exitCode = 1;
} finally {
  await place.end();
}

async function mark() {
  for (const { shard } of databases) if (shard !== null) await place.at(shard).travel.now();
  console.log(`Every shard was copied at ${new Date().toISOString()}.`);
}

async function cancel() {
  const { startWrites } = await loadTypeScript("app/domain/operations/tenant-moves/restore/put-back.server.ts");
  const id = await place
    .directory()
    .prepare("SELECT id FROM tenant_restores WHERE tenant_id = ? AND status = 'read' AND closed_ms IS NOT NULL")
    .bind(values.tenant)
    .first("id");
  if (id === null)
    throw new Error("There is none that can be canceled: one whose shard is closed has to be run to its end.");
  const { kind, shard } = await placeOf(values.tenant);
  const where = { ctx: place.ctx, directory: place.directory, shard: place.at(shard).shard, keepSince: () => {} };
  await startWrites(where, { id, kind, tenantId: values.tenant, shard, requestedBy: values.by });
  const canceled =
    "UPDATE tenant_restores SET status = 'failed', problem = 'canceled', finished_at = ?1, updated_at = ?1 WHERE id = ?2";
  await place.directory().prepare(canceled).bind(new Date().toISOString(), id).run();
  console.log("The restore is canceled. Nothing was changed.");
}

async function restore() {
  const { fetchRows } = await loadTypeScript("app/domain/operations/tenant-moves/restore/fetch-rows.server.ts");
  const { endFence, preview, putBack } = await loadTypeScript(
    "app/domain/operations/tenant-moves/restore/put-back.server.ts",
  );
  const home = await placeOf(values.tenant);
  const from = place.at(values["from-shard"] ?? home.shard);
  const whose = { kind: home.kind, tenantId: values.tenant, requestedBy: values.by };
  const homeShard = { ctx: place.ctx, directory: place.directory, shard: place.at(home.shard).shard };
  if (await endFence({ ...homeShard, keepSince: () => {} }, { ...whose, shard: home.shard })) {
    console.log("The last restore was over, and its tenant writes again. Run this once more if another one is meant.");
    return;
  }
  const { id, closedMs } = await fetchRows(
    { ...from, ctx: place.ctx, directory: place.directory, notes },
    { ...whose, moment, shard: values["from-shard"] ?? home.shard },
  );
  if (closedMs > 1000) console.log(`The shard was closed for ${Math.round(closedMs / 1000)} s and is as it was.`);
  const where = {
    ...homeShard,
    keepSince: (rows) => notes.keepSince(id, rows),
  };
  const wanted = { ...whose, id, shard: home.shard, rows: notes.rows(id) };
  if (!wanted.rows) fail(`The rows of then are not on this machine: .state/restores/${id} is where they were read.`);
  const found = await preview(where, wanted);
  const tables = [...found].map(([name, { back, changed, since }]) => ({
    name,
    back: back.length,
    changed: changed.length,
    since: since.length,
  }));
  console.table(tables.filter(({ back, changed, since }) => back + changed + since > 0));
  const missing = [];
  for (const key of filesOf(found)) if (!(await place.hasFile(key))) missing.push(key);
  if (missing.length > 0) console.log(`Files that are gone and do not come back:\n${missing.join("\n")}`);
  if (!values.apply) {
    console.log(
      "Nothing was changed. The same with --apply makes it so; what came since goes, and is kept in a file here.",
    );
    return;
  }
  const { back, changed, since } = await putBack(where, wanted);
  console.log(
    `${back} rows are back, ${changed} are as they were, ${since} that came since are in .state/restores/${id}.`,
  );
}

/** Files referenced by rows that are restored or changed. */
function filesOf(found) {
  const keys = [...found.values()].flatMap(({ back, changed }) =>
    [...back, ...changed].flatMap((row) => fileColumns.map((column) => row[column]).filter(Boolean)),
  );
  return new Set(keys);
}

async function placeOf(tenant) {
  const shardOf = (table) =>
    place.directory().prepare(`SELECT shard FROM ${table} WHERE id = ?`).bind(tenant).first("shard");
  const business = await shardOf("organizations");
  const shard = business ?? (await shardOf("users"));
  if (shard === null) throw new Error("There is no business and no household with this id.");
  return { kind: business === null ? "household" : "business", shard };
}

/** The context the use cases need: the databases, with fresh counters for each call. */
async function ctxOver(all) {
  const { openDatabase } = await loadTypeScript("drizzle/d1/session.ts");
  const { tenantGuard } = await loadTypeScript("drizzle/d1/tenants.ts");
  const { uuidSequence } = await loadTypeScript("app/domain/shared/secrets/tokens.server.ts");
  const uuidv7 = uuidSequence();
  const newId = () => uuidv7(Date.now());
  return () => ({ ...openDatabase(all(), { guard: tenantGuard() }), now: new Date(), newId });
}

async function local() {
  const { createWorker } = await import("./local-worker.mjs");
  const { workerDatabases, accessWorker, workerFile } = await import("./worker-access.mjs");
  let worker;
  const start = async () => {
    worker = createWorker({
      persist: stateFolder,
      companion: accessWorker,
      vars: { ENVIRONMENT: "local", ...localSecrets() },
    });
    await worker.ready;
  };
  const stop = () => worker.dispose();
  await start();
  const open = () => workerDatabases(worker);
  return {
    ctx: await ctxOver(open),
    directory: () => open().directory,
    at: (shard) => ({
      shard: () => open().shards.get(shard),
      travel: localTimeTravel({
        folder: stateFolder,
        id: databases.find((each) => each.shard === shard).id,
        stop,
        start,
      }),
      // Nothing else may be running, so stop the `npm start` instance first.
      close: async () => {},
      open: async () => {},
    }),
    hasFile: async (key) => (await workerFile(worker, key)) !== null,
    end: stop,
  };
}

async function remote() {
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = process.env;
  if (!account || !token)
    fail("Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN, with the right to edit D1 and Workers.");
  const open = new Map(databases.map(({ binding, id }) => [binding, remoteDatabase({ account, token, id })]));
  const all = () => ({
    directory: open.get("DIRECTORY").database,
    shards: new Map(
      databases.flatMap(({ shard, binding }) => (shard === null ? [] : [[shard, open.get(binding).database]])),
    ),
  });
  // Other shards may be closed for other tenants.
  const setClosed = async () => {
    const { results } = await all()
      .directory.prepare("SELECT shard FROM tenant_restores WHERE status IN ('closing', 'away') ORDER BY shard")
      .all();
    const list = results.map(({ shard }) => shard).join(",") || "none";
    execFileSync("npx", ["wrangler", "secret", "put", "CLOSED_SHARDS"], {
      input: list,
      stdio: ["pipe", "inherit", "inherit"],
    });
  };
  return {
    ctx: await ctxOver(all),
    directory: () => all().directory,
    at: (shard) => ({
      ...{ shard: () => all().shards.get(shard), travel: open.get(`TENANTS_${shard}`).travel },
      close: async () => {
        await setClosed();
        await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
      },
      open: setClosed,
    }),
    hasFile: async (key) => {
      const url = `https://api.cloudflare.com/client/v4/accounts/${account}/r2/buckets/plenum-files/objects/${encodeURIComponent(key)}`;
      const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
      await answer.body?.cancel();
      return answer.ok;
    },
    end: async () => {},
  };
}
