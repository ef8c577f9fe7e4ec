import { expect, test } from "vitest";
import { downloadExport, makeExport } from "#tests/support/exports";
import { addItem, stocked } from "#tests/support/inventory";
import { addIssue } from "#tests/support/issues";
import { emptyBusiness, restoreFile } from "#tests/support/restores";
import { addServiceType } from "#tests/support/service-types";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("an export keeps the records of to-dos, and a restore brings them back", async () => {
  const { admin } = await worker.business();
  const [item, issue, type] = [
    await addItem(admin, { name: "Run capacitor" }),
    await addIssue(admin, { title: "Board is slow" }),
    await addServiceType(admin, { name: "Duct test" }),
  ];
  const at = await stocked(admin, 10);
  const reserved = await admin.post<{ id: string }>("/api/inventory/reservations", {
    ...{ itemId: at.itemId, locationId: at.locationId, quantity: 1 },
  });
  const counted = await admin.post<{ id: string }>("/api/inventory/counts", { locationId: at.locationId });
  const moved = await admin.get<{ items: { id: string }[] }>(`/api/inventory/movements?itemId=${at.itemId}`);
  const saved = await admin.post<{ id: string }>("/api/industry-analyses", {
    ...{ title: "The trades", industries: ["238220"] },
  });
  for (const about of [
    ...[{ itemId: item.id }, { issueId: issue.id }, { serviceTypeId: type.id }],
    ...[{ reservationId: reserved.json.id }, { countId: counted.json.id }],
    ...[{ movementId: moved.json.items[0]?.id }, { analysisId: saved.json.id }],
  ])
    expect((await admin.post("/api/todos", { title: "Look into it", ...about })).status).toBe(201);
  const subjects = async (by: Visitor) => {
    const { items } = (await by.get<{ items: { subject: object | null }[] }>("/api/todos?list=team")).json;
    return items.map(({ subject }) => subject);
  };
  const before = await subjects(admin);
  expect(before).toHaveLength(7);
  expect(before).not.toContain(null);
  const file = await downloadExport(admin, "business", (await makeExport(worker, admin, "business")).id);
  const copy = await emptyBusiness(worker);
  expect(await restoreFile(worker, copy.admin, "business", file)).toMatchObject({ status: "done", problem: null });
  const after = await subjects(copy.admin);
  expect(after).toEqual(before);
  expect(JSON.stringify(after)).toContain("Run capacitor");
});

test("records exported before they could be searched are found after a restore", async () => {
  const { admin, orgId } = await worker.business();
  for (const name of ["Narwhal Supply", "Narwhal Parts"])
    expect((await admin.post("/api/inventory/suppliers", { name })).status).toBe(201);
  await worker.db.prepare("UPDATE suppliers SET ordinal = NULL WHERE org_id = ?").bind(orgId).run();
  const file = await downloadExport(admin, "business", (await makeExport(worker, admin, "business")).id);
  const copy = await emptyBusiness(worker);
  expect(await restoreFile(worker, copy.admin, "business", file)).toMatchObject({ status: "done", problem: null });
  const found = await copy.admin.get<{ items: { label: string }[] }>("/api/search?q=narwhal");
  expect(found.json.items.map(({ label }) => label).sort()).toEqual(["Narwhal Parts", "Narwhal Supply"]);
});
