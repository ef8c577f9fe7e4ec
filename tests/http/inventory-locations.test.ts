import { expect, test } from "vitest";
import { addItem, addLocation, type InventoryRefused, post, stocked } from "#tests/support/inventory";
import { addTechnician } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

interface LocationJson {
  id: string;
  type: string;
  parentName: string | null;
  technicianId: string | null;
  capacity: number | null;
  capacityUtilization: number | null;
  onHand: number;
  version: number;
}

test("a location shows how full it is, and that it is overfull", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 30, 2);
  const truck = await addLocation(manager, { type: "truck", capacity: 40 });
  const found = async () => (await manager.get<LocationJson>(`/api/inventory/locations/${truck}`)).json;
  expect(await found()).toMatchObject({ capacity: 40, capacityUtilization: 0, onHand: 0 });
  await post(manager, "transfer", [{ itemId, locationId, toLocationId: truck, quantity: 30 }]);
  expect(await found()).toMatchObject({ capacityUtilization: 75, onHand: 30 });
  const shown = (await manager.get(`/inventory/locations/${truck}`)).text;
  expect(shown).toContain("75% of 40");
  await manager.patch(`/api/inventory/locations/${truck}`, { capacity: 20, version: (await found()).version });
  expect(await found()).toMatchObject({ capacityUtilization: 150 });
  await manager.patch(`/api/inventory/locations/${truck}`, { capacity: null, version: (await found()).version });
  expect(await found()).toMatchObject({ capacity: null, capacityUtilization: null, onHand: 30 });
});

test("there are warehouses, trucks, bins, job sites and stock in transit; only bins are inside another location", async () => {
  const { manager } = await worker.business();
  const warehouse = await addLocation(manager, { name: "Main warehouse" });
  for (const type of ["job_site", "transit"]) await addLocation(manager, { type });
  const bin = await addLocation(manager, { type: "bin", name: "Aisle 4", parentId: warehouse });
  const { json } = await manager.get<LocationJson>(`/api/inventory/locations/${bin}`);
  expect(json).toMatchObject({ type: "bin", parentName: "Main warehouse" });
  const refused = await manager.post<InventoryRefused>("/api/inventory/locations", {
    ...{ name: "Truck 3", type: "truck", parentId: warehouse },
  });
  expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, ["parentId"]]);
  const { items } = (await manager.get<{ items: LocationJson[] }>("/api/inventory/locations?type=bin")).json;
  expect(items.map(({ id }) => id)).toEqual([bin]);
});

test("a technician has one truck", async () => {
  const { manager, orgId } = await worker.business();
  const technicianId = await addTechnician(worker, orgId);
  const truck = { type: "truck", technicianId };
  const first = await addLocation(manager, truck);
  expect((await manager.get<LocationJson>(`/api/inventory/locations/${first}`)).json.technicianId).toBe(technicianId);
  const second = await manager.post<InventoryRefused>("/api/inventory/locations", { ...truck, name: "Second truck" });
  expect([second.status, second.json.message]).toEqual([409, "This technician already has a truck."]);
});

test("an item and a location can be set to inactive and back on their forms", async () => {
  const { manager } = await worker.business();
  const [item, location] = [await addItem(manager), await addLocation(manager)];
  const itemTyped = { sku: item.sku, name: "Capacitor", primaryCategory: "PARTS", baseUnit: "EA" };
  for (const { path, typed } of [
    { path: `items/${item.id}`, typed: itemTyped },
    { path: `locations/${location}`, typed: { name: "Aisle 4" } },
  ]) {
    const isActive = async () => (await manager.get<{ active: boolean }>(`/api/inventory/${path}`)).json.active;
    const box = async () => /<[^>]*name="active"[^>]*>/.exec((await manager.get(`/inventory/${path}/edit`)).text)?.[0];
    expect(await box()).toContain("checked");
    expect((await manager.submit(`/inventory/${path}/edit`, { ...typed, version: "1" })).status).toBe(302);
    expect([await isActive(), await box()]).toEqual([false, expect.not.stringContaining("checked")]);
    const again = await manager.submit(`/inventory/${path}/edit`, { ...typed, version: "2", active: "on" });
    expect([again.status, await isActive()]).toEqual([302, true]);
  }
});

test("a stale change of a location is compared with the saved one, by the fields that differ", async () => {
  const { manager, orgId } = await worker.business();
  const technicianId = await addTechnician(worker, orgId);
  const id = await addLocation(manager, { type: "truck", name: "Truck 3", capacity: 40 });
  const theirs = { version: 1, technicianId };
  expect((await manager.patch(`/api/inventory/locations/${id}`, theirs)).status).toBe(200);
  const typed = { version: "1", name: "Truck 3", capacity: "40", active: "on" };
  const page = await manager.submit(`/inventory/locations/${id}/edit`, typed);
  expect(page.status).toBe(409);
  const fields = [...page.text.matchAll(/<th scope="row"[^>]*>([^<]*)<\/th><td[^>]*>([^<]*)<\/td><td[^>]*>([^<]*)/g)];
  expect(fields.map(([, ...texts]) => texts)).toEqual([["Technician", expect.stringContaining("Mia"), "–"]]);
});

test("labels have a barcode and a QR code, in any number of copies, for items and locations", async () => {
  const { manager } = await worker.business();
  const item = await addItem(manager, { name: "Contactor", sku: "CON-240", barcode: "687152104526" });
  await addItem(manager, { name: "Fan motor", sku: "FAN-13" });
  const location = await addLocation(manager, { name: "Shelf 12" });
  const sheet = async (query: string) => (await manager.get(`/inventory/labels?${query}`)).text;
  const count = (text: string, part: string) => text.split(part).length - 1;
  const copies = await sheet(`itemId=${item.id}&copies=3`);
  expect(count(copies, 'aria-label="Barcode 687152104526"')).toBe(3);
  expect(count(copies, 'aria-label="QR code"')).toBe(3);
  const all = await sheet("sheet=roll");
  expect(all).toContain('aria-label="Barcode FAN-13"');
  expect(all).toContain('aria-label="Barcode 687152104526"');
  const places = await sheet("of=locations");
  expect(places).toContain("Shelf 12");
  expect(count(places, 'aria-label="QR code"')).toBe(1);
  expect(count(places, 'aria-label="Barcode')).toBe(0);
  expect((await sheet(`locationId=${location}`)).includes("Shelf 12")).toBe(true);
  const other = await worker.business();
  for (const of of [`itemId=${item.id}`, `locationId=${location}`])
    expect((await other.manager.get(`/inventory/labels?${of}`)).status).toBe(404);
});
