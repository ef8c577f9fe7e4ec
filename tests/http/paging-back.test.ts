import { expect, test } from "vitest";
import { draft } from "#tests/support/estimates";
import { addItem, addLocation, post, stocked } from "#tests/support/inventory";
import { threePagesAndBack } from "#tests/support/page-text";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

/** What of `pattern` the first three pages show, and the page before the third. */
async function shownOn(by: Parameters<typeof threePagesAndBack>[0], path: string, pattern: RegExp) {
  const { pages, back } = await threePagesAndBack(by, path);
  return [...pages, back].map((page) => pattern.exec(page)?.[0]);
}

test("stock movements page back one page at a time", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 10);
  for (const quantity of [7001, 7002]) await post(manager, "receipt", [{ itemId, locationId, quantity }]);
  expect(await shownOn(manager, "/inventory/movements", /\+(7,002|7,001|10)\b/)).toEqual([
    ...["+7,002", "+7,001", "+10", "+7,001"],
  ]);
});

test("reservations page back one page at a time", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 100);
  for (const quantity of [11, 12, 13])
    await manager.post("/api/inventory/reservations", { itemId, locationId, quantity });
  expect(await shownOn(manager, "/inventory/reservations", />1[123] [A-Z]/)).toEqual([
    ...[">13 E", ">12 E", ">11 E", ">12 E"],
  ]);
});

test("estimates page back one page at a time", async () => {
  const { admin } = await worker.business();
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) ids.unshift((await draft(admin)).id);
  const shown = await shownOn(admin, "/estimates", /\/estimates\/[0-9a-f-]{36}/);
  expect(shown).toEqual([ids[0], ids[1], ids[2], ids[1]].map((id) => `/estimates/${id}`));
});

test("to-dos page back one page at a time, on their own list", async () => {
  const { admin } = await worker.business();
  const titles = ["Call Ana", "Call Ben", "Call Cem"];
  for (const [at, title] of titles.entries()) await admin.post("/api/todos", { title, dueOn: `2037-01-0${at + 1}` });
  expect(await shownOn(admin, "/todos?list=unassigned", /Call (Ana|Ben|Cem)/)).toEqual([...titles, "Call Ben"]);
  for (const { id } of (await admin.get<{ items: { id: string }[] }>("/api/todos?list=unassigned")).json.items)
    await admin.post(`/api/todos/${id}/complete`, {});
  const done = await shownOn(admin, "/todos?list=done", /Call (Ana|Ben|Cem)/);
  expect(new Set(done.slice(0, 3)).size).toBe(3);
  expect(done[3]).toBe(done[1]);
});

test("locations, their labels and suppliers page back one page at a time with their filters", async () => {
  const { manager } = await worker.business();
  for (const name of ["Truck A", "Truck B", "Truck C"]) await addLocation(manager, { name, type: "truck" });
  await addLocation(manager, { name: "Truck Barn" });
  const trucks = ["Truck A", "Truck B", "Truck C", "Truck B"];
  expect(await shownOn(manager, "/inventory/locations?type=truck", /Truck [A-C]\b/)).toEqual(trucks);
  expect(await shownOn(manager, "/inventory/labels?of=locations", /Truck (?:[A-C]\b|Barn)/)).toEqual([
    ...["Truck A", "Truck B", "Truck Barn", "Truck B"],
  ]);
  for (const name of ["Ace", "Best", "Core"])
    await manager.post("/api/inventory/suppliers", { name: `${name} Supply` });
  expect(await shownOn(manager, "/inventory/suppliers?active=true", /(Ace|Best|Core) Supply/)).toEqual([
    ...["Ace Supply", "Best Supply", "Core Supply", "Best Supply"],
  ]);
});

test("stock counts and a count's lines page back one page at a time with their filters", async () => {
  const { manager } = await worker.business();
  const places = [await addLocation(manager), await addLocation(manager), await addLocation(manager)];
  const ids: string[] = [];
  for (const locationId of places) {
    const { json } = await manager.post<{ id: string }>("/api/inventory/counts", { locationId });
    ids.unshift(json.id);
  }
  expect(await shownOn(manager, "/inventory/counts?status=open", /\/counts\/[0-9a-f-]{36}/)).toEqual(
    [ids[0], ids[1], ids[2], ids[1]].map((id) => `/counts/${id}`),
  );

  const locationId = await addLocation(manager);
  for (const name of ["Coil A", "Coil B", "Coil C"]) {
    const { id: itemId } = await addItem(manager, { name });
    await post(manager, "receipt", [{ itemId, locationId, quantity: 1 }]);
  }
  const { json } = await manager.post<{ id: string }>("/api/inventory/counts", { locationId });
  const { pages, back } = await threePagesAndBack(manager, `/inventory/counts/${json.id}?view=todo`);
  const lines = [...pages, back].map((page) => /Coil [A-C]/.exec(page.split("<tbody")[1] ?? "")?.[0]);
  expect(lines).toEqual(["Coil A", "Coil B", "Coil C", "Coil B"]);
});
