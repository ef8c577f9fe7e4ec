import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { aTransaction, newAccount, newTransaction } from "#tests/support/accounts";
import { jpegOf } from "#tests/support/pictures";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, seedWorkOrders } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

interface Manifest {
  of: string;
  tables: Record<string, number>;
  files: number;
}

async function archive(by: Visitor, of: string) {
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(new URL(`/api/archives/${of}`, worker.url), { headers: { cookie } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const textOf = (name: string) => strFromU8(entries[name] ?? new Uint8Array());
  const rowsOf = (table: string): Record<string, unknown>[] =>
    textOf(`json/${table}.jsonl`)
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const csvOf = (table: string) =>
    Papa.parse<Record<string, string>>(textOf(`csv/${table}.csv`), { header: true, skipEmptyLines: true }).data;
  const manifest: Manifest = JSON.parse(textOf("manifest.json"));
  return { entries, rowsOf, csvOf, manifest, names: Object.keys(entries) };
}

/** What the records-only export says, by table. */
async function exported(by: Visitor, of: string): Promise<Map<string, Record<string, unknown>[]>> {
  const tables = new Map<string, Record<string, unknown>[]>();
  for (const line of (await by.get(`/resources/export?of=${of}`)).text.trim().split("\n")) {
    const { table, row } = JSON.parse(line);
    tables.set(table, [...(tables.get(table) ?? []), row]);
  }
  return tables;
}

test("a business leaves whole: every table twice, and its photos byte by byte", async () => {
  const { orgId, admin, manager } = await worker.business();
  const other = await worker.business("Other Air");
  const site = await addCustomer(worker, orgId, "=SUM Marsh");
  await addCustomer(worker, other.orgId, "Foreigna Marsh");
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

  const whole = await archive(admin, "business");
  const records = await exported(admin, "business");
  for (const [table, rows] of records) {
    // The export itself is noted: the log has a line more by the second.
    if (table === "identity_audit_log") continue;
    expect(whole.rowsOf(table), table).toEqual(rows);
    expect(whole.csvOf(table), table).toHaveLength(rows.length);
    expect(whole.manifest.tables[table], table).toBe(rows.length);
  }
  expect(whole.manifest).toMatchObject({ of: "business", files: 1 });
  expect(whole.rowsOf("work_orders")).toHaveLength(1100);
  expect(whole.csvOf("customers").map(({ name }) => name)).toEqual(["'=SUM Marsh"]);
  const [photo] = whole.names.filter((name) => name.startsWith("files/site-photos/"));
  expect(Buffer.from(whole.entries[photo ?? ""] ?? []).equals(Buffer.from(picture))).toBe(true);
  expect(whole.names.filter((name) => !/^(json|csv|files)\//.test(name))).toEqual(["manifest.json"]);
  for (const name of whole.names) expect(name).not.toContain(other.orgId);
  expect(JSON.stringify(whole.rowsOf("customers"))).not.toContain("Foreigna");
  expect((await admin.get("/api/audit-log?topic=settings")).text).toContain("data_exported");
});

test("a household leaves whole with its own rows alone", async () => {
  const [person, stranger] = [await worker.household(), await worker.household()];
  const [mine, theirs] = [await newAccount(person, { name: "Mine" }), await newAccount(stranger, { name: "Theirs" })];
  await newTransaction(person, mine.id, aTransaction({ description: "Own coffee" }));
  await newTransaction(stranger, theirs.id, aTransaction({ description: "Foreign coffee" }));
  const whole = await archive(person, "household");
  const records = await exported(person, "household");
  for (const [table, rows] of records) expect(whole.rowsOf(table), table).toEqual(rows);
  expect(whole.csvOf("account_transactions").map(({ description }) => description)).toEqual(["Own coffee"]);
  expect(whole.manifest).toMatchObject({ of: "household", files: 0 });
});

test("a business's archive is its Admin's, and only so many are made in an hour", async () => {
  const { admin, manager, technician } = await worker.business();
  for (const who of [manager, technician, await worker.household()]) {
    expect((await who.get("/api/archives/business")).status).toBe(403);
  }
  expect((await worker.visitor().get("/api/archives/household")).status).toBe(401);
  for (let i = 0; i < 6; i += 1) expect((await admin.get("/api/archives/business")).status).toBe(200);
  const refused = await admin.get("/api/archives/business");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, expect.any(String)]);
});

test("the archives are offered where their owners look", async () => {
  const { admin } = await worker.business();
  expect((await admin.get("/settings/usage")).text).toContain('href="/api/archives/business"');
  expect((await admin.get("/profile")).text).toContain('href="/api/archives/household"');
});
