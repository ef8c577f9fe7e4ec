import { expect, test } from "vitest";
import { addItem, addLocation, type InventoryRefused, post, stocked } from "#tests/support/inventory";
import { jpegOf } from "#tests/support/pictures";
import { addServiceType } from "#tests/support/service-types";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { Layout } from "~/domain/designs/layout";

const worker = await testWorker();
const { manager, technician, orgId } = await worker.business();
const other = await worker.business();

const remove = (by: Visitor, kind: "items" | "locations", id: string) =>
  by.send<InventoryRefused>("DELETE", `/api/inventory/${kind}/${id}`, {});

/** Sends a request that must succeed. */
async function done<T>(by: Visitor, method: "POST" | "PUT", path: string, body: object): Promise<T> {
  const answer = await by.send<T>(method, `/api${path}`, { body });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

const rowsOf = async (itemId: string) =>
  Promise.all(
    ["inventory_items", "stock_balances", "stock_values", "location_levels", "supplier_items", "supplier_prices"].map(
      (table) =>
        worker.db
          .prepare(
            `SELECT count(*) n FROM ${table} WHERE org_id = ? AND ${table === "inventory_items" ? "id" : "item_id"} = ?`,
          )
          .bind(orgId, itemId)
          .first<number>("n"),
    ),
  );

const levels = { minStockLevel: 2, maxStockLevel: 5 };
const stays = {
  code: "conflict",
  message: "This item has been used, so its history stays. Set it to inactive instead.",
};
const locationStays = { ...stays, message: stays.message.replace("item", "location") };

test("deleting an unused item removes its prices, levels and picture and frees its SKU", async () => {
  const item = await addItem(manager, { sku: "TYPO-1", name: "Zymurgic valve" });
  const truck = await addLocation(manager, { type: "truck" });
  const supplier = await done<{ id: string }>(manager, "POST", "/inventory/suppliers", { name: "Valve House" });
  await done(manager, "PUT", `/inventory/suppliers/${supplier.id}/items/${item.id}`, { unitPrice: 12.5 });
  await done(manager, "PUT", `/inventory/locations/${truck}/levels/${item.id}`, levels);
  const picture = new FormData();
  picture.set("picture", new Blob([jpegOf(4, 3)], { type: "image/jpeg" }), "valve.jpg");
  await manager.send("PUT", `/api/inventory/items/${item.id}/picture`, { body: picture });
  const found = async () =>
    (await manager.get<{ items: { id: string }[] }>("/api/inventory/items?search=zymurgic")).json.items;
  expect(await found()).toMatchObject([{ id: item.id }]);
  expect(await worker.files(`items/${orgId}/${item.id}/`)).toHaveLength(1);

  expect((await remove(manager, "items", item.id)).status).toBe(204);
  expect((await manager.get(`/api/inventory/items/${item.id}`)).status).toBe(404);
  expect(await found()).toEqual([]);
  expect(await rowsOf(item.id)).toEqual([0, 0, 0, 0, 0, 0]);
  await expect.poll(() => worker.files(`items/${orgId}/${item.id}/`)).toEqual([]);
  expect((await remove(manager, "items", item.id)).status).toBe(404);
  expect((await addItem(manager, { sku: "TYPO-1" })).sku).toBe("TYPO-1");
});

test("an item in use cannot be deleted, and the error says what to do instead", async () => {
  const used = await stocked(manager, 3);
  await post(manager, "issue", [{ itemId: used.itemId, locationId: used.locationId, quantity: 3 }]);
  const reserved = await stocked(manager, 3);
  await done(manager, "POST", "/inventory/reservations", {
    ...{ itemId: reserved.itemId, locationId: reserved.locationId, quantity: 1 },
  });
  const planned = await addItem(manager);
  await addServiceType(manager, { parts: [{ inventoryItemId: planned.id, name: "Valve", quantity: 1 }] });
  const estimated = await addItem(manager);
  const lead = await done<{ id: string }>(manager, "POST", "/leads", {
    ...{ name: "Ana Ortega", phone: "4145551007", need: "New furnace" },
    place: { line1: "3318 N Oakland Ave", city: "Milwaukee", state: "WI", postalCode: "53211" },
  });
  const draft = await done<{ id: string; version: number }>(manager, "POST", "/estimates", { leadId: lead.id });
  const line = { kind: "part", description: "Valve", unitPrice: 9, quantity: 1, itemId: estimated.id };
  await done(manager, "PUT", `/estimates/${draft.id}`, {
    ...{ title: "Valve", validUntil: "2090-01-31", taxState: "unknown", taxes: [], version: draft.version },
    options: [{ name: "Good", lines: [line] }],
  });
  const supplier = await done<{ id: string }>(manager, "POST", "/inventory/suppliers", { name: "Order House" });
  const ordered = await addItem(manager);
  await done(manager, "PUT", `/inventory/suppliers/${supplier.id}/items/${ordered.id}`, { unitPrice: 12.5 });
  await done(manager, "POST", "/inventory/purchase-orders", {
    supplierId: supplier.id,
    lines: [{ itemId: ordered.id, locationId: used.locationId, quantity: 2 }],
  });
  for (const id of [used.itemId, reserved.itemId, planned.id, estimated.id, ordered.id]) {
    const before = await rowsOf(id);
    const { status, json } = await remove(manager, "items", id);
    expect([status, json.code, json.message]).toEqual([409, stays.code, stays.message]);
    expect(await rowsOf(id)).toEqual(before);
  }
});

test("an item that a job's playbook plans cannot be deleted", async () => {
  const item = await addItem(manager);
  const type = await addServiceType(manager, { parts: [{ inventoryItemId: item.id, name: "Valve", quantity: 1 }] });
  const workOrder = await addWorkOrder(manager, await addCustomer(worker, orgId), { serviceTypeId: type.id });
  const unplanned = await manager.patch(`/api/service-types/${type.id}`, { parts: [], version: type.version });
  expect(unplanned.status, unplanned.text).toBe(200);
  const { status, json } = await remove(manager, "items", item.id);
  expect([status, json.message]).toEqual([409, stays.message]);
  await worker.db
    .prepare("UPDATE work_orders SET playbook = json_set(playbook, '$.parts', json('[]')) WHERE org_id = ? AND id = ?")
    .bind(orgId, workOrder.id)
    .run();
  expect((await remove(manager, "items", item.id)).status).toBe(204);
});

test("an item in a design cannot be deleted, and the error names the design until it is deleted", async () => {
  const item = await addItem(manager);
  const design = await done<{ id: string; layout: Layout }>(manager, "POST", "/designs", {
    ...{ title: "Ortega attic", template: "split_system", siteAddressId: null },
  });
  const parts = design.layout.parts.map((part, at) => (at === 0 ? { ...part, itemId: item.id } : part));
  const layout = { ...design.layout, parts };
  await done(manager, "PUT", `/designs/${design.id}`, {
    title: "Ortega attic",
    siteAddressId: null,
    layout,
    version: 1,
  });
  const refused = await remove(manager, "items", item.id);
  expect([refused.status, refused.json.code, refused.json.message]).toEqual([
    409,
    "conflict",
    "The design “Ortega attic” uses this item. Choose another item there, or set this one to inactive instead.",
  ]);
  const keeper = await worker.member(orgId, "Technician", ["inventory.read", "inventory.write"]);
  expect((await remove(keeper, "items", item.id)).json.message).toBe(stays.message);
  expect((await remove(other.manager, "items", item.id)).status).toBe(404);
  expect((await manager.send("DELETE", `/api/designs/${design.id}`, {})).status).toBe(204);
  expect((await remove(manager, "items", item.id)).status).toBe(204);
});

test("a location can be deleted unless it ever had stock, bins or orders", async () => {
  const mistaken = await addLocation(manager, { type: "truck" });
  const item = await addItem(manager);
  await done(manager, "PUT", `/inventory/locations/${mistaken}/levels/${item.id}`, levels);
  expect((await remove(manager, "locations", mistaken)).status).toBe(204);
  expect((await manager.get(`/api/inventory/locations/${mistaken}`)).status).toBe(404);

  const { itemId, locationId } = await stocked(manager, 1);
  await post(manager, "issue", [{ itemId, locationId, quantity: 1 }]);
  const shelf = await addLocation(manager);
  await addLocation(manager, { type: "bin", parentId: shelf });
  for (const id of [locationId, shelf]) {
    const { status, json } = await remove(manager, "locations", id);
    expect([status, json.code, json.message]).toEqual([409, locationStays.code, locationStays.message]);
    expect((await manager.get(`/api/inventory/locations/${id}`)).status).toBe(200);
  }
});

test("when an item is deleted and received at once, one fails and leaves nothing behind", async () => {
  for (let round = 0; round < 10; round += 1) {
    const [item, locationId] = [await addItem(manager), await addLocation(manager)];
    const receive = () => post(manager, "receipt", [{ itemId: item.id, locationId, quantity: 1, unitCost: 2 }]);
    const [deleted, received] = await Promise.all([remove(manager, "items", item.id), receive()]);
    const wasReceived = received.status === 201;
    expect([deleted.status, wasReceived ? 201 : received.status]).toEqual(
      wasReceived ? [409, 201] : [204, received.status],
    );
    expect(received.status).toBeLessThan(500);
    expect(await rowsOf(item.id)).toEqual(wasReceived ? [1, 1, 1, 0, 0, 0] : [0, 0, 0, 0, 0, 0]);
  }
});

test("deleting requires write access and cannot reach another business", async () => {
  const [item, locationId] = [await addItem(manager), await addLocation(manager)];
  for (const [kind, id] of [
    ["items", item.id],
    ["locations", locationId],
  ] as const) {
    expect((await remove(other.manager, kind, id)).status).toBe(404);
    expect((await remove(technician, kind, id)).status).toBe(403);
    expect((await manager.get(`/api/inventory/${kind}/${id}`)).status).toBe(200);
  }
});
