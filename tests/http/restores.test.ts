import { randomBytes } from "node:crypto";
import { getTableName } from "drizzle-orm";
import { strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { seedDemo } from "#drizzle/seed/demo";
import { aTransaction, newAccount, newTransaction } from "#tests/support/accounts";
import { downloadExport, exportOf, makeExport, openArchive } from "#tests/support/exports";
import { jpegOf } from "#tests/support/pictures";
import {
  emptyBusiness,
  olderExport,
  restoreEnd,
  restoreFile,
  sendPart,
  startRestore,
  upload,
} from "#tests/support/restores";
import type { Visitor } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";
import { restoredTables } from "~/domain/export/internal/restore-plan.server";
import { OWN_REFERENCES } from "~/domain/export/internal/restore-rows.server";
import { rankOf, sourcesOf } from "~/domain/export/internal/sources.server";
import type { RestoreView } from "~/domain/export/restore";
import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";
import { directoryEnd, directoryRecord, localHeader } from "~/domain/shared/files/zip-records";

const worker = await ownWorker();

type Row = Record<string, unknown>;

const rowsOf = async (statement: string, ...values: unknown[]): Promise<Row[]> =>
  (
    await worker.db
      .prepare(statement)
      .bind(...values)
      .all<Row>()
  ).results;

/** Derived data: counters and search indexes. */
async function derived(orgId: string) {
  const [organization] = await rowsOf("SELECT key FROM tenant_organizations WHERE id = ?", orgId);
  const first = Number(organization?.key) * 2 ** 31;
  const tables = await rowsOf("SELECT name FROM sqlite_master WHERE name LIKE '%\\_search' ESCAPE '\\' ORDER BY name");
  const found = [];
  for (const { name } of tables)
    found.push([
      name,
      await rowsOf(
        `SELECT rowid - ? AS row FROM ${name} WHERE rowid BETWEEN ? AND ? ORDER BY rowid`,
        first,
        first,
        first + 2 ** 31 - 1,
      ),
    ]);
  const counters = await rowsOf(
    "SELECT name, value FROM counters WHERE org_id = ? AND value <> 0 ORDER BY name",
    orgId,
  );
  return { counters, found };
}

const schema = () => rowsOf("SELECT type, name, sql FROM sqlite_master ORDER BY type, name");

let source: { orgId: string; admin: Visitor };
let file: Uint8Array;

/** Adds a row to tables the demo leaves empty: links, secrets, connections, photos, settings. */
async function fill(orgId: string, admin: Visitor): Promise<void> {
  const now = "2026-11-25T12:00:00.000Z";
  const [site] = await rowsOf("SELECT site_address_id AS id FROM work_orders WHERE org_id = ? LIMIT 1", orgId);
  const body = new FormData();
  body.set("photo", new File([jpegOf(40, 30)], "gate.jpg"));
  expect((await admin.send("POST", `/api/sites/${site?.id}/photos`, { body })).status).toBe(201);
  const insert = (table: string, row: Row) => {
    const names = Object.keys({ org_id: orgId, ...row });
    return worker.db
      .prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
      .bind(orgId, ...Object.values(row))
      .run();
  };
  const [job] = await rowsOf("SELECT id FROM work_orders WHERE org_id = ? ORDER BY id DESC LIMIT 1", orgId);
  const [invoice] = await rowsOf("SELECT id FROM invoices WHERE org_id = ? LIMIT 1", orgId);
  const link = { created_at: now, expires_at: "2099-01-01T00:00:00.000Z" };
  await insert("visit_links", { id: "visit", work_order_id: job?.id, token_hash: "a".repeat(64), ...link });
  await insert("invoice_links", { id: "invoice", invoice_id: invoice?.id, token_hash: "b".repeat(64), ...link });
  await insert("lead_forms", {
    ...{ token: "c".repeat(43), enabled: 1, heading: "Ask us", thanks: "Thank you", updated_at: now },
  });
  await insert("calendar_feeds", {
    ...{ id: "feed", user_id: admin.userId, kind: "business", token_hash: "d".repeat(64), created_at: now },
  });
  await insert("card_accounts", {
    ...{ secret_key: "v1.x", webhook_secret: "v1.y", key_hint: "sk_test_1234", is_live: 0, account_id: "acct_1" },
    ...{ connected_by: admin.userId, connected_at: now, checked_at: now },
  });
  await insert("reminder_settings", {
    ...{ enabled: 0, first_after_days: 5, every_days: 7, max_count: 3, version: 1, updated_by: admin.userId },
    ...{ updated_at: now },
  });
  // The oldest refers to the newest, which is written after it.
  await worker.db
    .prepare(
      "UPDATE work_orders SET callback_of = ? WHERE org_id = ? AND id = (SELECT min(id) FROM work_orders WHERE org_id = ?)",
    )
    .bind(job?.id, orgId, orgId)
    .run();
}

beforeAll(async () => {
  await seedDemo(worker.db, new Date());
  const [largest] = await rowsOf("SELECT org_id AS id FROM work_orders GROUP BY org_id ORDER BY count(*) DESC LIMIT 1");
  const orgId = String(largest?.id);
  source = { orgId, admin: await worker.member(orgId, "Admin", null) };
  await fill(orgId, source.admin);
  const { id } = await makeExport(worker, source.admin, "business");
  file = await downloadExport(source.admin, "business", id);
});

/** Columns that are necessarily different, and why. */
const OTHERS: Record<string, (row: Row) => Row> = {
  // Nobody signs in by a file: the person is invited again.
  technicians: ({ user_id, ...row }) => row,
  // The processor's id is unique in the database, and the original business still exists.
  payments: (row) => ({ ...row, provider_payment_id: String(row.provider_payment_id).split("#")[0] }),
};
const LEFT_OUT = ["members", "invitations", "card_accounts"];
/** The new business has its own rows in them. */
const JOINED = ["tenant_members", "identity_audit_log"];

test("a business's export restores into an empty business, whose export is then the same", async () => {
  const target = await emptyBusiness(worker);
  const before = { source: await derived(source.orgId), schema: await schema() };
  const end = await restoreFile(worker, target.admin, "business", file);
  expect(end.problem).toBeNull();
  expect(end).toMatchObject({ status: "done", rowCount: end.rowTotal, fileCount: 1, fileTotal: 1 });
  const [first, second] = [openArchive(file), await exportOf(worker, target.admin, "business")];
  const here = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(source.orgId, target.orgId));
  const tables = new Set([...Object.keys(first.manifest.tables), ...Object.keys(second.manifest.tables)]);
  expect(tables.size).toBeGreaterThan(90);
  for (const table of tables) {
    if (LEFT_OUT.includes(table) || table === "organizations") continue;
    const same = OTHERS[table] ?? ((row: Row) => row);
    const [was, is] = [here(first.rowsOf(table)).map(same), second.rowsOf(table).map(same)];
    if (JOINED.includes(table)) expect(is, table).toEqual(expect.arrayContaining(was));
    else expect(is, table).toEqual(was);
  }
  const settings = (row?: Row) => ({ ...row, id: "", key: 0, created_at: "", version: 0 });
  expect(settings(second.rowsOf("organizations")[0])).toEqual(settings(here(first.rowsOf("organizations"))[0]));
  const files = Object.entries(first.entries).filter(([name]) => name.startsWith("files/"));
  expect(files).toHaveLength(1);
  for (const [name, bytes] of files)
    expect(Buffer.from(second.entries[here(name)] ?? []).equals(Buffer.from(bytes)), name).toBe(true);
  expect(await derived(target.orgId)).toEqual(before.source);
  expect(await derived(source.orgId)).toEqual(before.source);
  expect(await schema()).toEqual(before.schema);
  const notes = Object.fromEntries((end.report?.notes ?? []).map(({ note, count }) => [note, count]));
  expect(notes).toMatchObject({ card_account: 1, lead_forms: 1, calendar_feeds: 1, members: expect.any(Number) });
  expect(notes.customer_links).toBeGreaterThanOrEqual(2);
  expect(await worker.files(`restores/${target.orgId}/`)).toEqual([]);
  const [link] = await rowsOf("SELECT token_hash AS hash FROM visit_links WHERE org_id = ?", target.orgId);
  expect(link?.hash).not.toBe("a".repeat(64));
  const found = await target.admin.get<{ total: number }>("/api/work-orders?limit=1");
  expect(found.status).toBe(200);
  const again = await startRestore(worker, target.admin, "business", file.length);
  expect([again.status, again.text]).toEqual([409, expect.stringContaining("new, empty business only")]);
}, 180_000);

test("a household's export restores into an empty household, whose export is then the same", async () => {
  const [person, other] = [await worker.household(), await worker.household()];
  const account = await newAccount(person, { name: "Checking" });
  for (const description of ["Coffee", "Bus", "Rent"])
    await newTransaction(person, account.id, aTransaction({ description }));
  const publicToken = simulatedPublicToken("ins_sim_harbor", [0]);
  await person.post("/api/plaid/exchange-token", { publicToken, accountIds: [] });
  const first = await exportOf(worker, person, "household");
  const bytes = await downloadExport(person, "household", (await makeExport(worker, person, "household")).id);
  const end = await restoreFile(worker, other, "household", bytes);
  expect(end).toMatchObject({ status: "done", problem: null });
  const second = await exportOf(worker, other, "household");
  const here = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(person.userId, other.userId));
  const tables = new Set([...Object.keys(first.manifest.tables), ...Object.keys(second.manifest.tables)]);
  for (const table of tables) {
    if (["users", "security_events"].includes(table)) continue;
    // A bank connection ends: its sign-in is not exported, and its name is unique.
    const same = (row: Row): Row =>
      JSON.parse(
        JSON.stringify({ ...row, ...(table === "bank_items" ? { status: "" } : {}) }).replaceAll(
          `#${other.userId}`,
          "",
        ),
      );
    expect(second.rowsOf(table).map(same), table).toEqual(here(first.rowsOf(table)).map(same));
  }
  expect(second.rowsOf("account_transactions").length).toBeGreaterThanOrEqual(3);
  expect(end.report?.notes).toContainEqual({ note: "bank_connections", count: 1 });
  const count = (id: string) =>
    rowsOf("SELECT name, value FROM household_counters WHERE user_id = ? AND value <> 0 ORDER BY name", id);
  expect(await count(other.userId)).toEqual(await count(person.userId));
});

test("an export from before columns were renamed and added restores into what they are now", async () => {
  const [person, other] = [await worker.household(), await worker.household()];
  const publicToken = simulatedPublicToken("ins_sim_harbor", [0]);
  await person.post("/api/plaid/exchange-token", { publicToken, accountIds: [] });
  await worker.db
    .prepare("UPDATE bank_item_accounts SET is_catching_up = 0 WHERE user_id = ?")
    .bind(person.userId)
    .run();
  const rule = { pattern: "Müller", category: "groceries" };
  expect((await person.post("/api/category-rules", rule)).status).toBe(201);
  const now = await downloadExport(person, "household", (await makeExport(worker, person, "household")).id);
  const before = await olderExport(now, {
    schema: "0270_before.sql",
    change: {
      bank_item_accounts: (row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name === "is_catching_up" ? "behind" : name, value]),
        ),
      category_rules: ({ lower_pattern: _, upper_pattern: __, ...row }) => row,
    },
  });
  expect(await restoreFile(worker, other, "household", before)).toMatchObject({ status: "done", problem: null });
  const restored = await exportOf(worker, other, "household");
  expect(restored.rowsOf("bank_item_accounts")).toEqual([expect.objectContaining({ is_catching_up: 0 })]);
  expect(restored.rowsOf("category_rules")).toEqual([
    expect.objectContaining({ lower_pattern: "müller", upper_pattern: "MÜLLER" }),
  ]);
});

/** An export with some entries changed, as a ZIP tool would write it. */
function doctored(change: (entries: Zippable) => void): Uint8Array {
  const entries: Zippable = unzipSync(file);
  change(entries);
  return zipSync(entries);
}

const manifestWith = (change: (manifest: Row) => void) =>
  doctored((entries) => {
    const manifest: Row = JSON.parse(openArchive(file).textOf("manifest.json"));
    change(manifest);
    entries["manifest.json"] = strToU8(JSON.stringify(manifest));
  });

/** A ZIP whose single entry expands to much more than it declares. */
function bomb(): Uint8Array {
  const [large] = Object.values(unzipSync(zipSync({ x: new Uint8Array(8) })));
  expect(large).toHaveLength(8);
  const whole = Buffer.from(zipSync({ "manifest.json": new Uint8Array(60_000_000) }, { level: 9 }));
  // Sizes of the entry in its header and in the directory.
  const directory = whole.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  whole.writeUInt32LE(500, 22);
  whole.writeUInt32LE(500, directory + 24);
  return new Uint8Array(whole);
}

const longEntry = (): Uint8Array => {
  const record = {
    name: "manifest.json",
    crc32: 0,
    storedBytes: 4,
    bytes: 4_000_000_000,
    isDeflated: true,
    date: "2026-11-25",
  };
  const head = localHeader(record);
  const entry = directoryRecord(record, 0);
  const end = directoryEnd({ entries: 1, size: entry.length, offset: head.length + 4 });
  return new Uint8Array(Buffer.concat([head, Buffer.alloc(4), entry, end]));
};

test("a file that is not an unchanged export of this installation is refused with a message, and nothing is written", async () => {
  const { orgId, admin } = await emptyBusiness(worker);
  const household = await worker.household();
  const other = await downloadExport(household, "household", (await makeExport(worker, household, "household")).id);
  const row = (entries: Zippable) => {
    const name = Object.keys(entries).find((one) => one.startsWith("json/customers")) ?? "";
    const text = openArchive(file).textOf(name);
    entries[name] = strToU8(text.replace(/"name":"[^"]/, '"name":"X'));
  };
  const cases: [string, Uint8Array, RegExp][] = [
    ["no ZIP", new Uint8Array(randomBytes(5000)), /not a ZIP file/],
    ["another product's", zipSync({ "customers.csv": strToU8("name\nMarsh\n") }), /not a Plenum export/],
    ["another product's manifest", zipSync({ "manifest.json": strToU8('{"product":"Other"}') }), /not a Plenum export/],
    ["cut off", file.slice(0, file.length - 1000), /incomplete/],
    ["of the older layout", manifestWith((m) => Object.assign(m, { format: 2 })), /older version/],
    ["of a newer layout", manifestWith((m) => Object.assign(m, { format: 99 })), /newer version/],
    [
      "with another's manifest",
      manifestWith((m) => Object.assign(m, { owner: orgId })),
      /was changed, or comes from another/,
    ],
    ["with a record changed", doctored(row), /damaged or was changed/],
    [
      "with a file more",
      doctored((entries) => (entries["files/site-photos/x/y"] = strToU8("x"))),
      /damaged or was changed/,
    ],
    ["with an entry less", doctored((entries) => delete entries["index.jsonl"]), /damaged or was changed/],
    ["that unpacks to more than it says", bomb(), /damaged or was changed/],
    ["that says to unpack to gigabytes", longEntry(), /damaged or was changed/],
    ["of a household", other, /export of a household/],
  ];
  for (const [what, bytes, problem] of cases) {
    const end = await restoreFile(worker, admin, "business", bytes);
    expect([end.status, end.problem], what).toEqual(["failed", expect.stringMatching(problem)]);
  }
  expect(await rowsOf("SELECT 1 FROM customers WHERE org_id = ?", orgId)).toEqual([]);
  expect(await worker.files(`restores/${orgId}/`)).toEqual([]);
});

test("an upload is accepted in order, whole and once, from an Admin of the business", async () => {
  const { orgId, admin } = await emptyBusiness(worker);
  const manager = await worker.member(orgId, "Manager");
  const other = await emptyBusiness(worker);
  expect((await startRestore(worker, manager, "business", 100)).status).toBe(403);
  expect((await manager.get("/api/restores/business")).status).toBe(403);
  expect((await worker.visitor().get("/api/restores/household")).status).toBe(401);
  const wrong = await admin.post("/api/restores/business", { currentPassword: "wrong-one", fileName: "a", bytes: 5 });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("not your current password")]);
  for (const bytes of [0, -1, 20_000_000_001, 1.5])
    expect((await startRestore(worker, admin, "business", bytes)).status).toBe(400);
  const bytes = 8 * 1024 * 1024 + 10;
  const { id } = (await startRestore(worker, admin, "business", bytes)).json;
  const at = `/api/restores/business/${id}`;
  const part = (n: number, length: number) =>
    sendPart(admin, "business", { id, part: n, body: new Uint8Array(length) });
  expect((await part(1, 10)).status).toBe(409);
  expect((await part(0, 10)).status).toBe(400);
  expect((await part(0, 8 * 1024 * 1024 + 1)).status).toBe(413);
  expect((await admin.post(`${at}/begin`)).status).toBe(409);
  for (let again = 0; again < 2; again += 1)
    expect((await part(0, 8 * 1024 * 1024)).json).toMatchObject({ parts: 1, status: "uploading" });
  expect((await part(1, 10)).json.parts).toBe(2);
  expect((await part(2, 1)).status).toBe(400);
  for (const answer of [
    await other.admin.get(at),
    await other.admin.post(`${at}/begin`),
    await other.admin.post(`${at}/cancel`),
    await sendPart(other.admin, "business", { id, part: 0, body: new Uint8Array(1) }),
  ])
    expect(answer.status).toBe(404);
  // Another upload replaces it.
  const second = await startRestore(worker, admin, "business", 10);
  expect(second.status).toBe(201);
  expect((await admin.get<RestoreView>(at)).json.status).toBe("canceled");
  expect((await part(0, 10)).status).toBe(409);
  expect((await admin.post(`/api/restores/business/${second.json.id}/cancel`)).status).toBe(200);
  expect((await admin.post(`/api/restores/business/${second.json.id}/cancel`)).status).toBe(409);
});

test("only its owner can read, start or cancel a household's upload", async () => {
  const [person, stranger] = [await worker.household(), await worker.household()];
  const { id } = (await startRestore(worker, person, "household", 10)).json;
  for (const answer of [
    await stranger.get(`/api/restores/household/${id}`),
    await stranger.put(`/api/restores/household/${id}/parts/0`, new Uint8Array(10)),
    await stranger.post(`/api/restores/household/${id}/begin`),
    await stranger.post(`/api/restores/household/${id}/cancel`),
  ])
    expect(answer.status).toBe(404);
  const sent = await person.put<RestoreView>(`/api/restores/household/${id}/parts/0`, new Uint8Array(10));
  expect([sent.status, sent.json.parts]).toEqual([200, 1]);
  expect((await person.post<RestoreView>(`/api/restores/household/${id}/cancel`)).json.status).toBe("canceled");
  expect((await person.post(`/api/restores/household/${id}/begin`)).status).toBe(409);
  const { items } = (await person.get<{ items: RestoreView[] }>("/api/restores/household")).json;
  expect(items.map(({ status }) => status)).toEqual(["canceled"]);
});

test("a restore started twice at once runs once, and no other can start meanwhile", async () => {
  const { orgId, admin } = await emptyBusiness(worker);
  const id = await upload(worker, admin, "business", file);
  const answers = await Promise.all([1, 2].map(() => admin.post(`/api/restores/business/${id}/begin`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  const written = await admin.post("/api/expenses", {});
  expect(written.status).toBe(400);
  expect((await startRestore(worker, admin, "business", 10)).status).toBe(409);
  expect((await restoreEnd(admin, "business", id)).status).toBe("done");
  const [count] = await rowsOf("SELECT count(*) AS n FROM work_orders WHERE org_id = ?", orgId);
  expect(count?.n).toBe(openArchive(file).manifest.tables.work_orders);
});

test("while an export is being restored, no one else can write there", async () => {
  const { orgId, admin } = await emptyBusiness(worker);
  await worker.db
    .prepare(
      "INSERT INTO business_restores (org_id, id, status, requested_by, created_at, file_name, bytes, lease, lease_until) VALUES (?, 'held', 'queued', ?, '2026-11-25T00:00:00.000Z', 'a.zip', 10, 'x', '2099-01-01')",
    )
    .bind(orgId, admin.userId)
    .run();
  const lead = { name: "Marsh", phone: "(414) 555-1007", need: "No heat upstairs" };
  const refused = await admin.post("/api/leads", lead);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("being restored")]);
  expect((await admin.post("/api/restores/business/held/cancel")).status).toBe(200);
  await worker.db.prepare("UPDATE business_restores SET lease_until = '2026-01-01' WHERE id = 'held'").run();
  await worker.sweep(new Date("2026-11-25T12:04:00Z"));
  expect((await restoreEnd(admin, "business", "held")).status).toBe("canceled");
  expect((await admin.post("/api/leads", lead)).status).toBe(201);
});

test("tables are restored after the tables they reference, and self-references are known", async () => {
  const self = [];
  for (const [of, owner] of [["business", "org_id"] as const, ["household", "user_id"] as const])
    for (const { table } of sourcesOf({ of, owner: "" })) {
      const name = getTableName(table);
      const keys = await rowsOf(`SELECT "table" AS parent, "from" AS own FROM pragma_foreign_key_list('${name}')`);
      for (const { parent, own } of keys) if (parent === name && own !== owner) self.push([name, own]);
      const parents = keys.filter(({ parent }) => parent !== name && restoredTables(of).has(String(parent)));
      for (const { parent } of parents) {
        const referred = restoredTables(of).get(String(parent));
        if (referred && restoredTables(of).has(name))
          expect(rankOf(referred), `${name} refers to ${parent}`).toBeLessThan(rankOf(table));
      }
    }
  expect(Object.fromEntries(self)).toEqual(OWN_REFERENCES);
});

test("while an export is being restored, other writes are refused with the reason, reading works, and both end with it", async () => {
  const one = await emptyBusiness(worker);
  const household = await worker.household();
  const id = await upload(worker, one.admin, "business", file);
  const newRecord = { customerType: "residential", firstName: "Ada", lastName: "Marsh" };
  const reason = "An export is being restored. Nothing else can be saved until it is finished.";
  const set = (status: string, finishedAt: string | null = null) =>
    worker.db
      .prepare(
        "UPDATE business_restores SET status = ?1, outcome = iif(?1 = 'undoing', 'canceled', NULL), finished_at = ?2 WHERE id = ?3",
      )
      .bind(status, finishedAt, id)
      .run();
  for (const status of ["queued", "running", "undoing"]) {
    await set(status);
    const refused = await one.admin.post<{ message: string }>("/api/customers", newRecord);
    expect([status, refused.status, refused.json.message]).toEqual([status, 409, reason]);
    const form = await one.admin.submit("/customers/create", { ...newRecord, status: "active" });
    expect([form.status, form.text.includes(reason), form.text.includes('value="Marsh"')]).toEqual([409, true, true]);
    expect((await one.admin.get("/customers")).status).toBe(200);
  }
  expect(await rowsOf("SELECT id FROM customers WHERE org_id = ?", one.orgId)).toEqual([]);
  const own = { name: "Rent", amount: 900, date: "2026-11-01", category: "housing" };
  expect((await household.post("/api/expenses", own)).status).toBe(201);
  await set("canceled", new Date().toISOString());
  expect((await one.admin.post("/api/customers", newRecord)).status).toBe(201);
});
