import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { certify } from "#tests/support/certificate";
import { addEquipment } from "#tests/support/equipment";
import { attributes, pageText } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer, addWorkOrder, seedWorkOrders, start } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business();
const { manager, technician, technicianId, orgId } = business;
const other = await worker.business();
await certify(worker, business);

/** The labels of a record's tabs, with their counts. */
async function tabsOf(by: Visitor, path: string, label: string): Promise<string> {
  const { text } = await by.get(path);
  return pageText(text.split(`<nav aria-label="${label}"`)[1]?.split("</nav>")[0] ?? "");
}

async function customerWith(jobs: number, owner = orgId) {
  const site = await addCustomer(worker, owner, "Grace Hopper");
  const rows = Array.from({ length: jobs }, (_, index) => ({
    ...{ id: randomUUID(), number: 1000 + index, title: `Boiler ${index + 1}`, status: "unscheduled" as const },
    ...{ priority: "normal", technicianId: null, start: null },
  }));
  await seedWorkOrders(worker, owner, site, rows);
  return { site, page: `/customers/${site.customerId}` };
}

test("a customer without jobs has no tab for them, and one to write the first message", async () => {
  const site = await addCustomer(worker, orgId);
  const tabs = await tabsOf(manager, `/customers/${site.customerId}`, "Customer");
  expect(tabs).toContain("Overview");
  expect(tabs).not.toContain("Jobs");
  expect(tabs).toContain("Messages");
});

test("the tab of a customer's jobs counts and lists them all, 25 a page, newest first", async () => {
  const { site, page } = await customerWith(30);
  expect(await tabsOf(manager, page, "Customer")).toContain("Jobs30");
  const first = await manager.get(`${page}/jobs`);
  expect(databaseCosts(first).rounds).toBeLessThanOrEqual(2);
  expect(first.text.match(/Boiler \d+/g)?.slice(0, 2)).toEqual(["Boiler 30", "Boiler 29"]);
  expect(pageText(first.text)).toContain("25 of 30");
  const next = attributes(first.text, "href").find((href) => href.includes("/jobs?cursor=")) ?? "";
  const second = await manager.get(next);
  expect(pageText(second.text)).toContain("5 of 30");
  expect(second.text.match(/>Boiler \d+</g)).toEqual([5, 4, 3, 2, 1].map((number) => `>Boiler ${number}<`));
  expect((await other.manager.get(`/customers/${site.customerId}/jobs`)).status).toBe(404);
});

test("the tab of a customer's jobs pages back one page at a time", async () => {
  const { manager: owner, orgId: own } = await worker.business();
  const { page } = await customerWith(55, own);
  const shown = async (path: string | undefined) => {
    const { text } = await owner.get(path ?? "");
    const hrefs = (rel: string) =>
      attributes(new RegExp(`<a[^>]* rel="${rel}"[^>]*>`).exec(text)?.[0] ?? "", "href")[0];
    return { newest: /Boiler \d+/.exec(text)?.[0], previous: hrefs("prev"), next: hrefs("next") };
  };
  const first = await shown(`${page}/jobs`);
  const second = await shown(first.next);
  const third = await shown(second.next);
  const back = await shown(third.previous);
  expect([first, second, third, back].map(({ newest }) => newest)).toEqual([
    ...["Boiler 55", "Boiler 30", "Boiler 5", "Boiler 30"],
  ]);
  expect([first.previous, third.next]).toEqual([undefined, undefined]);
  expect((await shown(back.previous)).newest).toBe("Boiler 55");
});

test("the tab of a customer's messages is for those who may read and begin the conversations", async () => {
  const site = await addCustomer(worker, orgId, "Ana Ortega");
  const page = `/customers/${site.customerId}`;
  await worker.db
    .prepare("UPDATE customers SET phone = '+14145553001' WHERE org_id = ?1 AND id = ?2")
    .bind(orgId, site.customerId)
    .run();
  expect(await tabsOf(manager, page, "Customer"), "nothing written yet").toContain("Messages");
  const workOrder = await addWorkOrder(manager, site, { title: "No heat upstairs" });
  const thread = await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/customer-thread`, {});
  const message = { channel: "text", now: true, body: "We come at nine." };
  expect((await manager.post(`/api/threads/${thread.json.id}/customer-messages`, message)).status).toBe(201);

  const shown = await manager.get(`${page}/messages`);
  expect(databaseCosts(shown).rounds).toBeLessThanOrEqual(2);
  expect(pageText(shown.text)).toContain(`${workOrder.reference} No heat upstairsYou: We come at nine.`);
  expect(attributes(shown.text, "href")).toContain(`/messages/${thread.json.id}`);

  expect(await tabsOf(technician, page, "Customer"), "not the office").not.toContain("Messages");
  expect((await technician.get(`${page}/messages`)).text).not.toContain("We come at nine.");
  expect((await other.manager.get(`${page}/messages`)).status).toBe(404);
});

test("a work order's readings are a tab once there are any", async () => {
  const site = await addCustomer(worker, orgId);
  const unit = await addEquipment(manager, {
    ...site,
    equipmentType: "air_conditioner",
    equipmentName: "Rooftop unit",
  });
  const circuit = { name: "Circuit 1", refrigerant: "R-410A", chargeLb: 8, chargeBasis: "nameplate" };
  await manager.post(`/api/equipment/${unit.id}/service-groups`, circuit);
  const workOrder = await addWorkOrder(manager, site, { technicianId, equipmentIds: [unit.id] });
  const page = `/workorders/${workOrder.number}`;
  expect(await tabsOf(manager, page, "Work order")).not.toContain("Readings");
  const reading = { metering: "txv", suctionPsig: 118, suctionTempF: 52, liquidPsig: 340, liquidTempF: 95 };
  const at = `/api/work-orders/${workOrder.id}/equipment/${unit.id}/refrigerant-readings`;
  expect((await technician.post(at, { ...reading, targetSubcoolingF: 10, addedLb: 0.125 })).status).toBe(201);

  expect(await tabsOf(manager, page, "Work order")).toContain("Readings1");
  const shown = await technician.get(`${page}/readings`);
  expect(databaseCosts(shown).rounds).toBeLessThanOrEqual(2);
  expect(pageText(shown.text)).toMatch(/Rooftop unit .*Circuit 1 · R-410A.*Superheat .*Subcooling .*Added /);
  expect((await other.manager.get(`/workorders/${workOrder.id}/readings`)).status).toBe(404);
});

test("a certification is added in a dialog over the technician, once", async () => {
  const page = `/technicians/${technicianId}`;
  expect(attributes((await manager.get(page)).text, "href")).toContain(`${page}/certification/new`);
  const dialog = await manager.get(`${page}/certification/new`);
  expect(pageText(dialog.text)).toContain("Certification for Luis");
  const fields = { name: "NATE Heat Pump", number: "N-7", expiresOn: "2030-05-01", idempotencyKey: randomUUID() };
  for (const _ of [1, 2])
    expect(await manager.submit(`${page}/certification/new`, fields)).toMatchObject({ status: 302, location: page });
  const { certifications } = (
    await manager.get<{ certifications: { name: string; number: string | null; expiresOn: string | null }[] }>(
      `/api/technicians/${technicianId}`,
    )
  ).json;
  expect(certifications.filter(({ name }) => name === "NATE Heat Pump")).toMatchObject([
    { number: "N-7", expiresOn: "2030-05-01" },
  ]);
  const blank = { ...fields, name: "", idempotencyKey: randomUUID() };
  expect((await manager.submit(`${page}/certification/new`, blank)).text).toContain("Enter the certification");
  expect((await technician.get(`${page}/certification/new`)).status).toBe(403);
  const foreign = { ...fields, idempotencyKey: randomUUID() };
  expect((await other.manager.submit(`${page}/certification/new`, foreign)).status).toBe(404);
});

test("a card opens over the board with the job's essentials and the changes this member may make", async () => {
  const site = await addCustomer(worker, orgId, "Ada Byron");
  const workOrder = await addWorkOrder(manager, site, { title: "Noisy fan", technicianId, scheduledStart: start });
  const card = `/workorders/board/${workOrder.number}`;
  const { text } = await manager.get(`${card}?search=noisy`);
  const dialog = text.slice(text.indexOf("<dialog"));
  expect(pageText(dialog)).toMatch(/Noisy fan Scheduled.*Customer Ada Byron Address 12 Oak Street.*Technician Luis/);
  expect(attributes(dialog, "href")).toEqual(
    expect.arrayContaining([`/workorders/${workOrder.number}`, `${card}/cancel?search=noisy`]),
  );
  const dispatch = { to: "dispatched", idempotencyKey: randomUUID() };
  const sent = await manager.submit(`${card}?search=noisy`, dispatch);
  expect([sent.status, sent.location]).toEqual([302, "/workorders/board?search=noisy"]);
  expect(pageText((await manager.get(card)).text.split("<dialog")[1] ?? "")).toContain("Dispatched");
  expect((await other.manager.get(`/workorders/board/${workOrder.id}`)).status).toBe(404);
});
