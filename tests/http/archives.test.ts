import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { aTransaction, newAccount, newTransaction } from "#tests/support/accounts";
import { hourAhead, zoneOfAnotherDay } from "#tests/support/clock";
import { downloadExport, exportOf, givePassword, makeExport, openArchive } from "#tests/support/exports";
import { mailsTo } from "#tests/support/mailbox";
import { goodPassword } from "#tests/support/people";
import { jpegOf } from "#tests/support/pictures";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, seedWorkOrders } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { ExportView } from "~/domain/export/export";
import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";
import { formatDay } from "~/domain/shared/time/date-format";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();

const emailOf = (who: Visitor) => `${who.userId}@example.com`;

test("a business export is complete: every table as JSON and CSV, its photos unchanged, nothing of other businesses", async () => {
  const { orgId, admin, manager } = await worker.business();
  const other = await worker.business("Other Air");
  const site = await addCustomer(worker, orgId, "=SUM Marsh");
  await addCustomer(worker, other.orgId, "Foreigna Marsh");
  await newAccount(manager, { name: "Private account" });
  await seedWorkOrders(
    worker,
    orgId,
    site,
    Array.from({ length: 1100 }, (_, i) => ({
      ...{ id: `many-${i}`, number: i + 1, title: `Job ${i}`, status: "closed" as const, priority: "normal" },
      ...{ technicianId: null, start: null },
    })),
  );
  const picture = jpegOf(40, 30);
  const body = new FormData();
  body.set("photo", new File([picture], "gate.jpg"));
  expect((await manager.send("POST", `/api/sites/${site.siteAddressId}/photos`, { body })).status).toBe(201);

  const whole = await exportOf(worker, admin, "business");
  for (const [table, count] of Object.entries(whole.manifest.tables)) {
    expect(whole.rowsOf(table), table).toHaveLength(count);
    expect(whole.csvOf(table), table).toHaveLength(count);
  }
  expect(whole.manifest).toMatchObject({ of: "business", owner: orgId, files: 1, tables: { work_orders: 1100 } });
  const { results } = await worker.db
    .prepare("SELECT * FROM work_orders WHERE org_id = ? ORDER BY id")
    .bind(orgId)
    .all<Record<string, unknown>>();
  const rows = whole.rowsOf("work_orders");
  expect(rows).toEqual(
    results.map((row) => Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, row[name]]))),
  );
  expect(whole.csvOf("customers").map(({ name }) => name)).toEqual(["'=SUM Marsh"]);
  const [photo] = whole.names.filter((name) => name.startsWith("files/site-photos/"));
  expect(Buffer.from(whole.entries[photo ?? ""] ?? []).equals(Buffer.from(picture))).toBe(true);
  expect(whole.names.filter((name) => !/^(json|csv|files)\//.test(name))).toEqual(["index.jsonl", "manifest.json"]);
  for (const foreign of [other.orgId, "Foreigna", "Private account", "token_hash"])
    expect(`${whole.names.join()} ${whole.records}`).not.toContain(foreign);
  expect((await admin.get("/api/audit-log?topic=settings")).text).toContain("data_exported");
  expect((await admin.get("/api/audit-log?topic=settings")).text).toContain("export_downloaded");
});

test("the index lists the size and checksum of every part and file", async () => {
  const { admin } = await worker.business();
  const { entries, names, textOf } = await exportOf(worker, admin, "business");
  const lines = textOf("index.jsonl").trim().split("\n");
  const index: { name: string; bytes: number; sha256: string }[] = lines.map((line) => JSON.parse(line));
  expect(index.map(({ name }) => name)).toEqual(names.filter((name) => /^(json|files)\//.test(name)));
  for (const { name, bytes, sha256 } of index) {
    const entry = new Uint8Array(entries[name] ?? []);
    expect(entry.length).toBe(bytes);
    expect(Buffer.from(await crypto.subtle.digest("SHA-256", entry)).toString("hex")).toBe(sha256);
  }
});

test("a household export holds only its own rows, without secrets", async () => {
  const [person, stranger] = [await worker.household(), await worker.household()];
  const [mine, theirs] = [await newAccount(person, { name: "Mine" }), await newAccount(stranger, { name: "Theirs" })];
  await newTransaction(person, mine.id, aTransaction({ description: "Own coffee" }));
  await newTransaction(stranger, theirs.id, aTransaction({ description: "Foreign coffee" }));
  const publicToken = simulatedPublicToken("ins_sim_harbor", [0]);
  await person.post("/api/plaid/exchange-token", { publicToken, accountIds: [] });
  const whole = await exportOf(worker, person, "household");
  expect(whole.csvOf("account_transactions").map(({ description }) => description)).toEqual(["Own coffee"]);
  expect(whole.rowsOf("users").map(({ id }) => id)).toEqual([person.userId]);
  expect(whole.rowsOf("bank_items")).toHaveLength(1);
  expect(whole.manifest).toMatchObject({ of: "household", owner: person.userId, files: 0 });
  for (const foreign of [stranger.userId, theirs.id, "Foreign coffee", "access_token", "password_hash", '"v1.'])
    expect(whole.records).not.toContain(foreign);
});

test("only an Admin can start and download a business export, with the password and one at a time", async () => {
  const { orgId, admin, manager, technician } = await worker.business();
  for (const who of [manager, technician, await worker.household()]) {
    expect((await who.get("/api/archives/business")).status).toBe(403);
    const refused = await who.post("/api/archives/business", { currentPassword: goodPassword });
    expect(refused.status).toBe(403);
  }
  expect((await worker.visitor().get("/api/archives/household")).status).toBe(401);
  await givePassword(worker, admin);
  const wrong = await admin.post<{ fields: object }>("/api/archives/business", { currentPassword: "not-this-one" });
  expect([wrong.status, wrong.json.fields]).toEqual([400, { currentPassword: ["This is not your current password"] }]);
  await worker.db
    .prepare(
      "INSERT INTO business_exports (org_id, id, status, requested_by, created_at) VALUES (?, 'held', 'queued', ?, '2026-11-25T00:00:00.000Z')",
    )
    .bind(orgId, admin.userId)
    .run();
  const second = await admin.post("/api/archives/business", { currentPassword: goodPassword });
  expect([second.status, second.text]).toEqual([409, expect.stringContaining("already in progress")]);
  expect((await admin.post("/api/archives/business/held/cancel")).status).toBe(200);
  expect((await admin.post("/api/archives/business/held/cancel")).status).toBe(409);
  expect((await admin.post("/api/archives/business/held/retry")).status).toBe(409);
  expect((await admin.post("/api/archives/business/held/link", { currentPassword: goodPassword })).status).toBe(409);

  const { id } = await makeExport(worker, admin, "business");
  const link = `/api/archives/business/${id}/link`;
  expect((await admin.post(link, { currentPassword: "not-this-one" })).status).toBe(400);
  const { json } = await admin.post<{ url: string }>(link, { currentPassword: goodPassword });
  const secondAdmin = await worker.member(orgId, "Admin", null);
  expect((await secondAdmin.get(json.url)).status).toBe(404);
  expect((await manager.get(json.url)).status).toBe(403);
  expect((await worker.visitor().get(json.url)).status).toBe(401);
  expect((await admin.get(json.url.replace(/expires=\d+/, "expires=9999999999"))).status).toBe(404);
  expect((await admin.get(json.url)).status).toBe(200);
  const other = await worker.business("Other Air");
  expect((await other.admin.get(`/api/archives/business/${id}`)).status).toBe(404);
  expect((await other.admin.post(`/api/archives/business/${id}/cancel`)).status).toBe(404);
});

test.each(["business", "household"] as const)(
  "a failed export of a %s can be retried, and a queued one canceled",
  async (of) => {
    const { orgId, admin } = await worker.business();
    const [table, column, owner] =
      of === "business" ? ["business_exports", "org_id", orgId] : ["household_exports", "user_id", admin.userId];
    await givePassword(worker, admin);
    const insert = (id: string, status: string) =>
      worker.db
        .prepare(
          `INSERT INTO ${table} (${column}, id, status, requested_by, created_at) VALUES (?, ?, ?, ?, '2026-11-25T00:00:00.000Z')`,
        )
        .bind(owner, id, status, admin.userId)
        .run();
    await insert("failed", "failed");
    const retried = await admin.post<ExportView>(`/api/archives/${of}/failed/retry`);
    expect(retried.status, retried.text).toBe(200);
    await expect
      .poll(async () => (await admin.get<ExportView>(`/api/archives/${of}/failed`)).json.status)
      .toBe("ready");
    expect(openArchive(await downloadExport(admin, of, "failed")).manifest).toMatchObject({ of, owner });
    await insert("held", "queued");
    expect((await admin.post<ExportView>(`/api/archives/${of}/held/cancel`)).json.status).toBe("canceled");
    const { items } = (await admin.get<{ items: ExportView[] }>(`/api/archives/${of}`)).json;
    expect(items.map(({ id, status }) => [id, status]).sort()).toEqual([
      ["failed", "ready"],
      ["held", "canceled"],
    ]);
  },
);

test("another user's export is not found, and an incomplete link opens nothing", async () => {
  const [person, stranger] = [await worker.household(), await worker.household()];
  const { id } = await makeExport(worker, person, "household");
  expect((await person.get(`/api/archives/household/${id}`)).status).toBe(200);
  expect((await stranger.get(`/api/archives/household/${id}`)).status).toBe(404);
  for (const action of ["cancel", "retry"])
    expect((await stranger.post(`/api/archives/household/${id}/${action}`)).status).toBe(404);
  const currentPassword = await givePassword(worker, stranger);
  expect((await stranger.post(`/api/archives/household/${id}/link`, { currentPassword })).status).toBe(404);
  for (const query of ["", "?expires=9999999999", "?expires=soon&signature=x"])
    expect((await person.get(`/api/archives/household/${id}/file${query}`)).status).toBe(404);
});

test("the number of exports per hour is limited", async () => {
  const person = await worker.household();
  await hourAhead();
  await makeExport(worker, person, "household");
  const made = "UPDATE usage_counts SET count = ?2 WHERE owner = ?1 AND name = 'data_exports'";
  expect((await worker.db.prepare(made).bind(`user:${person.userId}`, 5).run()).meta.changes).toBe(1);
  await makeExport(worker, person, "household");
  const refused = await person.post("/api/archives/household", { currentPassword: goodPassword });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, expect.any(String)]);
});

/** The date and time of a ZIP file's first entry (APPNOTE.TXT 4.4.6). */
function firstEntryAt(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [time, date] = [view.getUint16(10, true), view.getUint16(12, true)];
  const two = (n: number) => String(n).padStart(2, "0");
  return {
    date: `${1980 + (date >> 9)}-${two((date >> 5) & 15)}-${two(date & 31)}`,
    time: `${two(time >> 11)}:${two((time >> 5) & 63)}`,
  };
}

test("the email about an export, its file's name and the file's entries have dates in the owner's time zone", async () => {
  const zone = zoneOfAnotherDay();
  const { orgId, admin } = await worker.business();
  const setZone = (table: string, id: string) =>
    worker.db.prepare(`UPDATE ${table} SET time_zone = ? WHERE id = ?`).bind(zone, id).run();
  await setZone("organizations", orgId);
  const person = await worker.household();
  await setZone("users", person.userId);
  for (const [who, of] of [
    [admin, "business"],
    [person, "household"],
  ] as const) {
    const { id, createdAt, expiresAt } = await makeExport(worker, who, of);
    const text = async () => (await mailsTo(worker, emailOf(who))).map((one) => one.text).join();
    await expect.poll(text).toContain(`until ${formatDay(expiresAt ?? "", zone, true)}:`);
    const link = await who.post<{ url: string }>(`/api/archives/${of}/${id}/link`, { currentPassword: goodPassword });
    const { date, time } = wallTimeOf(Date.parse(createdAt), zone);
    const file = await who.get(link.json.url);
    expect(file.headers.get("content-disposition")).toContain(`plenum-${of}-${date}.zip`);
    expect(firstEntryAt(await downloadExport(who, of, id))).toEqual({ date, time });
  }
});

test("the requester gets one email when the file is ready, and the sweep deletes the file once it expires", async () => {
  const { orgId, admin } = await worker.business();
  const { id } = await makeExport(worker, admin, "business");
  await expect
    .poll(async () => (await mailsTo(worker, emailOf(admin))).map(({ subject }) => subject))
    .toEqual(["Your Plenum export is ready"]);
  const { url } = (
    await admin.post<{ url: string }>(`/api/archives/business/${id}/link`, { currentPassword: goodPassword })
  ).json;
  expect((await worker.files(`exports/${orgId}/${id}/`)).length).toBeGreaterThan(0);
  await worker.db
    .prepare("UPDATE business_exports SET expires_at = '2026-01-01T00:00:00.000Z' WHERE id = ?")
    .bind(id)
    .run();
  const over = await admin.get(url);
  expect([over.status, over.text]).toEqual([409, expect.stringContaining("has expired")]);
  await worker.sweep(new Date("2026-11-25T12:03:00Z"));
  expect(await worker.files(`exports/${orgId}/${id}/`)).toEqual([]);
  expect((await admin.get<ExportView>(`/api/archives/business/${id}`)).json).toMatchObject({
    status: "expired",
    bytes: 0,
  });
});

test("a canceled export leaves no file", async () => {
  const { orgId, admin } = await worker.business();
  const { id } = await makeExport(worker, admin, "business");
  // Simulates a running export; otherwise nothing may turn a finished one back.
  const back = worker.db.prepare("UPDATE business_exports SET status = 'running' WHERE id = ?").bind(id).run();
  await expect(back).rejects.toThrow("export_step");
  await givePassword(worker, admin);
  const started = await admin.post<ExportView>("/api/archives/business", { currentPassword: goodPassword });
  const canceled = await admin.post(`/api/archives/business/${started.json.id}/cancel`);
  // The queue may have finished first.
  expect([200, 409]).toContain(canceled.status);
  if (canceled.status === 200)
    await expect.poll(() => worker.files(`exports/${orgId}/${started.json.id}/`)).toEqual([]);
});

test("the export screens start an export, show it and link to its file", async () => {
  const { admin } = await worker.business();
  await givePassword(worker, admin);
  expect((await admin.get("/settings/export")).text).toContain("Start export");
  const wrong = await admin.submit("/settings/export", { intent: "start", currentPassword: "not-this-one" });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("This is not your current password")]);
  const { id } = await makeExport(worker, admin, "business");
  expect((await admin.get("/settings/export")).text).toContain("Download export");
  const sent = await admin.submit("/settings/export", { intent: "download", id, currentPassword: goodPassword });
  expect(sent.text).toContain(`href="/api/archives/business/${id}/file?expires=`);
  expect((await admin.get("/profile")).text).toContain('href="/profile/export"');
  expect((await admin.get("/profile/export")).text).toContain("Start export");
});

test("a multi-page export is complete, with size-limited JSON parts and one CSV", async () => {
  const person = await worker.household();
  const account = await newAccount(person);
  const columns = await worker.db
    .prepare("SELECT * FROM bank_accounts WHERE id = ?")
    .bind(account.id)
    .first<Record<string, unknown>>();
  const names = Object.keys(columns ?? {});
  const text = "x".repeat(3000);
  const rows = Array.from({ length: 1100 }, (_, i) => {
    const row: Record<string, unknown> = {
      ...columns,
      ...{ id: `copy-${String(i).padStart(5, "0")}`, name: `Copy ${i} Żółć, "x"` },
      notes: text,
    };
    const marks = names.map(() => "?").join(", ");
    return worker.db
      .prepare(`INSERT INTO bank_accounts (${names.join(", ")}) VALUES (${marks})`)
      .bind(...names.map((name) => row[name]));
  });
  for (let at = 0; at < rows.length; at += 100) await worker.db.batch(rows.slice(at, at + 100));
  const { id } = await makeExport(worker, person, "household");
  const bytes = await downloadExport(person, "household", id);
  const whole = openArchive(bytes);
  const ids = whole.rowsOf("bank_accounts").map((row) => row.id);
  expect([ids.length, new Set(ids).size]).toEqual([1101, 1101]);
  expect(whole.csvOf("bank_accounts").filter((row) => row.name?.endsWith('Żółć, "x"'))).toHaveLength(1100);
  expect(whole.names.filter((name) => name.startsWith("json/bank_accounts")).length).toBeGreaterThan(0);
  for (const [name, entry] of Object.entries(unzipSync(bytes)))
    if (name.startsWith("json/")) expect(entry.length).toBeLessThan(4_000_000);
});
