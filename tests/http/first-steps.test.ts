import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import { nextYear } from "#tests/support/next-year";
import { attributes, pageText } from "#tests/support/page-text";
import { addCustomer, office, seedWorkOrders } from "#tests/support/work-orders";
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

test("the first job to dispatch is offered although the newest have nobody yet", async () => {
  const firm = await office(worker);
  const row = { status: "scheduled", priority: "normal", start: nextYear("2027-03-08T15:00:00.000Z") } as const;
  await seedWorkOrders(worker, firm.orgId, firm.site, [
    { ...row, id: randomUUID(), number: 1, title: "Ready", technicianId: firm.technicianId },
    ...Array.from({ length: 10 }, (_, at) => ({
      ...{ ...row, id: randomUUID(), number: at + 2, title: "Open", technicianId: null },
    })),
  ]);
  const { text } = await firm.admin.get("/dashboard/dispatch");
  expect(pageText(text)).toContain("WO-001 Ready");
  expect(pageText(text)).not.toContain("No scheduled job has a technician yet.");
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
