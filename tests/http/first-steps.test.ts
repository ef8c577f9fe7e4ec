import { expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import { attributes, pageText } from "#tests/support/page-text";
import { addCustomer } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, technician, orgId } = await worker.business();
const site = await addCustomer(worker, orgId, "Ada Byron");
const unit = await addEquipment(admin, { ...site, equipmentName: "Gas furnace" });
const customer = `/customers/${site.customerId}`;

const screens: [path: string, step: string, href: RegExp | null][] = [
  [customer, "Book the first one", /^\/workorders\/create\?customerId=/],
  [`${customer}/jobs`, "Book the first one", /^\/workorders\/create\?customerId=/],
  [`${customer}/invoices`, "Create the first invoice", null],
  [`/equipment/${unit.id}/history`, "Book the first one", /^\/workorders\/create\?customerId=.+equipmentIds=/],
  ["/equipment/cylinders", "Add the first cylinder", /^\/equipment\/cylinders\/new$/],
  ["/technicians/invitations", "Invite a technician", /^\/technicians\/invite$/],
];

test.each(screens)("%s is empty at first and offers to begin: %s", async (path, step, href) => {
  const { status, text } = await admin.get(path);
  expect(status).toBe(200);
  expect(pageText(text)).toContain(step);
  if (href) expect(attributes(text, "href")).toContainEqual(expect.stringMatching(href));
  expect(pageText((await technician.get(path)).text)).not.toContain(step);
});

test.each([
  ["/equipment?search=nothing-by-this-name", "Clear search and filters", "/equipment"],
  ["/equipment/cylinders?q=nothing-by-this-name", "Clear search and filter", "/equipment/cylinders"],
  ["/equipment/due", "Choose equipment", "/equipment"],
])("%s finds nothing and leads on: %s", async (path, step, href) => {
  const { text } = await admin.get(path);
  expect(pageText(text)).toContain(step);
  expect(attributes(text, "href")).toContain(href);
});
