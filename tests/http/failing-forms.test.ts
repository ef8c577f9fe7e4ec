import { expect, test } from "vitest";
import { pageText } from "#tests/support/page-text";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager, orgId } = await worker.business();
const site = await addCustomer(worker, orgId, "Header Stays");
const workOrder = await addWorkOrder(manager, site, { title: "Title stays" });

/** What the page's own action cannot read. */
const fail = (path: string) =>
  manager.send<never>("POST", path, {
    body: "no form",
    headers: { "content-type": "text/plain", accept: "text/html" },
  });

test("a failing edit form keeps the customer's header", async () => {
  const page = await fail(`/customers/${site.customerId}/edit`);
  expect(page.status).toBe(415);
  expect(pageText(page.text)).toContain("This page accepts forms only.");
  expect(page.text).toMatch(/<h1[^>]*>(?:[^<]|<(?!\/h1))*Header Stays/);
});

test.each(["notes", "tasks", "signature"])("a failing form of a work order's %s keeps the work order", async (part) => {
  const page = await fail(`/workorders/${workOrder.id}/${part}`);
  expect(page.status).toBe(415);
  expect(page.text).toMatch(/<h1[^>]*>(?:[^<]|<(?!\/h1))*Title stays/);
  expect(pageText(page.text)).toContain("No notes yet");
});
