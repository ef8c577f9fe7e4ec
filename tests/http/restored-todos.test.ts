import { expect, test } from "vitest";
import { downloadExport, makeExport } from "#tests/support/exports";
import { addItem } from "#tests/support/inventory";
import { addIssue } from "#tests/support/issues";
import { emptyBusiness, restoreFile } from "#tests/support/restores";
import { addServiceType } from "#tests/support/service-types";
import type { Visitor } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";

const worker = await ownWorker();

test("an export keeps the records of to-dos, and a restore brings them back", async () => {
  const { admin } = await worker.business();
  const [item, issue, type] = [
    await addItem(admin, { name: "Run capacitor" }),
    await addIssue(admin, { title: "Board is slow" }),
    await addServiceType(admin, { name: "Duct test" }),
  ];
  for (const about of [{ itemId: item.id }, { issueId: issue.id }, { serviceTypeId: type.id }])
    expect((await admin.post("/api/todos", { title: "Look into it", ...about })).status).toBe(201);
  const subjects = async (by: Visitor) => {
    const { items } = (await by.get<{ items: { subject: object | null }[] }>("/api/todos?list=team")).json;
    return items.map(({ subject }) => subject);
  };
  const before = await subjects(admin);
  expect(before).toHaveLength(3);
  const file = await downloadExport(admin, "business", (await makeExport(worker, admin, "business")).id);
  const copy = await emptyBusiness(worker);
  expect(await restoreFile(worker, copy.admin, "business", file)).toMatchObject({ status: "done", problem: null });
  const after = await subjects(copy.admin);
  expect(after).toEqual(before);
  expect(JSON.stringify(after)).toContain("Run capacitor");
}, 120_000);
