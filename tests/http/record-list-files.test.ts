import { randomUUID } from "node:crypto";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import { addItem } from "#tests/support/inventory";
import type { Visitor } from "#tests/support/visitor";
import { addWorkOrder, dispatched, type Office, office, seedWorkOrders } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();
const firm = await office(worker);
const other = await office(worker);
const { admin, manager, technician, technicianId, orgId, site } = firm;
const bare = await worker.member(orgId, "Technician", []);

interface List<Item> {
  items: Item[];
  nextCursor: string | null;
}

async function rowsOf(by: Visitor, path: string): Promise<Record<string, string>[]> {
  const file = await by.get(path);
  expect(file.status, file.text).toBe(200);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return Papa.parse<Record<string, string>>(file.text, { header: true, skipEmptyLines: true }).data;
}

const listOf = async <Item>(by: Visitor, path: string) => (await by.get<List<Item>>(path)).json.items;

async function made<T extends { id: string }>(by: Visitor, path: string, body: object): Promise<T> {
  const answer = await by.post<T>(path, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

/** The file's name, and who is refused it; another business is told that there is no such record. */
async function guarded(path: string, name: string): Promise<void> {
  const file = await admin.get(path);
  expect(file.headers.get("content-disposition")).toMatch(
    new RegExp(`^attachment; filename="${name}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
  );
  expect((await bare.get(path)).status).toBe(403);
  expect((await worker.visitor().get(path)).status).toBe(401);
  expect((await other.admin.get(path)).status).toBe(404);
}

test("a property's history is exported with all of its jobs, newest first", async () => {
  const { admin: by, orgId: own, site: place, manager: planner } = await office(worker);
  await seedWorkOrders(
    ...([worker, own, place] as const),
    Array.from({ length: 120 }, (_, n) => ({
      ...{ id: `old-${String(n).padStart(4, "0")}`, number: n + 1000, title: `Old ${n}`, status: "closed" as const },
      ...{ priority: "normal", technicianId: null, start: null },
    })),
  );
  await addWorkOrder(planner, place, { title: "@No heat" });
  const path = `/api/sites/${place.siteAddressId}/history`;
  const rows = await rowsOf(by, `${path}/export`);
  const list = await listOf<{ reference: string; title: string }>(by, `${path}?limit=100`);
  expect([rows.length, list.length]).toEqual([121, 100]);
  expect(rows.slice(0, 100).map((row) => row["Work order"])).toEqual(list.map(({ reference }) => reference));
  expect(rows.map(({ Job }) => Job)).toContain("'@No heat");
  expect((await by.get(`/properties/${place.siteAddressId}/history`)).text).toContain(`href="${path}/export"`);
  await guarded(`/api/sites/${site.siteAddressId}/history/export`, "property-history");
});

test("the history of equipment is exported with all of its jobs, and the screen has pages of them", async () => {
  const unit = await addEquipment(manager, { customerId: site.customerId, addressId: site.siteAddressId });
  const titles = Array.from({ length: 23 }, (_, n) => (n === 0 ? "=First" : `Visit ${n}`));
  for (const title of titles) await addWorkOrder(manager, site, { title, equipmentIds: [unit.id] });
  const path = `/api/equipment/${unit.id}/history/export`;
  const rows = await rowsOf(manager, path);
  expect(rows.map(({ Job }) => Job)).toEqual([...titles.slice(1).toReversed(), "'=First"]);
  expect(rows[0]?.["Work order"]).toMatch(/^WO-\d+$/);
  const screen = await admin.get(`/equipment/${unit.id}/history`);
  for (const shown of [`href="${path}"`, "Visit 22", "Visit 3", "20 jobs"]) expect(screen.text).toContain(shown);
  expect(screen.text).not.toContain("=First");
  const next = /history\?cursor=[^"]+/.exec(screen.text)?.[0] ?? "";
  expect((await admin.get(`/equipment/${unit.id}/${next}`)).text).toContain("=First");
  await guarded(path, "equipment-history");
});

test("the jobs of equipment are hidden from users who may not see work orders", async () => {
  const unit = await addEquipment(manager, { customerId: site.customerId, addressId: site.siteAddressId });
  await addWorkOrder(manager, site, { title: "Secret visit", equipmentIds: [unit.id] });
  const reader = await worker.member(orgId, "Manager", ["equipment.read"]);
  expect((await reader.get(`/api/equipment/${unit.id}/history/export`)).status).toBe(403);
  expect((await reader.get(`/equipment/${unit.id}/history`)).text).not.toContain("Secret visit");
  const overview = await reader.get(`/equipment/${unit.id}`);
  expect([overview.status, overview.text.includes(`href="/equipment/${unit.id}/history"`)]).toEqual([200, false]);
  expect((await manager.get(`/equipment/${unit.id}`)).text).toContain(`href="/equipment/${unit.id}/history"`);
});

/** A circuit of R-410A on a job of the technician. */
async function circuitOnWorkOrder({ manager: by, site: place, technicianId: who }: Office) {
  const unit = await addEquipment(by, {
    ...{ equipmentType: "air_conditioner", customerId: place.customerId, addressId: place.siteAddressId },
  });
  const group = { name: "-Circuit 1", refrigerant: "R-410A", chargeLb: 8, chargeBasis: "nameplate" };
  await by.post(`/api/equipment/${unit.id}/service-groups`, group);
  const workOrder = await addWorkOrder(by, place, { technicianId: who, equipmentIds: [unit.id] });
  return { unit, at: `/api/work-orders/${workOrder.id}/equipment/${unit.id}/refrigerant-readings` };
}

test("the refrigerant readings of equipment are exported for the chosen days, as on the screen", async () => {
  const { unit, at } = await circuitOnWorkOrder(firm);
  const measured = { metering: "txv", suctionPsig: 118, suctionTempF: 52, liquidPsig: 340, liquidTempF: 95 };
  const days = [0, 10, 40];
  for (const ago of days) {
    const { id } = await made(technician, at, { ...measured, notes: `@${ago} days ago` });
    await worker.db
      .prepare("UPDATE refrigerant_readings SET taken_at = ? WHERE org_id = ? AND id = ?")
      .bind(new Date(Date.now() - ago * 86_400_000).toISOString(), orgId, id)
      .run();
  }
  const path = `/api/equipment/${unit.id}/refrigerant-readings/history`;
  const rows = await rowsOf(manager, `${path}/export`);
  const list = await listOf<{ notes: string; suctionPsig: number }>(manager, path);
  expect(rows.map(({ Notes }) => Notes)).toEqual(list.map(({ notes }) => `'${notes}`));
  expect(rows[0]).toMatchObject({ Circuit: "'-Circuit 1", "Suction psig": "118", "Liquid °F": "95" });
  expect(Number(rows[0]?.["Subcooling °F"])).toBeGreaterThan(5);
  const from = addDays(wallTimeOf(Date.now(), "UTC").date, -15);
  const narrowed = `startDate=${from}`;
  expect((await rowsOf(manager, `${path}/export?${narrowed}`)).map(({ Notes }) => Notes)).toEqual([
    "'@0 days ago",
    "'@10 days ago",
  ]);
  expect((await manager.get(`${path}/export?startDate=soon`)).status).toBe(400);
  expect((await admin.get(`/equipment/${unit.id}/readings?${narrowed}`)).text).toContain(
    `href="${path}/export?${narrowed}"`,
  );
  await guarded(`${path}/export`, "refrigerant-readings");
});

test("a cylinder's entries are exported in the ledger's order", async () => {
  const { id } = await made(manager, "/api/refrigerant-cylinders", {
    ...{ number: `=C-${randomUUID().slice(0, 8)}`, refrigerant: "R-410A", kind: "virgin" },
    ...{ tareLb: 5, capacityLb: 25, grossLb: 25, holderId: technicianId },
  });
  const path = `/api/refrigerant-cylinders/${id}/entries`;
  const rows = await rowsOf(manager, `${path}/export`);
  const list = await listOf<{ kind: string; beforeLb: number; afterLb: number }>(manager, path);
  expect(rows.map((row) => [Number(row["Before lb"]), Number(row["After lb"])])).toEqual(
    list.map(({ beforeLb, afterLb }) => [beforeLb, afterLb]),
  );
  expect(rows.map(({ Entry }) => Entry)).toEqual(["Handed over", "Received"]);
  expect(rows[0]?.["Handed to"]).not.toBe("");
  expect((await admin.get(`/equipment/cylinders/${id}`)).text).toContain(`href="${path}/export"`);
  await guarded(`${path}/export`, "cylinder-entries");
});

test("a supplier's items are exported by SKU with their prices", async () => {
  const { id } = await made(manager, "/api/inventory/suppliers", { name: `Johnstone ${randomUUID()}` });
  const names = ["@Capacitor", "Contactor", "Filter"];
  for (const [n, name] of names.entries()) {
    const item = await addItem(manager, { sku: `SOLD-${n}`, name });
    const sold = { price: n + 0.5, partNumber: `JS-${n}`, preferred: n === 0 };
    const saved = await manager.put(`/api/inventory/suppliers/${id}/items/${item.id}`, sold);
    expect(saved.status, saved.text).toBe(200);
  }
  const path = `/api/inventory/suppliers/${id}/items`;
  const rows = await rowsOf(manager, `${path}/export`);
  const list = await listOf<{ sku: string }>(manager, path);
  expect(rows.map(({ SKU }) => SKU)).toEqual(list.map(({ sku }) => sku));
  expect(rows.map((row) => [row.Item, row["Part number"], row["Unit price"], row.Preferred])).toEqual([
    ["'@Capacitor", "JS-0", "0.50", "Yes"],
    ["Contactor", "JS-1", "1.50", "No"],
    ["Filter", "JS-2", "2.50", "No"],
  ]);
  expect((await admin.get(`/inventory/suppliers/${id}`)).text).toContain(`href="${path}/export"`);
  await guarded(`${path}/export`, "supplier-items");
});

test("a design's versions are exported, newest first", async () => {
  interface Design {
    id: string;
    title: string;
    version: number;
    layout: object;
    siteAddressId: string | null;
  }
  const body = { title: "+Loft", template: "split_system", siteAddressId: site.siteAddressId };
  const { id, layout, siteAddressId } = await made<Design>(manager, "/api/designs", body);
  const saved = await manager.put(`/api/designs/${id}`, { title: "Loft", layout, siteAddressId, version: 1 });
  expect(saved.status, saved.text).toBe(200);
  const path = `/api/designs/${id}/versions`;
  const rows = await rowsOf(manager, `${path}/export`);
  const list = await listOf<{ version: number }>(manager, path);
  expect(rows.map(({ Version }) => Number(Version))).toEqual(list.map(({ version }) => version));
  expect(rows.map(({ Design: title }) => title)).toEqual(["Loft", "'+Loft"]);
  expect((await admin.get(`/designer/${id}/versions`)).text).toContain(`href="${path}/export"`);
  await guarded(`${path}/export`, "design-versions");
});

test("saved industry analyses are exported, newest first, without another business's", async () => {
  const path = "/api/industry-analyses";
  for (const title of ["=First", "Second"]) await made(manager, path, { title, industries: ["238220"] });
  await made(other.manager, path, { title: "Foreign", industries: ["238220"] });
  const rows = await rowsOf(manager, `${path}/export`);
  expect(rows.map(({ Analysis }) => Analysis)).toEqual(["Second", "'=First"]);
  expect((await listOf<{ title: string }>(manager, path)).map(({ title }) => title)).toEqual(["Second", "=First"]);
  expect((await admin.get("/industry-analysis/saved")).text).toContain(`href="${path}/export"`);
  expect((await bare.get(`${path}/export`)).status).toBe(403);
});

test("open voice sessions are exported to the person who spoke them only", async () => {
  const workOrder = await dispatched(firm, { title: "Heat pump" });
  const { id } = await made(technician, "/api/voice/sessions", {
    sessionType: "job_commands",
    workOrderId: workOrder.id,
  });
  const body = new FormData();
  body.set("text", "Add a note: the filter was replaced");
  expect((await technician.send("POST", `/api/voice/sessions/${id}/process`, { body })).status).toBe(200);
  const path = "/api/voice/sessions";
  const rows = await rowsOf(technician, `${path}/export`);
  expect(rows.map(({ Session }) => Session)).toEqual(
    (await listOf<{ id: string }>(technician, path)).map((one) => one.id),
  );
  expect(rows).toMatchObject([{ Session: id, For: "A work order" }]);
  expect(await rowsOf(manager, `${path}/export`)).toEqual([]);
  expect((await bare.get(`${path}/export`)).status).toBe(403);
});
