import Papa from "papaparse";
import { expect, test } from "vitest";
import { addIssue } from "#tests/support/issues";
import { PLAN_CARDS, planBilling } from "#tests/support/plans";
import { aTechnician } from "#tests/support/technicians";
import type { Visitor } from "#tests/support/visitor";
import { addEndpoint, businessWithPassword, password } from "#tests/support/webhooks";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, manager, technician } = await businessWithPassword(worker);
const other = await businessWithPassword(worker);

async function rowsOf(by: Visitor, path: string): Promise<Record<string, string>[]> {
  const file = await by.get(path);
  expect(file.status, file.text).toBe(200);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return Papa.parse<Record<string, string>>(file.text, { header: true, skipEmptyLines: true }).data;
}

test("API keys and webhook endpoints leave as files for an Admin alone, without a secret", async () => {
  const made = await admin.post<{ key: string }>("/api/api-keys", {
    ...{ name: "Website", permissions: ["customers.write"], expires: "never", currentPassword: password },
  });
  const { secret } = await addEndpoint(admin, "https://hooks.example.com/plenum", { events: ["invoice.paid"] });
  const keys = await rowsOf(admin, "/api/api-keys/export");
  expect(keys).toMatchObject([{ Name: "Website", Permissions: "Customers: write", State: "Active", Expires: "" }]);
  expect(made.json.key).toContain(keys[0]?.["Ends with"]);
  const endpoints = await rowsOf(admin, "/api/webhook-endpoints/export");
  expect(endpoints).toMatchObject([{ Address: "https://hooks.example.com/plenum", State: "Enabled" }]);
  const texts = JSON.stringify([keys, endpoints]);
  expect(texts).not.toContain(made.json.key);
  expect(texts).not.toContain(secret.slice("whsec_".length));
  for (const path of ["/api/api-keys/export", "/api/webhook-endpoints/export", "/api/code-hosts/log/export"]) {
    expect((await manager.get(path)).status).toBe(403);
    expect(await rowsOf(other.admin, path)).toEqual([]);
  }
});

test("deleted issues leave as a file, the latest first, and restored ones do not", async () => {
  const issues = [await addIssue(manager, { title: "=1+1" }), await addIssue(manager, { title: "Kept" })];
  for (const { id } of issues) expect((await manager.delete(`/api/issues/${id}`)).status).toBe(204);
  expect((await manager.post(`/api/issues/${issues[1]?.id}/restore`)).status).toBe(200);
  const rows = await rowsOf(manager, "/api/issues/trash/export");
  expect(rows.map(({ Title }) => Title)).toEqual(["'=1+1"]);
  expect(await rowsOf(other.manager, "/api/issues/trash/export")).toEqual([]);
});

test("invitations that wait leave as a file for who may see technicians", async () => {
  const { email } = aTechnician();
  expect((await manager.post("/api/technicians/invite", { ...aTechnician(), email })).status).toBe(201);
  const rows = await rowsOf(manager, "/api/technicians/invitations/pending/export");
  expect(rows).toMatchObject([{ Email: email, State: "Pending", Mail: "Sent", "Invited by": "Test Person" }]);
  expect(await rowsOf(other.admin, "/api/technicians/invitations/pending/export")).toEqual([]);
});

test("a plan's invoices leave as a file for who may change it", async () => {
  const { begin, guest } = planBilling(worker);
  const person = await worker.household();
  await guest.submit(`/dev/plans/${await begin(person, "household")}`, { card: PLAN_CARDS.good });
  const rows = await rowsOf(person, "/api/plans/household/invoices/export");
  expect(rows).toMatchObject([{ Status: "Paid", Amount: "6.00" }]);
  expect((await person.get("/api/plans/business/invoices/export")).status).toBe(403);
  expect(await rowsOf(technician, "/api/plans/business/invoices/export")).toEqual([]);
});
