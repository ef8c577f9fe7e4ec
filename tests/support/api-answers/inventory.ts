import { nextYear } from "#tests/support/next-year";
import { jpegOf } from "#tests/support/pictures";
import type { Visitor } from "#tests/support/visitor";
import { ask, type Made } from "./requests";

export async function inventory(admin: Visitor) {
  const item = await ask(admin, "POST", "/inventory/items", {
    ...{ sku: "CAP-1", name: "Capacitor", primaryCategory: "PARTS", baseUnit: "EA" },
  });
  const imported = {
    rows: [{ line: 2, cells: { sku: "IMP-1", name: "Igniter", primaryCategory: "Parts", baseUnit: "EA" } }],
  };
  await ask(admin, "POST", "/inventory/items/import/preview", imported);
  await ask(admin, "POST", "/inventory/items/import", imported);
  await ask(admin, "GET", "/inventory/items/sku/cap-1");
  await ask(admin, "GET", "/inventory/items/export?active=true");
  await ask(admin, "GET", "/inventory/stock/export");
  await ask(admin, "GET", `/inventory/items/${item.id}`);
  await ask(admin, "PATCH", `/inventory/items/${item.id}`, { version: item.version, unitCost: 12.5 });
  const location = await ask(admin, "POST", "/inventory/locations", { name: "Annex", type: "warehouse" });
  await ask(admin, "GET", `/inventory/locations/${location.id}`);
  await ask(admin, "PATCH", `/inventory/locations/${location.id}`, { version: location.version, capacity: 500 });
  const at = { itemId: item.id, locationId: location.id };
  await ask(admin, "POST", "/inventory/movements", { kind: "receipt", lines: [{ ...at, quantity: 4 }] });
  const typo = { name: "Typo", primaryCategory: "PARTS", baseUnit: "EA" };
  const mistaken = await ask(admin, "POST", "/inventory/items", { ...typo, sku: "CAP-TYPO" });
  await ask(admin, "DELETE", `/inventory/items/${mistaken.id}`);
  const nowhere = await ask(admin, "POST", "/inventory/locations", { name: "Typo", type: "warehouse" });
  await ask(admin, "DELETE", `/inventory/locations/${nowhere.id}`);
  await ask(admin, "GET", `/inventory/items/${item.id}/stock`);
  await ask(admin, "GET", `/inventory/items/${item.id}/history`);
  const picture = new FormData();
  picture.set("picture", new Blob([jpegOf(4, 3)], { type: "image/jpeg" }), "part.jpg");
  await ask(admin, "PUT", `/inventory/items/${item.id}/picture`, picture);
  await ask(admin, "GET", `/inventory/items/${item.id}/picture`);
  await ask(admin, "DELETE", `/inventory/items/${item.id}/picture`);
  await ask(admin, "GET", "/inventory/stock?asOf=2027-01-01T00:00:00Z");
  await ask(admin, "GET", `/inventory/items/${item.id}/nearest?workOrderId=WO-001`);
  const { items } = await ask<{ items: Made[] }>(admin, "GET", `/inventory/movements?itemId=${item.id}`);
  const reservation = await ask(admin, "POST", "/inventory/reservations", { ...at, quantity: 1 });
  await ask(admin, "GET", `/inventory/reservations/${reservation.id}`);
  await ask(admin, "POST", `/inventory/reservations/${reservation.id}/release`);
  await ask(admin, "POST", "/inventory/movements", { kind: "receipt", lines: [{ ...at, quantity: 1 }] });
  const used = await ask(admin, "POST", "/inventory/reservations", { ...at, quantity: 1 });
  await ask(admin, "POST", `/inventory/reservations/${used.id}/fulfill`, { quantity: 1 });
  const van = await ask(admin, "POST", "/inventory/locations", { name: "Van", type: "truck" });
  const ofVan = `/inventory/locations/${van.id}`;
  await ask(admin, "PUT", `${ofVan}/levels/${item.id}`, { minStockLevel: 1, maxStockLevel: 2 });
  await ask(admin, "GET", `${ofVan}/stock`);
  await ask(admin, "GET", `${ofVan}/restock?fromLocationId=${location.id}`);
  await ask(admin, "POST", `${ofVan}/restock`, { fromLocationId: location.id });
  await ask(admin, "POST", `/inventory/locations/${location.id}/levels/copy`, { fromLocationId: van.id });
  await ask(admin, "DELETE", `${ofVan}/levels/${item.id}`);
  const count = await ask(admin, "POST", "/inventory/counts", { locationId: location.id });
  const counted = `/inventory/counts/${count.id}`;
  await ask(admin, "GET", counted);
  await ask(admin, "GET", `${counted}/lines`);
  const line = await ask(admin, "POST", `${counted}/lines`, { code: "cap-1" });
  await ask(admin, "PUT", `${counted}/lines/${line.id}`, { quantity: 4, version: line.version });
  await ask(admin, "POST", `${counted}/post`);
  const another = await ask(admin, "POST", "/inventory/counts", { locationId: location.id, scope: "empty" });
  await ask(admin, "POST", `/inventory/counts/${another.id}/cancel`);
  await ask(admin, "GET", `/inventory/movements/${items[0]?.id}`);
  await expiredLot(admin, { itemId: item.id, locationId: location.id });
  await ask(admin, "POST", `/inventory/movements/${items[0]?.id}/reverse`, { note: "Entered twice" });
}

export async function purchasing(admin: Visitor) {
  const supplier = await ask(admin, "POST", "/inventory/suppliers", { name: "Counter Supply" });
  const at = `/inventory/suppliers/${supplier.id}`;
  await ask(admin, "GET", at);
  await ask(admin, "PATCH", at, { version: supplier.version, leadTimeDays: 3 });
  const item = await ask(admin, "POST", "/inventory/items", {
    ...{ sku: "BOUGHT-1", name: "Contactor", primaryCategory: "PARTS", baseUnit: "EA" },
  });
  await ask(admin, "PUT", `${at}/items/${item.id}`, { partNumber: "4711", price: 14.65, preferred: true });
  await ask(admin, "GET", `${at}/items`);
  await ask(admin, "GET", `${at}/items/export`);
  await ask(admin, "GET", `/inventory/items/${item.id}/suppliers`);
  const place = await ask(admin, "POST", "/inventory/locations", { name: "Dock", type: "warehouse" });
  const lines = [{ itemId: item.id, locationId: place.id, quantity: 4 }];
  const order = await ask(admin, "POST", "/inventory/purchase-orders", { supplierId: supplier.id, lines });
  const orderAt = `/inventory/purchase-orders/${order.id}`;
  await ask(admin, "PUT", orderAt, { supplierId: supplier.id, lines, note: "Call first", version: 1 });
  await ask(admin, "GET", "/inventory/purchase-orders");
  await ask(admin, "POST", `${orderAt}/place`, { method: "phone", version: 2 });
  const mail = { to: "counter@example.com", subject: "Our order", message: "Please confirm.", version: 3 };
  await ask(admin, "POST", `${orderAt}/send`, mail);
  await ask(admin, "GET", `${orderAt}/pdf`);
  await ask(admin, "POST", `${orderAt}/receive`, { version: 4, lines: [{ position: 1, quantity: 1 }] });
  await ask(admin, "POST", `${orderAt}/cancel`, { version: 5, reason: "Discontinued" });
  await ask(admin, "GET", orderAt);
  await ask(admin, "GET", "/inventory/reorder");
  const reorder = { locationId: place.id, lines: [{ itemId: item.id, quantity: 3 }] };
  const [drafted] = (await ask<{ ids: string[] }>(admin, "POST", "/inventory/reorder", reorder)).ids;
  await ask(admin, "DELETE", `/inventory/purchase-orders/${drafted}`);
  await ask(admin, "DELETE", `${at}/items/${item.id}`);
}

async function expiredLot(admin: Visitor, at: { itemId?: string; locationId?: string }) {
  const lot = { lotNumber: "L-1", expiresOn: "2026-01-31" };
  await ask(admin, "POST", "/inventory/movements", { kind: "receipt", lines: [{ ...at, quantity: 1, ...lot }] });
  const { items } = await ask<{ items: Made[] }>(admin, "GET", "/inventory/lots?expiresWithin=0");
  await ask(admin, "GET", `/inventory/lots/${items[0]?.id}`);
  const correction = { expiresOn: "2026-01-30", previousExpiresOn: lot.expiresOn, reason: "Misread" };
  await ask(admin, "PATCH", `/inventory/lots/${items[0]?.id}`, correction);
  await ask(admin, "POST", `/inventory/lots/${items[0]?.id}/write-off`);
}

export async function loadedTruck(admin: Visitor, workOrder: object) {
  const item = await ask(admin, "POST", "/inventory/items", {
    ...{ sku: "LOADED-1", name: "Igniter", primaryCategory: "PARTS", baseUnit: "EA" },
  });
  const type = await ask(admin, "POST", "/service-types", {
    ...{ name: "Igniter swap", parts: [{ inventoryItemId: item.id, name: "Igniter", quantity: 2 }] },
  });
  const when = { scheduledStart: nextYear("2027-03-09T15:00:00Z"), overrideReason: "Any day" };
  const { id } = await ask(admin, "POST", "/work-orders", { ...workOrder, ...when, serviceTypeId: type.id });
  const place = await ask(admin, "POST", "/inventory/locations", { name: "Cage", type: "warehouse" });
  const at = { itemId: item.id, locationId: place.id, quantity: 1 };
  await ask(admin, "POST", "/inventory/movements", { kind: "receipt", lines: [{ ...at, quantity: 2 }] });
  await ask(admin, "GET", `/work-orders/${id}/truck-check`);
  const pick = await ask<{ reservationId: string }>(admin, "POST", `/work-orders/${id}/truck-check/picks`, at);
  await ask(admin, "POST", `/inventory/picks/${pick.reservationId}/load`);
  await ask(admin, "POST", `/work-orders/${id}/truck-check/transfers`, at);
}
