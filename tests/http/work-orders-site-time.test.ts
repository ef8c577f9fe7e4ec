import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { businessToday } from "#tests/support/clock";
import { newAddress, newCustomer } from "#tests/support/customers";
import { addEquipment } from "#tests/support/equipment";
import { addItem, addLocation, post } from "#tests/support/inventory";
import { nextYear } from "#tests/support/next-year";
import { addServiceType } from "#tests/support/service-types";
import { addCustomer, addWorkOrder, moveTo, readWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { Address } from "~/domain/addresses/schema";
import { instantOf } from "~/domain/shared/time/time-zones";

// The business is in Chicago's zone; it has a customer in Phoenix, two hours behind in summer and one in winter.
const worker = await testWorker();

const phoenix = { line1: "1420 W Palm Ln", city: "Phoenix", state: "AZ", postalCode: "85007" };

async function phoenixOffice() {
  const business = await worker.business();
  const { id: customerId } = await newCustomer(business.manager);
  const address = await newAddress(business.manager, customerId, phoenix);
  return { ...business, site: { customerId, siteAddressId: address.id }, address };
}

const monday = { startDate: nextYear("2027-11-22"), startTime: "09:00" };
const nineInPhoenix = nextYear("2027-11-22T16:00:00.000Z");

test("an address gets the time zone of its ZIP code, however it is created", async () => {
  const { manager, address, site } = await phoenixOffice();
  expect(address.timeZone).toBe("America/Phoenix");
  const form = {
    ...{ customerType: "residential", status: "active", firstName: "Ana", lastName: "Begay" },
    ...{ billingIsService: "on", idempotencyKey: randomUUID() },
  };
  const place = { line1: "1 Main St", city: "Window Rock", state: "AZ", postalCode: "86515" };
  const sent = await manager.submit("/customers/create", {
    ...form,
    ...Object.fromEntries(Object.entries(place).map(([name, value]) => [`service.${name}`, value])),
  });
  const made = await manager.get<{ addresses: Address[] }>(`/api${sent.location}`);
  expect(made.json.addresses.map((one) => one.timeZone)).toEqual(["America/Denver", "America/Denver"]);
  const dialog = await manager.submit(`/customers/${site.customerId}/addresses/new`, {
    ...{ type: "service", ...place, postalCode: "85004", timeZone: "", idempotencyKey: randomUUID() },
  });
  expect(dialog.status).toBe(302);
  const { json } = await manager.get<{ items: Address[] }>(`/api/addresses?customerId=${site.customerId}`);
  expect(json.items.map((one) => one.timeZone)).toEqual(["America/Phoenix", "America/Phoenix"]);
});

test("an address that moves gets the time zone of its new ZIP code; a zone chosen manually stays until then", async () => {
  const { manager, address } = await phoenixOffice();
  const change = async (version: number, facts: object) =>
    (await manager.patch<Address>(`/api/addresses/${address.id}`, { version, ...facts })).json.timeZone;
  expect(await change(1, { line1: "2 Other St" })).toBe("America/Phoenix");
  expect(await change(2, { timeZone: "America/Denver" })).toBe("America/Denver");
  expect(await change(3, { line1: "3 Other St", timeZone: "America/Denver" })).toBe("America/Denver");
  expect(await change(4, { state: "CA", postalCode: "90210", timeZone: "America/Denver" })).toBe("America/Los_Angeles");
  expect(await change(5, { timeZone: "America/Denver" })).toBe("America/Denver");
  expect(await change(6, { timeZone: null })).toBe("America/Los_Angeles");
});

test("a new work order is booked in the property's time zone, at an existing or a new address of the customer", async () => {
  const { manager, site } = await phoenixOffice();
  const sent = await manager.submit("/workorders/create", {
    ...{ title: "No cooling", ...site, ...monday, durationMinutes: "60", idempotencyKey: randomUUID() },
  });
  expect(sent.location).toBe("/workorders/1");
  expect((await readWorkOrder(manager)).scheduledStart).toBe(nineInPhoenix);
  const shown = await manager.get("/workorders/1");
  expect(shown.text).toMatch(/9:00.AM.MST/);
  const elsewhere = await addCustomer(worker, (await worker.business()).orgId);
  expect(elsewhere.customerId).not.toBe(site.customerId);
  const fresh = await manager.submit("/workorders/create", {
    ...{ title: "No heat", customerId: site.customerId, ...monday, durationMinutes: "60" },
    ...{ "newSite.line1": "9 Pine St", "newSite.city": "Los Angeles", "newSite.state": "CA" },
    ...{ "newSite.postalCode": "90012", idempotencyKey: randomUUID() },
  });
  expect(fresh.location).toBe("/workorders/2");
  expect((await readWorkOrder(manager, 2)).scheduledStart).toBe(nextYear("2027-11-22T17:00:00.000Z"));
  for (const path of ["/workorders", "/workorders/board"]) {
    const { text } = await manager.get(path);
    for (const time of [/9:00.AM.MST/, /9:00.AM.PST/]) expect(text, path).toMatch(time);
  }
});

test("scheduling forms state the time zone they use", async () => {
  const { manager, site, orgId } = await phoenixOffice();
  const local = await addCustomer(worker, orgId, "Ada Byron");
  const { number } = await addWorkOrder(manager, site);
  const here = await addWorkOrder(manager, local);
  for (const path of [`/workorders/create?customerId=${site.customerId}`, `/workorders/${number}/edit`]) {
    expect((await manager.get(path)).text, path).toContain("Times are Mountain Standard Time, at the property.");
  }
  expect((await manager.get(`/workorders/${number}/schedule`)).text).toContain(
    "Times are Mountain Standard Time, at the property.",
  );
  expect((await manager.get(`/workorders/${here.number}/edit`)).text).toContain("Times are Central Time.");
});

test("the schedule dialog and the edit form use the property's time zone", async () => {
  const { manager, site, orgId } = await phoenixOffice();
  const { number, id } = await addWorkOrder(manager, site);
  const scheduled = await manager.submit(`/workorders/${number}/schedule`, {
    ...{ ...monday, durationMinutes: "60", idempotencyKey: randomUUID() },
  });
  expect(scheduled.status).toBe(302);
  expect((await readWorkOrder(manager, id)).scheduledStart).toBe(nineInPhoenix);
  const form = await manager.get(`/workorders/${number}/edit`);
  expect(form.text).toContain('value="09:00"');
  const edit = async (fields: Record<string, string>) => {
    const { version } = await readWorkOrder(manager, id);
    const answer = await manager.submit(`/workorders/${number}/edit`, {
      ...{ title: "No cooling", priority: "normal", ...site, ...monday, durationMinutes: "60" },
      ...{ ...fields, version: String(version), idempotencyKey: randomUUID() },
    });
    expect(answer.status, answer.text.slice(0, 300)).toBe(302);
    return (await readWorkOrder(manager, id)).scheduledStart;
  };
  expect(await edit({ title: "Warm upstairs" })).toBe(nineInPhoenix);
  expect(await edit({ startTime: "10:00" })).toBe(nextYear("2027-11-22T17:00:00.000Z"));
  // Nine o'clock at the new site, whatever the time was at the old one.
  const california = await newAddress(manager, site.customerId, { ...phoenix, state: "CA", postalCode: "90012" });
  expect(await edit({ startTime: "10:00", siteAddressId: california.id })).toBe(nextYear("2027-11-22T18:00:00.000Z"));
  expect(orgId).toBeTruthy();
});

test("every list of jobs shows the property's time with the tag of its zone", async () => {
  const { manager, site, technicianId } = await phoenixOffice();
  const unit = await addEquipment(manager, { customerId: site.customerId, siteAddressId: site.siteAddressId });
  const item = await addItem(manager);
  const shelf = await addLocation(manager, { name: "Shelf" });
  await post(manager, "receipt", [{ itemId: item.id, locationId: shelf, quantity: 3, unitCost: 4 }]);
  const { id: serviceTypeId } = await addServiceType(manager, {
    parts: [{ inventoryItemId: item.id, name: "Capacitor", quantity: 2 }],
  });
  const day = businessToday();
  const { number } = await addWorkOrder(manager, site, {
    ...{ serviceTypeId, technicianId, equipmentIds: [unit.id], overrideReason: "Agreed" },
    scheduledStart: new Date(instantOf({ date: day, time: "12:00" }, "America/Phoenix").instant).toISOString(),
  });
  const lists = [
    ...["/dashboard", `/equipment/${unit.id}/history`, `/inventory/picks?date=${day}`],
    ...["/properties", "/properties/1", "/properties/1/visits", "/properties/1/history"],
    ...[`/map?date=${day}`, `/map2?date=${day}`, `/map2/${number}?date=${day}`],
  ];
  for (const path of lists) {
    const { status, text } = await manager.get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(text, path).toMatch(/12:00.PM.MST/);
  }
  expect((await manager.get("/dashboard/dispatch")).text).toMatch(/12:00.PM.MST/);
  expect((await manager.get(`/dashboard/job?customerId=${site.customerId}`)).text).toContain(
    "Times are Mountain Standard Time, at the property.",
  );
});

test("a completed job cannot be closed with one click, even at no charge", async () => {
  const { manager, site, technician, technicianId } = await phoenixOffice();
  const { number, id } = await addWorkOrder(manager, site, {
    ...{ noCharge: true, technicianId, scheduledStart: nineInPhoenix, overrideReason: "Agreed" },
  });
  for (const status of ["dispatched", "in_progress", "completed"]) {
    const by = status === "dispatched" ? manager : technician;
    expect((await moveTo(by, id, { status })).json.status).toBe(status);
  }
  const page = await manager.get(`/workorders/${number}`);
  expect(page.text).not.toMatch(/<(button|input)[^>]*value="closed"/);
  const dialog = await manager.get(`/workorders/${number}/close`);
  expect(dialog.text).toContain("A closed work order can&#x27;t be changed.");
});
