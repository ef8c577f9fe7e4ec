import { expect, test, vi } from "vitest";
import { archivesOf, archivingCtx, detailsOf, type Files, LONG_AGO, leaveAlone } from "#tests/support/archives";
import { downloadExport, exportOf, makeExport } from "#tests/support/exports";
import { errorsLoggedDuring } from "#tests/support/logged-errors";
import { nextYear } from "#tests/support/next-year";
import { pageText } from "#tests/support/page-text";
import { emptyBusiness, restoreFile } from "#tests/support/restores";
import { isPowerCut, moveRow, PowerCut, requestMove, runUntilMoved } from "#tests/support/tenant-moves";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addWorkOrder, givenForMove, moveTo, type Office, office } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";
import { archiveBatch, runArchiving, sweepArchiveLeftovers } from "~/domain/work-orders/archive/carry-out.server";
import { restoreDetails } from "~/domain/work-orders/archive/restore.server";

const worker = await ownWorker();

/** When the nightly sweep starts archiving. */
const NIGHT = new Date(nextYear("2027-12-01T09:25:00Z"));
const BEFORE = "2020-01-01T00:00:00.000Z";

/** A work order completed long ago, with tasks of three kinds, notes and a signature. */
async function doneLongAgo(business: Office, title = "Spring tune-up") {
  const { manager, technician, technicianId, site, orgId } = business;
  const made = await addWorkOrder(manager, site, { title, technicianId, noCharge: true });
  const soon = new Date(Date.now() + 60 * 60_000).toISOString();
  for (const status of ["scheduled", "dispatched", "en_route", "in_progress"] as const)
    expect((await moveTo(manager, made.id, { status, ...givenForMove(business, soon) })).status).toBe(200);
  const now = new Date().toISOString();
  const task = worker.db.prepare(
    `INSERT INTO work_order_tasks (org_id, work_order_id, id, position, title, instructions, skills, min_value, max_value, result, outcome, done_at, done_by)
     VALUES (?, ?, ?, ?, ?, 'By the book.', '["epa_608"]', 40, 0.1, '{"kind":"check","answer":"pass","remark":null}', 'pass', ?, ?)`,
  );
  await worker.db.batch([
    task.bind(orgId, made.id, `${made.id}-1`, 1, "Replace the filter", now, technician.userId),
    task.bind(orgId, made.id, `${made.id}-2`, 2, "Check for leaks", now, technician.userId),
    worker.db
      .prepare(
        "INSERT INTO work_order_signatures (org_id, work_order_id, id, signer_name, strokes, user_id, signed_at) VALUES (?, ?, 'signed', 'Ada Byron', 'M0 0L10 10', ?, ?)",
      )
      .bind(orgId, made.id, technician.userId, now),
  ]);
  const note = { body: "The dog bites.", customerVisible: false };
  expect((await manager.post(`/api/work-orders/${made.id}/notes`, note)).status).toBe(201);
  expect((await moveTo(manager, made.id, { status: "completed" })).status).toBe(200);
  await worker.db.prepare("UPDATE work_orders SET no_charge = 1 WHERE org_id = ?").bind(orgId).run();
  await leaveAlone(worker, orgId);
  return made;
}

/** Omits the time in the current status, which grows during a test. */
const timeless = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value) => (key === "seconds" || key === "percent" ? undefined : value)));

/** What each user sees of a work order. */
async function seenOf(who: Visitor, id: string, number: number) {
  const seen: Record<string, unknown> = {};
  for (const path of [
    "",
    "/status-history",
    "/status-history/durations",
    "/status-distribution",
    "/notes",
    "/billing-preview",
  ])
    seen[path] = timeless((await who.get(`/api/work-orders/${id}${path}`)).json);
  for (const page of ["", "/timeline"]) {
    const answer = await who.get(`/workorders/${number}${page}`);
    expect(answer.status).toBe(200);
    expect(databaseCosts(answer).rounds).toBeLessThanOrEqual(2);
    seen[`page${page}`] = pageText(answer.text).replaceAll(/under a minute|\d+ (min|hr|days?)\b|\d+(\.\d+)?%/g, "…");
  }
  return seen;
}

const facts = async (orgId: string) =>
  (
    await worker.db
      .prepare(
        "SELECT work_order_id, labor_seconds, travel_seconds FROM job_facts WHERE org_id = ? ORDER BY work_order_id",
      )
      .bind(orgId)
      .all()
  ).results;

async function archiveTonight(orgId: string, count: number): Promise<void> {
  await worker.sweep(NIGHT);
  await vi.waitFor(async () => expect(await archivesOf(worker, orgId)).toHaveLength(count), { timeout: 40_000 });
}

test("an archived work order looks unchanged and is restored in full when it is changed", async () => {
  const business = await office(worker);
  const { orgId, manager, admin } = business;
  const { id, number } = await doneLongAgo(business);
  const [before, rows, counted] = [
    await seenOf(manager, id, number),
    await detailsOf(worker, orgId),
    await facts(orgId),
  ];
  expect(rows.work_order_history?.length).toBeGreaterThan(4);
  await archiveTonight(orgId, 1);
  expect(await detailsOf(worker, orgId)).toEqual({
    ...{ work_order_history: [], work_order_tasks: [], work_order_signatures: [] },
  });
  const [archive] = await archivesOf(worker, orgId);
  expect(await worker.files(`archives/${orgId}/`)).toEqual([`archives/${orgId}/${archive?.batch}/${id}`]);
  expect(await seenOf(manager, id, number)).toEqual(before);
  await worker.db.prepare("INSERT INTO job_fact_refreshes (org_id, work_order_id) VALUES (?, ?)").bind(orgId, id).run();
  expect(await facts(orgId)).toEqual(counted);
  const usage = pageText((await admin.get("/settings/usage")).text);
  expect(usage).toContain("1 work order is archived");
  // Adding a note does not restore the details.
  expect(
    (await manager.post(`/api/work-orders/${id}/notes`, { body: "And bites.", customerVisible: false })).status,
  ).toBe(201);
  // Neither do requests that only read it.
  expect((await manager.get(`/api/work-orders/${id}/suggested-slots`)).status).toBe(200);
  expect(await archivesOf(worker, orgId)).toHaveLength(1);
  const reopened = await moveTo(manager, id, { status: "in_progress", reason: "The filter was the wrong one" });
  expect(reopened.status, reopened.text).toBe(200);
  expect(await archivesOf(worker, orgId)).toEqual([]);
  const after = await detailsOf(worker, orgId);
  expect(after.work_order_tasks).toEqual(rows.work_order_tasks);
  expect(after.work_order_signatures).toEqual(rows.work_order_signatures);
  expect(after.work_order_history?.slice(0, -1)).toEqual(rows.work_order_history);
});

test("the map's move suggestions read an archived work order and leave it archived", async () => {
  const business = await office(worker);
  const { orgId, manager } = business;
  const { id, number } = await doneLongAgo(business);
  const { json } = await manager.get<{ scheduledStart: string }>(`/api/work-orders/${id}`);
  await archiveTonight(orgId, 1);
  for (const date of ["", `?date=${json.scheduledStart.slice(0, 10)}`, "?date=2015-03-02"]) {
    const answer = await manager.get(`/api/maps/routes/moves/${number}${date}`);
    expect([200, 409], answer.text).toContain(answer.status);
  }
  expect(await archivesOf(worker, orgId)).toMatchObject([{ work_order_id: id }]);
  expect((await detailsOf(worker, orgId)).work_order_history).toEqual([]);
});

test("a refused change leaves a work order archived and gives the same reason as before", async () => {
  const business = await office(worker);
  const { orgId, manager, technician } = business;
  const { id } = await doneLongAgo(business);
  const { json: before } = await manager.get<{ version: number; title: string }>(`/api/work-orders/${id}`);
  const refusals = async () => {
    const path = `/api/work-orders/${id}`;
    const task = `${path}/tasks/${id}-1`;
    const answers = [
      await moveTo(manager, id, { status: "dispatched" }),
      await moveTo(manager, id, { status: "in_progress", reason: "Again", version: 999 }),
      await moveTo(technician, id, { status: "in_progress", reason: "Again" }),
      await manager.send("PATCH", path, { body: { title: "Other", version: 999 } }),
      await manager.send("DELETE", path, {}),
      await manager.put(`${task}/done`, { done: false }),
      await manager.put(`${task}/done`, { done: false, version: 1 }),
      await manager.post(`${task}/result`, { kind: "check", answer: "fail" }),
      await manager.put(`${path}/schedule`, {
        ...{
          version: before.version,
          technicianId: business.technicianId,
          start: nextYear("2027-03-02T15:00:00.000Z"),
        },
      }),
    ];
    return answers.map(({ status, json }) => [status, json]);
  };
  const open = await refusals();
  expect(
    open.map(([status]) => status),
    JSON.stringify(open),
  ).toEqual([409, 409, 403, 409, 409, 409, 409, 409, 409]);
  await archiveTonight(orgId, 1);
  const archived = await refusals();
  const words = (answers: typeof open) => answers.map(([status, json]) => [status, messageIn(json)]);
  expect(words(archived)).toEqual(words(open));
  expect(await archivesOf(worker, orgId)).toMatchObject([{ work_order_id: id }]);
  expect((await detailsOf(worker, orgId)).work_order_tasks).toEqual([]);
  // Once reopened, its checklist can be changed as usual.
  expect((await moveTo(manager, id, { status: "in_progress", reason: "The filter was wrong" })).status).toBe(200);
  const ticked = await manager.put(`/api/work-orders/${id}/tasks/${id}-1/done`, { done: false });
  expect(ticked.status, ticked.text).toBe(200);
  expect((await detailsOf(worker, orgId)).work_order_tasks).toMatchObject([{ done_at: null }, {}]);
});

const messageIn = (json: unknown) =>
  typeof json === "object" && json !== null && "message" in json ? json.message : json;

test("checklist data that other jobs, reports and warnings use is not archived", async () => {
  const business = await office(worker);
  const { orgId } = business;
  const { id } = await doneLongAgo(business);
  await worker.db
    .prepare("UPDATE work_order_tasks SET outcome = 'fail' WHERE org_id = ? AND title LIKE 'Check%'")
    .bind(orgId)
    .run();
  const rows = await detailsOf(worker, orgId);
  const files: Files = new Map();
  await archiveBatch(archivingCtx(worker, files), { orgId, before: BEFORE });
  expect((await detailsOf(worker, orgId)).work_order_tasks).toMatchObject([
    { title: "Check for leaks", outcome: "fail" },
  ]);
  await restoreDetails(archivingCtx(worker, files), orgId, id);
  expect(await detailsOf(worker, orgId)).toEqual(rows);
});

test("a missing or damaged file is reported, the page still works, and changes are refused", async () => {
  const business = await office(worker);
  const { orgId, manager } = business;
  const { id, number } = await doneLongAgo(business);
  const files: Files = new Map();
  await archiveBatch(archivingCtx(worker, files), { orgId, before: BEFORE });
  expect(await archivesOf(worker, orgId)).toHaveLength(1);
  // The Worker's own store has none.
  for (const page of ["", "/timeline"]) {
    const answer = await manager.get(`/workorders/${number}${page}`);
    expect([answer.status, pageText(answer.text)]).toEqual([200, expect.stringContaining("could not be read")]);
  }
  expect((await manager.get<{ detailsUnreadable: boolean }>(`/api/work-orders/${id}`)).json.detailsUnreadable).toBe(
    true,
  );
  expect((await manager.get(`/api/work-orders/${id}/status-history`)).status).toBe(503);
  expect((await moveTo(manager, id, { status: "in_progress", reason: "Again" })).status).toBe(503);
  const [key = ""] = files.keys();
  files.set(key, new Uint8Array([...(files.get(key) ?? []), 0]));
  const refused = () =>
    expect(restoreDetails(archivingCtx(worker, files), orgId, id)).rejects.toThrow("could not be read");
  expect(await errorsLoggedDuring(refused)).toEqual(["the file of an archived work order is damaged"]);
  expect(await archivesOf(worker, orgId)).toHaveLength(1);
});

test("interrupted anywhere, archiving and restoring lose nothing and leave no file behind", async () => {
  const business = await office(worker);
  const { orgId } = business;
  const ids = [(await doneLongAgo(business, "One")).id, (await doneLongAgo(business, "Two")).id];
  const rows = await detailsOf(worker, orgId);
  const files: Files = new Map();
  let cuts = 0;
  /** Runs with the k-th step failing, later each time, until one run succeeds. */
  const throughCuts = async (work: (options: Parameters<typeof archivingCtx>[2]) => Promise<unknown>) => {
    for (let cutAt = 1; ; cutAt += 1) {
      let steps = 0;
      const step = () => {
        steps += 1;
        if (steps === cutAt) throw new PowerCut();
      };
      try {
        await work({ beforeCall: step, beforePut: step });
        return;
      } catch (error) {
        if (!isPowerCut(error)) throw error;
        cuts += 1;
      }
    }
  };
  await throughCuts((options) => archiveBatch(archivingCtx(worker, files, options), { orgId, before: BEFORE }));
  expect(await archivesOf(worker, orgId)).toHaveLength(2);
  // A duplicate message finds nothing.
  expect(await archiveBatch(archivingCtx(worker, files), { orgId, before: BEFORE })).toEqual({
    last: null,
    archived: 0,
  });
  for (const id of ids) await throughCuts((options) => restoreDetails(archivingCtx(worker, files, options), orgId, id));
  expect(await detailsOf(worker, orgId)).toEqual(rows);
  expect(cuts).toBeGreaterThan(6);
  await Promise.all(ids.map(() => archiveBatch(archivingCtx(worker, files), { orgId, before: BEFORE })));
  expect(await archivesOf(worker, orgId)).toHaveLength(2);
  await Promise.all([...ids, ...ids].map((id) => restoreDetails(archivingCtx(worker, files), orgId, id)));
  expect(await detailsOf(worker, orgId)).toEqual(rows);
  const later = { ...archivingCtx(worker, files), now: new Date(Date.now() + 40 * 86_400_000) };
  while ((await sweepArchiveLeftovers(later)) > 0);
  expect([...files.keys()].filter((key) => key.startsWith(`archives/${orgId}/`))).toEqual([]);
});

test("a batch written while its leftovers are swept archives nothing", async () => {
  const business = await office(worker);
  const { orgId } = business;
  await doneLongAgo(business);
  const rows = await detailsOf(worker, orgId);
  const files: Files = new Map();
  const ctx = archivingCtx(worker, files, {
    beforePut: async () => {
      const later = { ...archivingCtx(worker, files), now: new Date(Date.now() + 2 * 86_400_000) };
      await sweepArchiveLeftovers(later);
    },
  });
  expect(await archiveBatch(ctx, { orgId, before: BEFORE })).toMatchObject({ archived: 0 });
  expect([await archivesOf(worker, orgId), await detailsOf(worker, orgId)]).toEqual([[], rows]);
});

test("a write made during archiving is not lost, and its work order is not archived", async () => {
  const business = await office(worker);
  const { orgId, manager } = business;
  const [first, second] = [await doneLongAgo(business, "One"), await doneLongAgo(business, "Two")];
  const files: Files = new Map();
  const ctx = archivingCtx(worker, files, {
    beforePut: async (key) => {
      if (key.endsWith(first.id))
        await worker.db
          .prepare(
            "UPDATE work_order_tasks SET title = 'Replace both filters' WHERE org_id = ? AND work_order_id = ? AND title LIKE 'Replace%'",
          )
          .bind(orgId, first.id)
          .run();
    },
  });
  expect(await archiveBatch(ctx, { orgId, before: BEFORE })).toMatchObject({ archived: 1 });
  expect(await archivesOf(worker, orgId)).toMatchObject([{ work_order_id: second.id }]);
  const { json } = await manager.get<{ tasks: { title: string }[] }>(`/api/work-orders/${first.id}`);
  expect(json.tasks.map(({ title }) => title)).toContain("Replace both filters");
  // The database itself rejects writes on top of archived details.
  const entry = worker.db
    .prepare(
      "INSERT INTO work_order_history (org_id, work_order_id, id, to_status, occurred_at, recorded_at) VALUES (?, ?, 'x', 'closed', ?, ?)",
    )
    .bind(orgId, second.id, LONG_AGO, LONG_AGO);
  await expect(entry.run()).rejects.toThrow("work_order_archived");
  const gone = worker.db.prepare("DELETE FROM work_order_archives WHERE org_id = ?").bind(orgId);
  await expect(gone.run()).rejects.toThrow("archive_kept");
});

test("each business sets when to archive, or never; open and unbilled work orders stay", async () => {
  const business = await office(worker);
  const { orgId, admin, manager } = business;
  const done = await doneLongAgo(business);
  const open = await addWorkOrder(manager, business.site);
  await leaveAlone(worker, orgId);
  const save = (afterMonths: number, version: number) =>
    admin.submit("/settings/usage", { afterMonths: String(afterMonths), version: String(version) });
  expect((await save(13, 0)).status).toBe(400);
  expect((await save(0, 0)).status).toBe(302);
  const late = await save(12, 0);
  expect(late.status).toBe(409);
  for (const words of ["Someone else changed the archive settings", "Replace with mine", 'name="version" value="1"'])
    expect(late.text).toContain(words);
  const files: Files = new Map();
  const workOrder = { archiveShard: worker.db.shard, after: null, from: null };
  expect(await runArchiving(archivingCtx(worker, files), workOrder)).toBeNull();
  expect(await archivesOf(worker, orgId)).toEqual([]);
  expect((await save(24, 1)).status).toBe(302);
  await worker.db.prepare("UPDATE work_orders SET no_charge = 0 WHERE id = ?").bind(done.id).run();
  await runArchiving(archivingCtx(worker, files), workOrder);
  expect(await archivesOf(worker, orgId)).toEqual([]);
  await worker.db.prepare("UPDATE work_orders SET no_charge = 1 WHERE id = ?").bind(done.id).run();
  // A run without time left returns where the next one continues.
  const next = await runArchiving(archivingCtx(worker, files), workOrder, -1);
  for (let at = next; at; ) at = await runArchiving(archivingCtx(worker, files), at, -1);
  expect(await archivesOf(worker, orgId)).toMatchObject([{ work_order_id: done.id }]);
  expect((await manager.get(`/api/work-orders/${open.id}`)).status).toBe(200);
});

test("a work order changed within the business's months is not archived, and an older one is", async () => {
  const business = await office(worker);
  const { orgId } = business;
  const [older, younger] = [await doneLongAgo(business, "Older"), await doneLongAgo(business, "Younger")];
  const limit = new Date(NIGHT);
  limit.setUTCMonth(limit.getUTCMonth() - 24);
  for (const [id, changedAt] of [
    [older.id, limit.getTime() - 1],
    [younger.id, limit.getTime()],
  ] as const)
    await worker.db
      .prepare("UPDATE work_orders SET updated_at = ?3 WHERE org_id = ?1 AND id = ?2")
      .bind(orgId, id, new Date(changedAt).toISOString())
      .run();
  const ctx = { ...archivingCtx(worker, new Map()), now: NIGHT };
  await runArchiving(ctx, { archiveShard: worker.db.shard, after: null, from: null });
  expect(await archivesOf(worker, orgId)).toMatchObject([{ work_order_id: older.id }]);
});

test("an export includes archived rows and can be restored", async () => {
  const business = await office(worker);
  const { orgId, admin } = business;
  await doneLongAgo(business, "One");
  await doneLongAgo(business, "Two");
  const tables = ["work_order_history", "work_order_tasks", "work_order_signatures", "work_orders"];
  const rowsIn = ({ rowsOf }: Awaited<ReturnType<typeof exportOf>>) =>
    Object.fromEntries(
      tables.map((table) => [table, rowsOf(table).toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))]),
    );
  const before = await exportOf(worker, admin, "business");
  const rows = await detailsOf(worker, orgId);
  await archiveTonight(orgId, 2);
  const after = await exportOf(worker, admin, "business");
  expect(rowsIn(after)).toEqual(rowsIn(before));
  expect(after.csvOf("work_order_history")).toHaveLength(rows.work_order_history?.length ?? 0);
  expect(after.names.filter((name) => name.includes("archives/"))).toEqual([]);
  const file = await downloadExport(admin, "business", (await makeExport(worker, admin, "business")).id);
  const target = await emptyBusiness(worker);
  expect(await restoreFile(worker, target.admin, "business", file)).toMatchObject({ status: "done", problem: null });
  const here = JSON.parse(JSON.stringify(rows).replaceAll(orgId, target.orgId));
  expect(await detailsOf(worker, target.orgId)).toEqual(here);
});

test("a business that moves to another shard keeps its archives", async () => {
  const business = await office(worker);
  const { orgId, manager } = business;
  const { id, number } = await doneLongAgo(business);
  await archiveTonight(orgId, 1);
  const before = await seenOf(manager, id, number);
  const move = await requestMove(worker, { kind: "business", id: orgId }, [worker.db.shard, "1"]);
  await runUntilMoved(worker, move);
  expect(await moveRow(worker, move)).toMatchObject({ status: "switched", problem: null });
  expect(await seenOf(manager, id, number)).toEqual(before);
  expect((await moveTo(manager, id, { status: "in_progress", reason: "Again" })).status).toBe(200);
  await worker.databases.directory
    .prepare("UPDATE tenant_moves SET clean_after = '2026-01-01T00:00:00.000Z' WHERE id = ?")
    .bind(move)
    .run();
  await runUntilMoved(worker, move);
  expect(await archivesOf(worker, orgId)).toEqual([]);
});

test("nothing is archived during an export, and restoring an archived work order restarts the export", async () => {
  const business = await office(worker);
  const { orgId } = business;
  const { id } = await doneLongAgo(business);
  const files: Files = new Map();
  const archive = () => archiveBatch(archivingCtx(worker, files), { orgId, before: BEFORE });
  const say = (status: "running" | "failed") =>
    worker.db.prepare("UPDATE business_exports SET status = ? WHERE org_id = ?").bind(status, orgId).run();
  await worker.db
    .prepare(
      `INSERT INTO business_exports (org_id, id, status, requested_by, created_at, progress, lease, lease_until)
       VALUES (?, 'export', 'running', ?, '2026-11-25T00:00:00.000Z', '{}', 'run', '2099-01-01T00:00:00.000Z')`,
    )
    .bind(orgId, business.admin.userId)
    .run();
  expect(await archive()).toMatchObject({ archived: 0 });
  await say("failed");
  expect(await archive()).toMatchObject({ archived: 0 });
  await worker.db.prepare("UPDATE business_exports SET progress = NULL WHERE org_id = ?").bind(orgId).run();
  expect(await archive()).toMatchObject({ archived: 1 });
  await worker.db
    .prepare("UPDATE business_exports SET status = 'queued', progress = '{}' WHERE org_id = ?")
    .bind(orgId)
    .run();
  await say("running");
  await restoreDetails(archivingCtx(worker, files), orgId, id);
  const row = await worker.db
    .prepare("SELECT status, progress, lease FROM business_exports WHERE org_id = ?")
    .bind(orgId)
    .first();
  expect(row).toEqual({ status: "running", progress: null, lease: null });
});
