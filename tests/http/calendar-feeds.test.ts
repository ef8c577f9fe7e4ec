import { expect, test } from "vitest";
import { addCustomer, addTechnician, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, manager, technician, orgId } = await worker.business();
const other = await worker.business();

interface Feed {
  id: string;
  kind: string;
  name: string;
  address: string | null;
  isOpen: boolean;
  lastReadAt: string | null;
}

type Visitor = typeof admin;

const ownFeeds = async (by: Visitor) => (await by.get<{ items: Feed[] }>("/api/calendar-feeds")).json.items;

async function addressOf(by: Visitor, input: object): Promise<string> {
  const made = await by.post<{ id: string }>("/api/calendar-feeds", input);
  if (made.status !== 201) throw new Error(made.text);
  const address = (await ownFeeds(by)).find(({ id }) => id === made.json.id)?.address;
  return new URL(address ?? "").pathname;
}

/** Lines of an iCalendar file are folded after 75 bytes. */
const unfolded = (text: string) => text.replace(/\r\n[ \t]/g, "");

test("a maintenance calendar lists equipment on its due date and needs no sign-in", async () => {
  const unit = await admin.post<{ id: string }>("/api/equipment", {
    equipmentName: "Roof unit 7",
    equipmentType: "boiler",
    nextMaintenanceDate: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
  });
  expect(unit.status, unit.text).toBe(201);
  const path = await addressOf(admin, { kind: "maintenance" });
  const file = await worker.visitor().get(path);
  expect(file.status).toBe(200);
  expect(file.headers.get("content-type")).toContain("text/calendar");
  expect(file.headers.get("referrer-policy")).toBe("no-referrer");
  const text = unfolded(file.text);
  expect(text).toMatch(/^BEGIN:VCALENDAR/);
  const due = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");
  expect(text).toContain(`DTSTART;VALUE=DATE:${due}`);
  expect(text).toContain("SUMMARY:Maintenance due: Roof unit 7");
});

test("an unchanged calendar returns 304", async () => {
  const path = await addressOf(manager, { kind: "maintenance" });
  const first = await worker.visitor().get(path);
  const again = await worker
    .visitor()
    .send("GET", path, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
  expect(again.text).toBe("");
});

test("a booked job is one event in UTC", async () => {
  const path = await addressOf(manager, { kind: "business" });
  const workOrder = await addWorkOrder(manager, await addCustomer(worker, orgId));
  const [person] = (await admin.get<{ items: { id: string }[] }>("/api/technicians")).json.items;
  const start = new Date(Date.now() + 3 * 86_400_000);
  start.setUTCHours(17, 0, 0, 0);
  const booked = await manager.send("PATCH", `/api/work-orders/${workOrder.id}`, {
    body: JSON.stringify({
      version: workOrder.version,
      technicianId: person?.id,
      scheduledStart: start.toISOString(),
      overrideReason: "Test",
    }),
    headers: { "content-type": "application/json" },
  });
  expect(booked.status, booked.text).toBe(200);
  const text = unfolded((await worker.visitor().get(path)).text);
  const stamp = start.toISOString().replace(/[-:]|\.\d+/g, "");
  expect(text).toContain(`DTSTART:${stamp}`);
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
});

test("a job with several people is one event that names them, the lead first, in each of their calendars", async () => {
  const { manager: office, technicianId: lead, orgId: shop } = await worker.business();
  const helpers = [await addTechnician(worker, shop, "Mia"), await addTechnician(worker, shop, "Abe")];
  const workOrder = await addWorkOrder(office, await addCustomer(worker, shop), {
    ...{ technicianId: lead, helperIds: helpers, overrideReason: "Test" },
    scheduledStart: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  });
  const feeds = [
    { kind: "business" },
    ...[lead, ...helpers].map((technicianId) => ({ kind: "technician", technicianId })),
  ];
  for (const feed of feeds) {
    const text = unfolded((await worker.visitor().get(await addressOf(office, feed))).text);
    expect(text.match(/BEGIN:VEVENT/g), JSON.stringify(feed)).toHaveLength(1);
    expect(text).toContain(workOrder.reference);
    const named = /Technician: (.*?)\\n/.exec(text)?.[1]?.replaceAll("\\,", ",").split(", ") ?? [];
    expect(named[0], JSON.stringify(feed)).toBe("Luis Ortega");
    expect(named.slice(1).sort(), JSON.stringify(feed)).toEqual(["Abe Chen", "Mia Chen"]);
  }
});

test("a calendar of all jobs keeps the past ones of a technician who has left", async () => {
  const { manager: office, technicianId, orgId: shop } = await worker.business();
  const workOrder = await addWorkOrder(office, await addCustomer(worker, shop), {
    ...{ technicianId, overrideReason: "Test" },
    scheduledStart: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await worker.db.batch([
    worker.db
      .prepare("UPDATE work_orders SET status = 'completed', completed_at = ?3 WHERE org_id = ?1 AND id = ?2")
      .bind(shop, workOrder.id, new Date().toISOString()),
    worker.db
      .prepare("UPDATE appointments SET state = 'done' WHERE org_id = ? AND work_order_id = ?")
      .bind(shop, workOrder.id),
    worker.db
      .prepare("UPDATE technicians SET status = 'inactive' WHERE org_id = ? AND id = ?")
      .bind(shop, technicianId),
  ]);
  const text = unfolded((await worker.visitor().get(await addressOf(office, { kind: "business" }))).text);
  expect(text).toContain(workOrder.reference);
});

test("a technician can subscribe only to their own jobs", async () => {
  const everybody = (await admin.get<{ items: { id: string }[] }>("/api/technicians")).json.items;
  const me = (await technician.get<{ technicianId: string }>("/api/auth/profile")).json.technicianId;
  const own = await technician.post("/api/calendar-feeds", { kind: "technician", technicianId: me });
  expect(own.status, own.text).toBe(201);
  const someone = everybody.find(({ id }) => id !== me);
  if (someone) {
    const refused = await technician.post("/api/calendar-feeds", { kind: "technician", technicianId: someone.id });
    expect(refused.status).toBe(403);
  }
  expect((await technician.post("/api/calendar-feeds", { kind: "business" })).status).toBe(403);
});

test("a calendar can be added only once, and not for another business's technician", async () => {
  const input = { kind: "business" };
  expect((await admin.post("/api/calendar-feeds", input)).status).toBe(201);
  const again = await admin.post<{ message: string }>("/api/calendar-feeds", input);
  expect(again.status).toBe(409);
  expect(again.json.message).toContain("already");
  const [foreign] = (await other.admin.get<{ items: { id: string }[] }>("/api/technicians")).json.items;
  const technicianId = foreign?.id ?? "0192f000-0000-7000-8000-000000000000";
  expect((await admin.post("/api/calendar-feeds", { kind: "technician", technicianId })).status).toBe(400);
  expect((await admin.post("/api/calendar-feeds", { kind: "technician" })).status).toBe(400);
});

test("a calendar URL stops working when deleted or when its member loses access, and a guessed one returns 404", async () => {
  const leaver = await worker.member(orgId, "Manager", ["equipment.read"]);
  const path = await addressOf(leaver, { kind: "maintenance" });
  const { id: userId } = (await leaver.get<{ id: string }>("/api/auth/profile")).json;
  expect((await worker.visitor().get(path)).status).toBe(200);
  await worker.db.prepare("UPDATE members SET permissions = '[]' WHERE user_id = ?").bind(userId).run();
  expect((await worker.visitor().get(path)).status).toBe(404);
  await worker.db
    .prepare(`UPDATE members SET permissions = '["equipment.read"]', status = 'disabled' WHERE user_id = ?`)
    .bind(userId)
    .run();
  expect((await worker.visitor().get(path)).status).toBe(404);
  expect((await worker.visitor().get(`/s/calendar/${"a".repeat(43)}.ics`)).status).toBe(404);
  expect((await worker.visitor().get("/s/calendar/nonsense")).status).toBe(404);

  const [feed] = await ownFeeds(admin);
  const own = new URL(feed?.address ?? "").pathname;
  expect((await worker.visitor().get(own)).status).toBe(200);
  expect((await other.admin.send("DELETE", `/api/calendar-feeds/${feed?.id}`, {})).status).toBe(404);
  expect((await manager.send("DELETE", `/api/calendar-feeds/${feed?.id}`, {})).status).toBe(404);
  expect((await admin.send("DELETE", `/api/calendar-feeds/${feed?.id}`, {})).status).toBe(204);
  expect((await worker.visitor().get(own)).status).toBe(404);
});
