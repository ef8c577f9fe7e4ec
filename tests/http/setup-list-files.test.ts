import Papa from "papaparse";
import { expect, test } from "vitest";
import { newCustomer, site } from "#tests/support/customers";
import { addItem, addLocation, post } from "#tests/support/inventory";
import { addIssue } from "#tests/support/issues";
import { nextYear } from "#tests/support/next-year";
import { stranger } from "#tests/support/people";
import { addServiceType } from "#tests/support/service-types";
import { addEndpoint, businessWithPassword, webhookReceiver } from "#tests/support/webhooks";
import { addCustomer, addTechnician, dispatched } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await businessWithPassword(worker);
const { admin, manager, orgId } = business;
/** A formula a spreadsheet would run. */
const FORMULA = '=HYPERLINK("https://example.com","Due")';

/** The file a screen links to, by its header, and its name. */
async function fileOf(screen: string, path: string, by = admin) {
  const links = [...(await by.get(screen)).text.matchAll(/href="(\/api\/[^"]+\/export[^"]*)"/g)];
  const hrefs = links.map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  const href = hrefs.find((one) => one.startsWith(path));
  expect(href, `${screen} leads to ${hrefs.join(", ") || "no file"}`).toBeDefined();
  const file = await by.get(href ?? "");
  expect(file.status, file.text).toBe(200);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const { data, meta } = Papa.parse<Record<string, string>>(file.text, { header: true });
  return { header: meta.fields, rows: data };
}

const clock = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);

test("webhook endpoints are exported with their state and without their secrets", async () => {
  const { url } = await webhookReceiver();
  const events = ["work_order.created"];
  const { secret } = await addEndpoint(admin, url, { description: FORMULA, events });
  const { header, rows } = await fileOf("/settings/webhooks", "/api/webhook-endpoints/export");
  expect(header).toEqual([
    ...[
      "Address",
      "Description",
      "State",
      "Events",
      "Failing since",
      "Disabled",
      "Last event",
      "Created",
      "Created by",
    ],
  ]);
  expect(rows).toEqual([
    {
      ...{ Address: `${url}/`, Description: `'${FORMULA}`, State: "Enabled", Events: "Work order created" },
      ...{ "Failing since": "", Disabled: "", "Last event": "", Created: clock, "Created by": expect.any(String) },
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test("deleted issues are exported with their titles and the time they were deleted", async () => {
  const issue = await addIssue(admin, { title: FORMULA });
  const deleted = await admin.delete(`/api/issues/${issue.id}`);
  expect(deleted.status, deleted.text).toBeLessThan(300);
  const { header, rows } = await fileOf("/bugscout/trash", "/api/issues/trash/export");
  expect(header).toEqual(["Number", "Title", "Deleted"]);
  expect(rows).toEqual([{ Number: issue.reference, Title: `'${FORMULA}`, Deleted: clock }]);
});

test("technician invitations are exported with invitee, inviter and expiration", async () => {
  const { email } = stranger();
  const person = { firstName: FORMULA, lastName: "Ortega", email };
  const sent = await admin.submit("/technicians/invite", person);
  expect(sent.status, sent.text).toBe(302);
  const { header, rows } = await fileOf("/technicians/invitations", "/api/technicians/invitations/pending/export");
  expect(header).toEqual(["First name", "Last name", "Email", "State", "Mail", "Sent", "Expires", "Invited by"]);
  expect(rows).toEqual([
    {
      ...{ "First name": `'${FORMULA}`, "Last name": "Ortega", Email: email, State: "Pending", Mail: "Sent" },
      ...{ Sent: clock, Expires: clock, "Invited by": expect.stringMatching(/\w/) },
    },
  ]);
});

test("a day's picks are exported with truck, location and job", async () => {
  const technicianId = await addTechnician(worker, orgId);
  const truck = await addLocation(manager, { name: FORMULA, type: "truck", technicianId });
  const shelf = await addLocation(manager, { name: "Shelf 4" });
  const item = await addItem(manager, { name: "@Capacitor" });
  await post(manager, "receipt", [{ itemId: item.id, locationId: shelf, quantity: 3, unitCost: 4 }]);
  const parts = [{ inventoryItemId: item.id, name: "Capacitor", quantity: 2 }];
  const { id: serviceTypeId } = await addServiceType(manager, { parts });
  const office = { ...business, technicianId, site: await addCustomer(worker, orgId) };
  const workOrder = await dispatched(office, {
    serviceTypeId,
    technicianId,
    scheduledStart: nextYear("2027-03-08T15:00:00Z"),
  });
  expect(truck).not.toBe(shelf);
  const { header, rows } = await fileOf(
    nextYear(`/inventory/picks?date=2027-03-08&technicianId=${technicianId}`),
    "/api/inventory/picks/export",
  );
  expect(header).toEqual([...["Truck", "Technician", "From", "SKU", "Item", "Quantity", "Work order", "Job", "Start"]]);
  expect(rows).toEqual([
    {
      ...{ Truck: `'${FORMULA}`, Technician: expect.stringContaining("Mia"), From: "Shelf 4", SKU: item.sku },
      ...{ Item: "'@Capacitor", Quantity: "2 EA", "Work order": workOrder.reference, Job: workOrder.title },
      Start: nextYear("2027-03-08 09:00"),
    },
  ]);
});

test("a customer's estimates are exported separately, with totals as numbers", async () => {
  const { admin: owner } = await worker.business();
  const [customer, neighbor] = await Promise.all(
    ["Bakery", "Brewery"].map((companyName) =>
      newCustomer(owner, { customerType: "commercial", companyName, addresses: [site] }),
    ),
  );
  for (const { id } of [customer, neighbor].filter((one) => one !== undefined)) {
    const made = await owner.post<{ id: string; version: number }>("/api/estimates", { customerId: id });
    expect(made.status, made.text).toBe(201);
    const lines = [{ description: "Furnace", unitPrice: 3000, quantity: 1, kind: "part", taxable: true }];
    const saved = await owner.put(`/api/estimates/${made.json.id}`, {
      ...{ title: FORMULA, validUntil: "2090-01-31", version: made.json.version, options: [{ name: "Good", lines }] },
      ...{ taxState: "known", taxes: [{ name: "Sales tax", rate: 5.5 }] },
    });
    expect(saved.status, saved.text).toBe(200);
  }
  const { header, rows } = await fileOf(`/customers/${customer?.number}/estimates`, "/api/estimates/export", owner);
  expect(header).toEqual([
    ...["Number", "Title", "State", "For", "Lead", "Customer number", "Work order", "Sent", "Valid until", "Total"],
    ...["Approved", "Created"],
  ]);
  expect(rows).toEqual([
    {
      ...{ Number: "Draft", Title: `'${FORMULA}`, State: "Draft", For: "Bakery", Lead: "", Sent: "", Approved: "" },
      ...{ "Customer number": String(customer?.number), "Work order": "", "Valid until": "2090-01-31" },
      ...{ Total: "3165.00", Created: clock },
    },
  ]);
});
