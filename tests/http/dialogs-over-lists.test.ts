import { expect, test } from "vitest";
import { addItem, addLocation, post } from "#tests/support/inventory";
import { attributes } from "#tests/support/page-text";
import { setUpTechnician } from "#tests/support/technicians";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

/** The links of a page to the dialog at `path`. */
async function linksTo(by: Visitor, page: string, path: string): Promise<string[]> {
  const hrefs = attributes((await by.get(page)).text, "href");
  return hrefs.filter((href) => href.split("?")[0] === path);
}

test.each([
  ["/equipment/cylinders", "/equipment/cylinders/new", "list=returned"],
  ["/estimates", "/estimates/new", "state=draft"],
  ["/designer", "/designer/new", "limit=1"],
  ["/service-types", "/service-types/create", "active=true"],
  ["/technicians", "/technicians/invite", "status=active"],
  ["/technicians", "/technicians/teams", "status=active"],
  ["/technicians", "/technicians/holidays", "status=active"],
  ["/technicians/teams", "/technicians/teams/new", "status=active"],
])("%s opens %s over the filtered list", async (list, dialog, query) => {
  const { admin } = await worker.business();
  await admin.post("/api/designs", { title: "Floor A", template: "split_system" });
  await setUpTechnician(admin);
  expect(await linksTo(admin, `${list}?${query}`, dialog)).toEqual([`${dialog}?${query}`]);
});

test("the dialogs over the technicians return to the filtered list, also from a team's", async () => {
  const { admin } = await worker.business();
  const { location: added } = await admin.submit("/technicians/teams/new?status=active", { name: "Install crew" });
  expect(added).toBe("/technicians/teams?status=active");
  const edit = attributes((await admin.get(added ?? "")).text, "href").find((href) =>
    /teams\/[0-9a-f-]{36}/.test(href),
  );
  expect(edit).toMatch(/\?status=active$/);
  const saved = await admin.submit(edit ?? "", { name: "Install team", version: "1" });
  expect(saved.location).toBe(added);
  const id = /teams\/([^?]+)/.exec(edit ?? "")?.[1] ?? "";
  expect((await admin.submit(added ?? "", { id })).location).toBe("/technicians?status=active");
  expect((await admin.submit(added ?? "", { intent: "restore", id })).location).toBe(added);

  const day = { intent: "add", name: "Shop day", from: "2037-05-04", idempotencyKey: "shop-day" };
  const holiday = await admin.submit("/technicians/holidays?status=active", day);
  expect(holiday.location).toBe("/technicians/holidays?status=active");
  // These screens are not behind the dialogs: the list of technicians is.
  expect(await linksTo(admin, "/technicians/invitations?limit=1", "/technicians/teams")).toEqual([
    "/technicians/teams",
  ]);
});

test("levels changed on a later page of a location's stock return to it", async () => {
  const { manager } = await worker.business();
  const [locationId, other] = [await addLocation(manager), await addLocation(manager)];
  const { id: itemId } = await addItem(manager);
  await post(manager, "receipt", [{ itemId, locationId, quantity: 1 }]);
  const page = `/inventory/locations/${locationId}`;
  // Stands for the address of a page after the first 200 items.
  const query = "limit=1";
  for (const dialog of ["new", "copy", itemId])
    expect(await linksTo(manager, `${page}?${query}`, `${page}/levels/${dialog}`)).toEqual([
      `${page}/levels/${dialog}?${query}`,
    ]);
  const level = { intent: "save", minStockLevel: "1", maxStockLevel: "2" };
  expect((await manager.submit(`${page}/levels/${itemId}?${query}`, level)).location).toBe(`${page}?${query}`);
  const copied = await manager.submit(`/inventory/locations/${other}/levels/copy?${query}`, {
    fromLocationId: locationId,
  });
  expect(copied.location).toBe(`/inventory/locations/${other}?${query}`);
  const removed = await manager.submit(`${page}/levels/${itemId}?${query}`, { intent: "remove" });
  expect(removed.location).toBe(`${page}?${query}`);
});

test("canceling a count returns to the lines shown", async () => {
  const { manager } = await worker.business();
  const locationId = await addLocation(manager);
  const { id: itemId } = await addItem(manager);
  await post(manager, "receipt", [{ itemId, locationId, quantity: 1 }]);
  const { json } = await manager.post<{ id: string }>("/api/inventory/counts", { locationId });
  const count = `/inventory/counts/${json.id}`;
  const [cancel = ""] = await linksTo(manager, `${count}?view=todo`, `${count}/cancel`);
  expect(cancel).toBe(`${count}/cancel?view=todo`);
  const page = (await manager.get(`${count}?view=todo`)).text;
  const lineId = attributes(page, "value").find((value) => page.includes(`name="lineId" value="${value}"`)) ?? "";
  await manager.submit(count, { intent: "count", lineId, quantity: "1", version: "1" });
  expect(await linksTo(manager, `${count}?view=counted`, `${count}/post`)).toEqual([`${count}/post?view=counted`]);
  expect((await manager.submit(cancel, {})).location).toBe(`${count}?view=todo`);
});
