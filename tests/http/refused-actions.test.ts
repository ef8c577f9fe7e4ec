import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { pageText } from "#tests/support/page-text";
import { addServiceType } from "#tests/support/service-types";
import type { Answer } from "#tests/support/visitor";
import { addCustomer } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, orgId } = await worker.business();
const { customerId } = await addCustomer(worker, orgId, "Ada Byron");
const { id: serviceTypeId } = await addServiceType(admin);
const nowhere = randomUUID();

const alerts = ({ text }: Answer<never>) =>
  [...text.matchAll(/<p[^>]* role="alert"[^>]*>(.*?)<\/p>|<p role="alert"[^>]*>(.*?)<\/p>/gs)].map(([tag]) =>
    pageText(tag),
  );

test.each<[string, Record<string, string>, string]>([
  ["/bugscout/issues/views", { intent: "default", viewId: nowhere }, "View not found"],
  ["/bugscout/board/views", { intent: "delete", viewId: nowhere }, "View not found"],
  [
    "/bugscout/config/sync",
    { intent: "resync", host: "github", repositoryId: "1" },
    "This repository is not selected.",
  ],
  ["/bugscout/config/sync/log", { intent: "retry", id: nowhere }, "There is nothing to retry."],
  ["/settings/integrations", { intent: "test", system: "nothing" }, "Not found"],
  ["/system/deliveries", { intent: "retry", id: nowhere }, "Not found"],
  ["/settings", { intent: "keep" }, "No deletion of the business is scheduled."],
  ["/profile", { intent: "keep" }, "No deletion of your account is scheduled."],
  ["/profile", { intent: "push", id: nowhere }, "Device not found"],
  ["/profile", { intent: "calendar", id: nowhere }, "not found"],
  ["/profile", { intent: "retry", id: nowhere }, "Not found"],
  ["/industry-analysis/saved", { intent: "restore", id: nowhere }, "not found"],
  ["/estimates", { customerId: nowhere }, "Customer not found"],
  [`/customers/${customerId}/invoices`, { customerId: nowhere }, "Customer not found"],
  [`/service-types/${serviceTypeId}/tasks`, { intent: "archiveTask", id: nowhere }, "not found"],
  [`/service-types/${serviceTypeId}/playbook`, { intent: "archiveTask", id: nowhere }, "not found"],
])("a refused action on %s shows why: %o, %s", async (path, fields, message) => {
  const refused = await admin.submit(path, fields);
  expect([refused.status, alerts(refused)]).toEqual([
    expect.toSatisfy((status) => status >= 400),
    [expect.stringContaining(message)],
  ]);
});

test("a refused deletion of an issue shows why, and a refused comment is shown by its form alone", async () => {
  const issue = await admin.post<{ id: string; number: number }>("/api/issues", { title: "Board is slow", body: "" });
  const reader = await worker.member(orgId, "Technician", ["issues.read"]);
  const page = `/bugscout/issues/${issue.json.number}`;
  expect(alerts(await reader.submit(page, { intent: "delete" }))).toHaveLength(1);
  const comment = await admin.submit(page, { intent: "comment", body: "" });
  expect([comment.status, alerts(comment)]).toEqual([400, []]);
});

test("a refused choice of a household's projection shows why", async () => {
  const refused = await (await worker.household()).submit("/finances", { mode: "nothing" });
  expect([refused.status, alerts(refused).length]).toEqual([400, 1]);
});
