import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject, test, vi } from "vitest";
import { newAccount } from "#tests/support/accounts";
import { archivesOf, detailsOf, leaveAlone } from "#tests/support/archives";
import { requestMove, rowsOn, runUntilMoved, systemCtxOf, type Tenant } from "#tests/support/tenant-moves";
import { Visitor } from "#tests/support/visitor";
import { addWorkOrder, givenForMove, moveTo, office } from "#tests/support/work-orders";
import { startWorker, type TestWorker } from "#tests/support/worker";
import { fetchRows, type Tools } from "~/domain/operations/tenant-moves/restore/fetch-rows.server";
import { endFence, type PutBack, preview, putBack } from "~/domain/operations/tenant-moves/restore/put-back.server";
import { NOT_RESTORED } from "~/domain/operations/tenant-moves/restore/tenant-restore";
import { uuidSequence } from "~/domain/shared/secrets/tokens.server";
import { databases } from "../../scripts/databases.mjs";
import { localTimeTravel, notesIn } from "../../scripts/time-travel.mjs";

const SHARD = "2";
const folder = mkdtempSync(join(inject("databases"), "restore-"));
const id = databases.find(({ shard }) => shard === SHARD)?.id ?? "";
let worker: TestWorker = await startWorker({}, folder);
const notes = notesIn(join(folder, "restores"));
afterAll(async () => {
  await worker.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The instance is stopped while its files are replaced; a closed shard is refused by its Worker's settings. */
let vars: Record<string, string> = {};
/** While a restore has the shard closed, only the restore uses the databases. */
let isClosed = false;
const start = async () => {
  worker = await startWorker(vars, folder, isClosed ? { bundle: "tests/fixtures/databases-alone/index.js" } : {});
};
const stop = () => worker.stop();
const travel = localTimeTravel({ folder, id, stop, start });

const shard = () => {
  const db = worker.databases.shards.get(SHARD);
  if (!db) throw new Error("no shard");
  return db;
};

class Cut extends Error {}

const cutOff = (isNow: boolean) => {
  if (isNow) throw new Cut();
};
const isCut = (error: unknown) => error instanceof Cut || (error instanceof Error && error.cause instanceof Cut);

/** Counts the steps with outside effects, and fails after one of them. */
function tools(cutAt = Number.POSITIVE_INFINITY): Tools {
  let steps = 0;
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    const answer = await work();
    steps += 1;
    if (steps === cutAt) throw new Cut();
    return answer;
  };
  const closed = async (list: string) => {
    await stop();
    vars = { CLOSED_SHARDS: list };
    isClosed = list === SHARD;
    await start();
  };
  return {
    ctx: () => systemCtxOf(worker),
    directory: () => worker.databases.directory,
    shard,
    travel: {
      now: () => step(travel.now),
      at: (moment) => travel.at(moment),
      restore: (bookmark) => step(() => travel.restore(bookmark)),
    },
    close: () => step(() => closed(SHARD)),
    open: () => step(() => closed("none")),
    notes,
  };
}

const where = () => ({
  ...{ ctx: () => systemCtxOf(worker), directory: () => worker.databases.directory, shard },
  keepSince: () => {},
});

/** All of a tenant's rows that are restored. */
async function rowsOf(tenant: Tenant) {
  const all = await rowsOn(worker, SHARD, tenant);
  return Object.fromEntries(Object.entries(all).filter(([name]) => !NOT_RESTORED.has(name)));
}

/** Uses the instance's current URL. */
const now = (visitor: Visitor) => {
  const same = new Visitor(worker.url, visitor.userId);
  for (const [name, value] of visitor.cookies) same.cookies.set(name, value);
  return same;
};

async function addCustomer(visitor: Visitor, lastName: string) {
  const body = { firstName: "Kim", lastName, customerType: "residential" };
  const answer = await now(visitor).post<{ id: string }>("/api/customers", body, { "idempotency-key": randomUUID() });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

const customersOf = async (visitor: Visitor) => (await now(visitor).get("/api/customers?limit=100")).text;

test("a business is restored to a point in time while another on its shard keeps later changes", async () => {
  const [a, b] = [await worker.business("North Wind"), await worker.business("South Wind")];
  const first = await addCustomer(a.admin, "Marsh");
  const todo = await now(a.admin).post<{ id: string }>("/api/todos", { title: "Call Ana", dueOn: "2026-12-01" });
  expect(todo.status, todo.text).toBe(201);
  await addCustomer(b.admin, "Early");
  await travel.now();
  const moment = new Date();
  const [tenantA, tenantB]: Tenant[] = [a.orgId, b.orgId].map((orgId) => ({ kind: "business", id: orgId }));
  if (!tenantA || !tenantB) throw new Error("no tenants");
  const then = await rowsOf(tenantA);

  await addCustomer(a.admin, "Since");
  const renamed = await now(a.admin).send("PATCH", `/api/customers/${first}`, {
    body: { lastName: "Changed", version: 1 },
  });
  expect(renamed.status, renamed.text).toBe(200);
  await shard().prepare("DELETE FROM todos WHERE org_id = ? AND id = ?").bind(a.orgId, todo.json.id).run();
  await addCustomer(b.admin, "Later");
  const others = await rowsOf(tenantB);

  const wanted = { kind: "business" as const, tenantId: a.orgId, shard: SHARD, moment, requestedBy: "test" };
  const fetched = await fetchRows(tools(), wanted);
  const rows = notes.rows(fetched.id);
  if (!rows) throw new Error("no rows");
  const back: PutBack = { ...wanted, id: fetched.id, rows };
  const shown = await preview(where(), back);
  expect(shown.get("todos")).toMatchObject({ back: [{ id: todo.json.id }], changed: [], since: [] });
  expect(shown.get("customers")).toMatchObject({ back: [], changed: [{ id: first }], since: [{ last_name: "Since" }] });
  expect(await customersOf(a.admin)).toContain("Since");

  let cuts = 0;
  for (let at = 1; ; at += 1) {
    const ctx = () => systemCtxOf(worker, { beforeCall: (call) => cutOff(call === at) });
    const outcome = await putBack({ ...where(), ctx }, back).catch((error) => error);
    if (!isCut(outcome)) break;
    cuts += 1;
  }
  expect(cuts).toBeGreaterThan(2);
  expect(await rowsOf(tenantA)).toEqual(then);
  expect(await rowsOf(tenantB)).toEqual(others);
  const found = await customersOf(a.admin);
  expect(found).toContain("Marsh");
  expect(found).not.toMatch(/Since|Changed/);
  const search = (term: string) => now(a.admin).get(`/api/customers?search=${term}`);
  expect((await search("Marsh")).text).toContain(first);
  expect((await search("Changed")).text).not.toContain(first);
  await shard()
    .prepare(
      "INSERT INTO moving_tenants (tenant_id, move_id, role, frozen, run, people, progress) VALUES (?, ?, 'leaving', 1, 1, '[]', '{}')",
    )
    .bind(a.orgId, fetched.id)
    .run();
  expect([await endFence(where(), wanted), await endFence(where(), wanted)]).toEqual([true, false]);
  const note = await worker.databases.directory
    .prepare("SELECT status, rows_changed, finished_at IS NOT NULL AS over FROM tenant_restores WHERE id = ?")
    .bind(fetched.id)
    .first();
  expect(note).toMatchObject({ status: "done", over: 1 });
  const audit = await shard()
    .prepare("SELECT id, action, after FROM audit_log WHERE org_id = ? AND action = 'restored'")
    .bind(a.orgId)
    .first();
  // The log is sorted by id: later entries go before it.
  expect(String(audit?.id) < uuidSequence()(Date.now())).toBe(true);
  expect(audit?.after).toContain('"requestedBy":"test"');
}, 300_000);

test("a household is restored to a point in time, with its accounts and their transactions", async () => {
  const [mine, theirs] = [await worker.household(SHARD), await worker.household(SHARD)];
  const account = await newAccount(mine, { name: "Checking", currentBalance: 900 });
  const gone = await newAccount(mine, { name: "Old savings", currentBalance: 5 });
  const spend = async (who: Visitor, to: string, description: string) => {
    const body = { amount: 4.5, transactionDate: "2026-11-20", description, type: "withdrawal" };
    const answer = await now(who).post(`/api/bank-accounts/${to}/transactions`, body);
    expect(answer.status, answer.text).toBe(201);
  };
  await spend(mine, account.id, "Coffee");
  const other = await newAccount(theirs, { name: "Theirs" });
  await travel.now();
  const moment = new Date();
  const [tenant, neighbor]: Tenant[] = [mine, theirs].map(({ userId }) => ({ kind: "household", id: userId }));
  if (!tenant || !neighbor) throw new Error("no tenants");
  const then = await rowsOf(tenant);

  await spend(mine, account.id, "Since");
  expect((await now(mine).send("DELETE", `/api/bank-accounts/${gone.id}`, {})).status).toBeLessThan(300);
  await newAccount(now(mine), { name: "Added since" });
  await spend(theirs, other.id, "Later");
  const others = await rowsOf(neighbor);

  const wanted = { kind: "household" as const, tenantId: mine.userId, shard: SHARD, moment, requestedBy: "test" };
  const fetched = await fetchRows(tools(), wanted);
  const rows = notes.rows(fetched.id);
  if (!rows) throw new Error("no rows");
  const since: Record<string, unknown[]> = {};
  const counts = await putBack(
    { ...where(), keepSince: (found) => Object.assign(since, Object.fromEntries(found)) },
    { ...wanted, id: fetched.id, rows },
  );
  expect(counts.since).toBeGreaterThan(1);
  expect(JSON.stringify(since.account_transactions)).toContain("Since");
  expect(await rowsOf(tenant)).toEqual(then);
  expect(await rowsOf(neighbor)).toEqual(others);
  const { json } = await now(mine).get<{ name: string; currentBalance: number }[]>("/api/bank-accounts");
  expect(json.map(({ name, currentBalance }) => [name, currentBalance]).sort()).toEqual([
    ["Checking", 895.5],
    ["Old savings", 5],
  ]);
  // And writes continue from there.
  await spend(mine, account.id, "Afterward");
}, 300_000);

test("a business that has since moved is restored from the shard it was on at that time", async () => {
  const a = await worker.business("Moved Wind", SHARD);
  const first = await addCustomer(a.admin, "Marsh");
  await travel.now();
  const moment = new Date();
  const tenant: Tenant = { kind: "business", id: a.orgId };
  const then = await rowsOf(tenant);
  await runUntilMoved(worker, await requestMove(worker, tenant, [SHARD, "1"]));
  await addCustomer(a.admin, "Since");
  const wanted = { kind: "business" as const, tenantId: a.orgId, moment, requestedBy: "test" };
  const fetched = await fetchRows(tools(), { ...wanted, shard: SHARD });
  const rows = notes.rows(fetched.id);
  if (!rows) throw new Error("no rows");
  const home = () => {
    const db = worker.databases.shards.get("1");
    if (!db) throw new Error("no shard");
    return db;
  };
  const counts = await putBack({ ...where(), shard: home }, { ...wanted, id: fetched.id, shard: "1", rows });
  expect(counts).toMatchObject({ back: 0, since: expect.any(Number) });
  const all = await rowsOn(worker, "1", tenant);
  expect(Object.fromEntries(Object.entries(all).filter(([name]) => !NOT_RESTORED.has(name)))).toEqual(then);
  const found = await customersOf(a.admin);
  expect(found).toContain(first);
  expect(found).not.toContain("Since");
  await addCustomer(a.admin, "Afterward");
}, 300_000);

test("files of details archived since then are deleted once no restore can need them", async () => {
  const business = await office(worker);
  const { orgId, manager, technicianId, site } = business;
  const made = await addWorkOrder(manager, site, { title: "Tune-up", technicianId, noCharge: true });
  const soon = new Date(Date.now() + 60 * 60_000).toISOString();
  for (const status of ["scheduled", "dispatched", "en_route", "in_progress", "completed"] as const)
    expect((await moveTo(manager, made.id, { status, ...givenForMove(business, soon) })).status).toBe(200);
  await shard().prepare("UPDATE work_orders SET no_charge = 1 WHERE org_id = ?").bind(orgId).run();
  const here = () => ({ ...worker, db: worker.on(SHARD) });
  await leaveAlone(here(), orgId);
  await travel.now();
  const moment = new Date();
  const details = await detailsOf(here(), orgId);
  await worker.sweep(new Date("2027-12-01T09:25:00Z"));
  const archives = () => archivesOf(here(), orgId);
  await vi.waitFor(async () => expect(await archives()).toHaveLength(1), { timeout: 40_000 });
  const files = () => worker.files(`archives/${orgId}/`);
  expect(await files()).toHaveLength(1);

  const wanted = { kind: "business" as const, tenantId: orgId, shard: SHARD, moment, requestedBy: "test" };
  const fetched = await fetchRows(tools(), wanted);
  const rows = notes.rows(fetched.id);
  if (!rows) throw new Error("no rows");
  await putBack(where(), { ...wanted, id: fetched.id, rows });
  expect(await archives()).toEqual([]);
  expect(await detailsOf(here(), orgId)).toEqual(details);
  // They could still be restored to the moment they were archived.
  await worker.sweep(new Date("2026-12-20T10:55:00Z"));
  expect(await files()).toHaveLength(1);
  await shard()
    .prepare(
      "UPDATE archive_leftovers SET due_at = strftime('%Y-%m-%dT%H:%M:%fZ', due_at, '-31 days', '-1 minute') WHERE org_id = ?",
    )
    .bind(orgId)
    .run();
  await worker.sweep(new Date("2026-12-20T10:55:00Z"));
  await vi.waitFor(async () => expect(await files()).toEqual([]), { timeout: 40_000 });
}, 300_000);

test("a restore interrupted at any step resumes and never leaves the shard in the past or closed", async () => {
  const a = await worker.business("East Wind");
  const b = await worker.business("West Wind");
  await addCustomer(a.admin, "Marsh");
  await travel.now();
  const tenantB: Tenant = { kind: "business", id: b.orgId };
  for (let cutAt = 1; ; cutAt += 1) {
    const wanted = {
      kind: "business" as const,
      tenantId: a.orgId,
      shard: SHARD,
      moment: new Date(),
      requestedBy: "test",
    };
    await addCustomer(b.admin, `Before ${cutAt}`);
    const others = await rowsOf(tenantB);
    const cut = tools(cutAt);
    const outcome = await fetchRows(cut, wanted).catch((error) => error);
    if (!(outcome instanceof Cut)) {
      expect(cutAt).toBe(6);
      expect(outcome).toMatchObject({ id: expect.any(String) });
      break;
    }
    const { id: journey } = await fetchRows(tools(), wanted);
    expect(await rowsOf(tenantB), `cut at ${cutAt}`).toEqual(others);
    expect(notes.rows(journey)?.get("customers"), `cut at ${cutAt}`).toHaveLength(1);
    await addCustomer(b.admin, `Behind ${cutAt}`);
    const left = "SELECT count(*) AS n FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'restoring_*'";
    expect(await shard().prepare(left).first("n")).toBe(0);
    await worker.databases.directory
      .prepare("UPDATE tenant_restores SET status = 'failed', finished_at = updated_at WHERE id = ?")
      .bind(journey)
      .run();
  }
}, 600_000);

test("tenants of a closed shard get 503 with the reason, and tenants of other shards notice nothing", async () => {
  const [here, there] = [await worker.business("Here", SHARD), await worker.business("There", "1")];
  await stop();
  vars = { CLOSED_SHARDS: SHARD };
  await start();
  const page = await now(here.admin).get("/customers");
  expect(page.status).toBe(503);
  expect(page.text).toContain("temporarily unavailable. Try again in a few minutes.");
  expect(page.headers.get("retry-after")).toBe("30");
  const write = await now(here.admin).post("/api/customers", {
    firstName: "Kim",
    lastName: "Marsh",
    customerType: "residential",
  });
  expect([write.status, write.headers.get("retry-after")]).toEqual([503, "30"]);
  expect((await now(there.admin).get("/customers")).status).toBe(200);
  // The sweep skips it and processes the others.
  await addCustomer(there.admin, "Marsh");
  const open = worker.on("1");
  const keys = () =>
    open.prepare("SELECT count(*) AS n FROM idempotency_keys WHERE user_id = ?").bind(there.admin.userId);
  await open.prepare("UPDATE idempotency_keys SET created_at = '2025-01-01T00:00:00.000Z'").run();
  expect(await keys().first("n")).toBe(1);
  await worker.sweep(new Date("2026-11-25T12:00:00Z"));
  expect(await keys().first("n")).toBe(0);
  await stop();
  vars = {};
  await start();
  expect((await now(here.admin).get("/customers")).status).toBe(200);
});
