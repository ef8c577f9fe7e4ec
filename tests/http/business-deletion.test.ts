import { expect, onTestFinished, test, vi } from "vitest";
import { demoPassword, seedDemo } from "#drizzle/seed/demo";
import { householdCtx } from "#tests/support/household-ctx";
import { sendFile } from "#tests/support/issues";
import { mailsTo } from "#tests/support/mailbox";
import { jpegOf } from "#tests/support/pictures";
import type { Visitor } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";
import { sweepBusinessDeletions } from "~/domain/business-deletion/carry-out.server";
import type { Ctx } from "~/domain/shared/context";
import { formatDateTime } from "~/domain/shared/time/date-format";

// Whole businesses are deleted here, so this uses its own database with the demo's two.
const worker = await ownWorker();
await seedDemo(worker.db, new Date());

interface Refusal {
  message: string;
  fields?: Record<string, string[]>;
}

async function signedIn(email: string): Promise<Visitor> {
  const visitor = worker.visitor();
  expect((await visitor.post("/api/auth/login", { email, password: demoPassword })).status).toBe(200);
  return visitor;
}

async function organization(name: string): Promise<{ id: string; key: number }> {
  const row = await worker.db
    .prepare("SELECT id, key FROM organizations WHERE name = ?")
    .bind(name)
    .first<{ id: string; key: number }>();
  if (!row) throw new Error(`no ${name}`);
  return row;
}

/** All rows that contain the business in any column of any table, and its full-text rows. */
async function rowsOf({ id, key }: { id: string; key: number }): Promise<Record<string, number>> {
  const { results: tables } = await worker.db
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
    )
    .all<{ name: string; sql: string }>();
  const counts: Record<string, number> = {};
  for (const { name, sql } of tables) {
    // Sent mails and payments belong to others: to mailboxes, and to the card processor.
    const isOthers = name === "mailbox" || name === "simulated_processor";
    if (/_search_/.test(name) || isOthers || name === "d1_migrations") continue;
    const isSearch = /USING fts5/.test(sql);
    const { results: columns } = await worker.db.prepare(`PRAGMA table_info("${name}")`).all<{ name: string }>();
    const where = isSearch
      ? `rowid BETWEEN ${key * 2 ** 31} AND ${(key + 1) * 2 ** 31 - 1}`
      : columns.map((column) => `instr("${column.name}", '${id}') > 0`).join(" OR ");
    const n = Number(await worker.db.prepare(`SELECT count(*) AS n FROM "${name}" WHERE ${where}`).first("n"));
    if (n > 0) counts[name] = n;
  }
  return counts;
}

const makeDue = (orgId: string) =>
  worker.db.prepare("UPDATE business_deletions SET due_at = '2001-01-01' WHERE org_id = ?").bind(orgId).run();

const scheduled = (orgId: string) =>
  worker.db.prepare("SELECT started_at FROM business_deletions WHERE org_id = ?").bind(orgId).first();

test("an Admin schedules the deletion with password and name, members are notified, and an Admin can cancel it", async () => {
  const { admin, manager, orgId } = await worker.business("North Wind");
  const path = "/api/organization/deletion";
  const input = { currentPassword: demoPassword, confirm: "North Wind" };
  for (const who of [manager, await worker.household()]) expect((await who.post(path, input)).status).toBe(403);
  // Uses the demo Admin's password, which is known.
  const hash = await worker.db
    .prepare("SELECT password_hash FROM users WHERE email = 'admin@example.com'")
    .first("password_hash");
  await worker.db.prepare("UPDATE users SET password_hash = ? WHERE id = ?").bind(hash, admin.userId).run();
  const misnamed = await admin.post<Refusal>(path, { ...input, confirm: "north wind" });
  expect([misnamed.status, misnamed.json.fields?.confirm]).toEqual([400, ["Type North Wind to confirm"]]);
  expect((await admin.post(path, { ...input, currentPassword: "wrong" })).status).toBe(400);
  expect((await admin.delete(path)).status).toBe(409);

  expect((await admin.post(path, input)).status).toBe(202);
  expect((await admin.post(path, input)).status).toBe(409);
  for (const who of [admin, manager]) {
    const mails = () => mailsTo(worker, `${who.userId}@example.com`);
    await expect.poll(async () => (await mails())[0]?.subject).toBe("North Wind will be deleted from Plenum");
    const dueAt = await worker.db
      .prepare("SELECT due_at FROM business_deletions WHERE org_id = ?")
      .bind(orgId)
      .first<string>("due_at");
    const due = formatDateTime(Date.parse(dueAt ?? ""), { zone: "America/Chicago", year: true, tag: true });
    expect((await mails())[0]?.text).toContain(`the deletion of North Wind for ${due}:`);
  }
  expect((await admin.get("/settings")).text).toContain('value="keep"');
  await worker.sweep();
  expect((await manager.get("/api/work-orders")).status).toBe(200);
  expect((await admin.submit("/settings", { intent: "keep" })).status).toBe(302);
  expect(await scheduled(orgId)).toBeNull();
  expect((await admin.submit("/settings/delete", input)).status).toBe(302);
  expect((await admin.delete(path)).status).toBe(204);
  expect((await admin.get("/api/audit-log?topic=settings")).text).toContain("deletion_canceled");
});

test("a deletion removes all rows and files of the business and nothing of another", async () => {
  const [lakeside, redRock] = [await organization("Lakeside Heating & Cooling"), await organization("Red Rock Air")];
  const [admin, manager] = [await signedIn("admin@example.com"), await signedIn("manager@example.com")];
  const workOrder = await worker.db
    .prepare("SELECT id FROM work_orders WHERE org_id = ? LIMIT 1")
    .bind(lakeside.id)
    .first<{ id: string }>();
  const photo = new FormData();
  photo.set("photo", new File([jpegOf(40, 30)], "unit.jpg", { type: "image/jpeg" }));
  const taken = await manager.send("POST", `/api/work-orders/${workOrder?.id}/photos`, {
    body: photo,
    headers: { "idempotency-key": "a-photo-of-the-unit" },
  });
  expect(taken.status).toBe(201);
  expect(await worker.files(`photos/${lakeside.id}/`)).toHaveLength(1);
  const log = { name: "log.txt", bytes: new TextEncoder().encode("The board is blank.") };
  expect((await sendFile(admin, "1", log)).status).toBe(201);
  const attachments = `issue-attachments/${lakeside.id}/`;
  expect(await worker.files(attachments)).toHaveLength(1);
  await manager.post("/api/bank-accounts", { name: "Private", currentBalance: 5 });
  await admin.get("/api/bank-accounts");
  const [before, others] = [await rowsOf(lakeside), await rowsOf(redRock)];
  expect(Object.keys(before).length).toBeGreaterThan(25);

  const input = { currentPassword: demoPassword, confirm: "Lakeside Heating & Cooling" };
  expect((await admin.post("/api/organization/deletion", input)).status).toBe(202);
  await makeDue(lakeside.id);
  await worker.sweep();
  // Closed first: its members keep only their households, and nobody can get back in.
  expect((await manager.get("/api/work-orders")).status).toBe(403);
  expect((await manager.get<object[]>("/api/bank-accounts")).json).toMatchObject([{ name: "Private" }]);
  const back = worker.db.prepare("UPDATE members SET status = 'active', left_at = NULL WHERE org_id = ?");
  await expect(back.bind(lakeside.id).run()).rejects.toThrow("business_deleted");
  await expect(worker.db.prepare("DELETE FROM business_deletions").run()).rejects.toThrow("deletion_begun");

  await expect
    .poll(async () => {
      await makeDue(lakeside.id);
      await worker.sweep();
      return scheduled(lakeside.id);
    })
    .toBeNull();
  expect(await rowsOf(lakeside)).toEqual({});
  expect(await worker.files(`photos/${lakeside.id}/`)).toEqual([]);
  expect(await worker.files(attachments)).toEqual([]);
  expect(await rowsOf(redRock)).toEqual(others);
  expect((await manager.get<object[]>("/api/bank-accounts")).json).toMatchObject([{ name: "Private" }]);
  await signedIn("technician@example.com");
  const mails = (await mailsTo(worker, "technician@example.com")).map(({ subject }) => subject);
  expect(mails).toContain("Lakeside Heating & Cooling is deleted from Plenum");
});

test("a deletion interrupted at any call continues with the next run", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const redRock = await organization("Red Rock Air");
  await worker.db
    .prepare("INSERT INTO business_deletions VALUES (?, 'somebody', '2001-01-01', '2001-01-01', NULL)")
    .bind(redRock.id)
    .run();
  const { orgId } = await worker.business("Bystander");
  let runs = 0;
  for (let calls = 1; await scheduled(redRock.id); calls += 1) {
    await makeDue(redRock.id);
    const beforeCall = (call: number) => {
      if (call > calls) throw new Error("the Worker was stopped here");
    };
    const ctx: Ctx = { ...householdCtx(worker.db, "", { beforeCall }), actor: { kind: "system", member: null } };
    await sweepBusinessDeletions({ ...ctx, now: new Date() });
    runs += 1;
  }
  expect(runs).toBeGreaterThan(20);
  expect(await rowsOf(redRock)).toEqual({});
  expect(Object.keys(await rowsOf({ id: orgId, key: 0 })).length).toBeGreaterThan(2);
});

test("protected rows can be deleted only with the business, and a deletion that began cannot be undone", async () => {
  const { orgId } = await worker.business();
  const remove = () => worker.db.prepare("DELETE FROM technicians WHERE org_id = ?").bind(orgId).run();
  await expect(remove()).rejects.toThrow("technician_kept");
  await worker.db.prepare("UPDATE tenant_organizations SET deleting = 1 WHERE id = ?").bind(orgId).run();
  const undo = worker.db.prepare("UPDATE tenant_organizations SET deleting = 0 WHERE id = ?").bind(orgId);
  await expect(undo.run()).rejects.toThrow("deletion_begun");
  await remove();
});
