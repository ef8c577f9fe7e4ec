import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { zoneAt } from "#tests/support/clock";
import { newAddress } from "#tests/support/customers";
import { mailsTo } from "#tests/support/mailbox";
import { nextYear } from "#tests/support/next-year";
import { goodPassword, lightHash, stranger } from "#tests/support/people";
import { at, moveSite } from "#tests/support/scheduler";
import { addServiceType } from "#tests/support/service-types";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import {
  addCustomer,
  addWorkOrder,
  dispatched,
  moveTo,
  type Office,
  office,
  readWorkOrder,
  type SeedRow,
  type Site,
  seedWorkOrders,
  start,
  type WorkOrderJson,
} from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { addDays, weekday } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { WEEKDAYS } from "~/domain/technicians/availability";

// What the office sees of a job from its booking until the technician sets out.
const worker = await testWorker();

const toastOf = (by: Visitor) => JSON.parse(decodeURIComponent(by.cookies.get("plenum_toast") ?? "null"));

const soon = () => new Date(Date.now() + 60_000).toISOString();

/** Moves the business to a zone where it is now that hour; returns the zone. */
async function atHour({ orgId }: Office, hour: number): Promise<string> {
  const zone = zoneAt(hour);
  await worker.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?").bind(zone, orgId).run();
  return zone;
}

const onCall = { overrideReason: "On call" };

test("the office can mark a technician en route only on the day of the job, after a confirmation and with undo", async () => {
  const firm = await office(worker);
  const { manager } = firm;
  const ahead = await dispatched(firm);
  await atHour(firm, 12);
  expect((await manager.get(`/workorders/${ahead.number}`)).text).not.toContain("Mark Luis en route");
  const today = await dispatched(firm, { scheduledStart: soon(), ...onCall });
  const page = (await manager.get(`/workorders/${today.number}`)).text;
  expect(page).toContain("Mark Luis en route");
  expect(page).toContain(`href="/workorders/${today.number}/en-route"`);
  expect(page).not.toContain('value="en_route"');
  const dialog = `/workorders/${today.number}/en-route`;
  expect((await manager.get(dialog)).text).toContain("Mark Luis en route now?");
  expect((await manager.submit(dialog, {})).location).toBe(`/workorders/${today.number}`);
  expect((await readWorkOrder(manager, today.number)).status).toBe("en_route");
  const { undo } = toastOf(manager);
  await manager.submit(undo.action, undo.fields);
  expect((await readWorkOrder(manager, today.number)).status).toBe("dispatched");
});

test("the technician on the job can set out without a confirmation", async () => {
  const firm = await office(worker);
  const workOrder = await dispatched(firm);
  expect((await firm.technician.get(`/workorders/${workOrder.number}`)).text).toContain('value="en_route"');
});

test("undoing a change made over the board returns to the board", async () => {
  const firm = await office(worker);
  await atHour(firm, 12);
  const workOrder = await dispatched(firm, { scheduledStart: soon(), ...onCall });
  const answer = await firm.manager.submit(`/workorders/board/${workOrder.number}/en-route?priority=normal`, {});
  expect(answer.location).toBe("/workorders/board?priority=normal");
  const { undo } = toastOf(firm.manager);
  expect((await firm.manager.submit(undo.action, undo.fields)).location).toBe("/workorders/board?priority=normal");
  const elsewhere = `/workorders/${workOrder.number}?board=${encodeURIComponent("https://example.com")}`;
  const form = { intent: "move", to: "scheduled", idempotencyKey: randomUUID() };
  expect((await firm.manager.submit(elsewhere, form)).location).toBe(`/workorders/${workOrder.number}`);
});

test("dispatching to a technician with a pending invitation shows a notice and offers to resend it", async () => {
  const { manager, site, orgId } = await office(worker);
  const { email } = stranger();
  await manager.post("/api/technicians/invite", { email, firstName: "Nia", lastName: "Cole" });
  const nia = await worker.db
    .prepare("SELECT id FROM technicians WHERE org_id = ? AND email = ?")
    .bind(orgId, email)
    .first<string>("id");
  const workOrder = await addWorkOrder(manager, site, { technicianId: nia, scheduledStart: start, ...onCall });
  const text = "Nia has not accepted the invitation yet: the job will be on their phone when they do.";
  const sent = await moveTo(manager, workOrder.id, { status: "dispatched" });
  expect(sent.json).toMatchObject({ status: "dispatched", notice: text });
  const page = (await manager.get(`/workorders/${workOrder.number}`)).text;
  expect(page).toContain(text);
  expect(page).toContain("Resend invitation");
  const { version } = await readWorkOrder(manager, workOrder.number);
  const moved = await manager.put<{ notice: string }>(`/api/work-orders/${workOrder.id}/schedule`, {
    version,
    start: nextYear("2027-11-22T16:00:00Z"),
    ...onCall,
  });
  expect(moved.json.notice).toBe(text);
  const resend = (technicianId: string) => manager.submit("/resources/resend-invitation.data", { technicianId });
  expect((await resend(nia ?? "")).status).toBe(200);
  await expect.poll(() => mailsTo(worker, email)).toHaveLength(2);
  expect((await resend(randomUUID())).status).toBe(404);
});

test("dispatching to a technician with an account shows no notice, and no invitation can be resent", async () => {
  const firm = await office(worker);
  const workOrder = await addWorkOrder(firm.manager, firm.site, {
    technicianId: firm.technicianId,
    scheduledStart: start,
    ...onCall,
  });
  expect((await moveTo(firm.manager, workOrder.id, { status: "dispatched" })).json).toMatchObject({ notice: null });
  const refused = await firm.manager.submit("/resources/resend-invitation.data", { technicianId: firm.technicianId });
  expect(refused.status).toBe(409);
  expect(
    (await firm.technician.submit("/resources/resend-invitation.data", { technicianId: firm.technicianId })).status,
  ).toBe(403);
});

test("dispatching to a technician whose access is off, or who left, shows a notice until they are back", async () => {
  const firm = await office(worker);
  const { manager, admin, technician, technicianId } = firm;
  const text = "Luis has no access: the job will not reach their phone.";
  const workOrder = await addWorkOrder(manager, firm.site, { technicianId, scheduledStart: start, ...onCall });
  const dispatch = async () => {
    const sent = await moveTo(manager, workOrder.id, { status: "dispatched" });
    const { version } = await readWorkOrder(manager, workOrder.number);
    const slot = { version, start: nextYear("2027-11-22T16:00:00Z"), ...onCall };
    const moved = await manager.put<{ notice: string }>(`/api/work-orders/${workOrder.id}/schedule`, slot);
    const isShown = (await manager.get(`/workorders/${workOrder.number}`)).text.includes(text);
    expect((await moveTo(manager, workOrder.id, { status: "scheduled" })).status).toBe(200);
    return [sent.json.notice, moved.json.notice, isShown];
  };
  const access = (intent: string, version: string) =>
    admin.submit(`/system/user-managment/${technician.userId}`, { intent, version });
  expect((await access("disable", "1")).status).toBe(302);
  expect(await dispatch()).toEqual([text, text, true]);
  expect((await access("enable", "2")).status).toBe(302);
  expect(await dispatch()).toEqual([null, null, false]);

  await worker.db.prepare("UPDATE users SET password_hash = ? WHERE id = ?").bind(lightHash, technician.userId).run();
  const account = { email: `${technician.userId}@example.com`, password: goodPassword };
  expect((await technician.post("/api/auth/login", account, stranger().ip)).status).toBe(200);
  const leaving = { currentPassword: goodPassword, confirm: "LEAVE" };
  expect((await technician.post("/api/auth/leave-organization", leaving)).status).toBe(204);
  expect(await dispatch()).toEqual([text, text, true]);
});

interface BoardJson {
  columns: { status: string; items: (WorkOrderJson & { unsafe: boolean })[]; nextCursor: string | null }[];
}

test("booked jobs are sorted by start on every page and with every filter, and late ones are marked", async () => {
  const firm = await office(worker);
  const { manager, orgId, site, technicianId } = firm;
  const hour = 3_600_000;
  const rows = Array.from({ length: 70 }, (_, i): SeedRow => {
    const at = Date.now() + (((i * 37) % 70) - 4.5) * hour;
    return {
      id: randomUUID(),
      number: i + 1,
      title: `Job ${i}`,
      status: "scheduled",
      priority: ["low", "normal", "high", "emergency"][i % 4] ?? "low",
      technicianId: i % 3 === 0 ? technicianId : null,
      start: new Date(at).toISOString(),
    };
  });
  await seedWorkOrders(worker, orgId, site, rows);
  const inOrder = (fits: (row: SeedRow) => boolean) =>
    rows
      .filter(fits)
      .sort((a, b) => ((a.start ?? "") < (b.start ?? "") ? -1 : 1))
      .map(({ number }) => number);
  const column = async (cursor: string | null): Promise<number[]> => {
    const query = cursor ? `?status=scheduled&cursor=${encodeURIComponent(cursor)}` : "?status=scheduled";
    const [page] = (await manager.get<BoardJson>(`/api/work-orders/board${query}`)).json.columns;
    const numbers = page?.items.map(({ number }) => number) ?? [];
    return page?.nextCursor ? [...numbers, ...(await column(page.nextCursor))] : numbers;
  };
  expect(await column(null)).toEqual(inOrder(() => true));
  const shown = async (query: string) => {
    const { text } = await manager.get(`/workorders/board?${query}`);
    return [...text.matchAll(/<li [^>]*id="card-[\s\S]*?href="\/workorders\/board\/(\d+)[?"]/g)].map((match) =>
      Number(match[1]),
    );
  };
  const urgent = (row: SeedRow) => row.priority === "emergency" || row.priority === "low";
  const his = (row: SeedRow) => row.technicianId === technicianId;
  expect(await shown("priority=low,emergency")).toEqual(inOrder(urgent).slice(0, 25));
  expect(await shown(`technicianId=${technicianId}`)).toEqual(inOrder(his));
  expect(await shown("technicianId=none&priority=low,emergency")).toEqual(
    inOrder((row) => urgent(row) && !his(row)).slice(0, 25),
  );
  const text = (await manager.get("/workorders/board")).text;
  expect(text.match(/Late: /g)).toHaveLength(5);
});

test("the arrival window and an unsafe reading show on the work order, the board and the list", async () => {
  const firm = await office(worker);
  const { manager, site, technicianId, technician } = firm;
  const type = await addServiceType(manager, {
    tasks: [{ title: "Flue CO, air-free", kind: "measurement", unit: "ppm", max: 100 }],
  });
  const workOrder = await addWorkOrder(manager, site, {
    serviceTypeId: type.id,
    technicianId,
    scheduledStart: start,
    arrivalWindow: { start, end: nextYear("2027-11-22T17:00:00Z") },
    ...onCall,
  });
  const list = (): Promise<{ items: (WorkOrderJson & { unsafe: boolean; arrivalWindow: object })[] }> =>
    manager
      .get<{ items: (WorkOrderJson & { unsafe: boolean; arrivalWindow: object })[] }>("/api/work-orders")
      .then((answer) => answer.json);
  const window = { start: nextYear("2027-11-22T15:00:00.000Z"), end: nextYear("2027-11-22T17:00:00.000Z") };
  expect((await list()).items).toMatchObject([{ arrivalWindow: window, unsafe: false }]);
  const screens = [`/workorders/${workOrder.number}`, "/workorders", "/workorders/board"];
  for (const screen of screens) {
    const { text } = await manager.get(screen);
    expect(text.replaceAll(/<!-- -->|<\/span>/g, ""), screen).toContain("Promised 9:00 to 11:00");
    expect(text, screen).not.toContain("Unsafe reading");
  }
  const [task] = workOrder.tasks;
  const measure = (value: number) =>
    technician.post(`/api/work-orders/${workOrder.id}/tasks/${task?.id}/result`, { kind: "measurement", value });
  await measure(450);
  for (const screen of screens) expect((await manager.get(screen)).text, screen).toContain("Unsafe reading");
  expect((await list()).items).toMatchObject([{ unsafe: true }]);
  await measure(20);
  for (const screen of screens) expect((await manager.get(screen)).text, screen).not.toContain("Unsafe reading");
});

test("columns sorted by start read as many rows with many booked jobs as with few", async () => {
  const read = async (count: number) => {
    const { manager, orgId, site, technicianId } = await office(worker);
    const rows = Array.from(
      { length: count },
      (_, i): SeedRow => ({
        id: randomUUID(),
        number: i + 1,
        title: `Job ${i}`,
        status: i % 2 === 0 ? "scheduled" : "dispatched",
        priority: ["low", "normal", "high", "emergency"][(i >> 1) % 4] ?? "low",
        technicianId: i % 5 === 0 ? technicianId : null,
        start: new Date(Date.UTC(2026, 0, 1) + i * 7_200_000).toISOString(),
      }),
    );
    await seedWorkOrders(worker, orgId, site, rows);
    const costs = ["", "?priority=high", `?technicianId=${technicianId}`].map(async (query) =>
      databaseCosts(await manager.get(`/workorders/board${query}`)),
    );
    return (await Promise.all(costs)).map((cost) => cost.read);
  };
  const [few, many] = [await read(600), await read(6000)];
  for (const [index, rows] of many.entries()) expect(rows).toBeLessThanOrEqual((few[index] ?? 0) * 1.1);
});

test("the notice after unscheduling names the technician who stays assigned", async () => {
  const firm = await office(worker);
  const workOrder = await dispatched(firm);
  const { version } = await readWorkOrder(firm.manager, workOrder.number);
  const answer = await firm.manager.delete<{ notice: string }>(
    `/api/work-orders/${workOrder.id}/schedule?version=${version}`,
  );
  expect(answer.json.notice).toBe(
    "It was dispatched and has been removed from the technician's phone. Luis stays assigned.",
  );
});

test("the first openings are only for technicians with the service type's skills", async () => {
  const { manager, site } = await office(worker);
  const any = await addServiceType(manager);
  const rare = await addServiceType(manager, { name: "Chillers only", skills: ["Chillers"] });
  const openings = async (serviceTypeId: string) =>
    (
      await manager.get<{ minutes: number; items: { technicianId: string }[] }>(
        `/resources/first-openings?customerId=${site.customerId}&serviceTypeId=${serviceTypeId}`,
      )
    ).json;
  expect((await openings("gone")).items.length).toBeGreaterThan(0);
  expect((await openings(any.id)).items.length).toBeGreaterThan(0);
  expect((await openings(rare.id)).items).toEqual([]);
  const page = await manager.get(`/workorders/create?customerId=${site.customerId}&serviceTypeId=${rare.id}`);
  expect(page.text).toContain("No opening for a job of");
});

test("the first openings leave time for the drive from the job before and for the service type's duration", async () => {
  const firm = await office(worker);
  const { manager, orgId, site, technicianId } = firm;
  // Before a shift's last hours, so that the next opening is on the same day as the first.
  const zone = await atHour(firm, 9);
  const far = await addCustomer(worker, orgId, "Bo Far");
  await moveSite(worker, site.siteAddressId, { latitude: 30.2672, longitude: -97.7431 });
  await moveSite(worker, far.siteAddressId, { latitude: 30.4, longitude: -97.74 });
  const { id } = await addServiceType(manager, { durationMinutes: 90 });
  const openings = async ({ customerId }: Site) =>
    (
      await manager.get<{ minutes: number; items: { startDate: string; startTime: string }[] }>(
        `/resources/first-openings?customerId=${customerId}&serviceTypeId=${id}`,
      )
    ).json;
  const [free] = (await openings(site)).items;
  const instant = (of: typeof free) => Date.parse(at(`${of?.startDate} ${of?.startTime}`, zone));
  const scheduledStart = new Date(instant(free)).toISOString();
  await addWorkOrder(manager, site, { technicianId, scheduledStart, durationMinutes: 60 });
  const [here, there] = [await openings(site), await openings(far)];
  const minutesAfter = ({ items: [first] }: typeof here) => (instant(first) - instant(free)) / 60_000;
  expect([here.minutes, minutesAfter(here)]).toEqual([90, 60]);
  // The drive takes half an hour.
  expect(minutesAfter(there)).toBeGreaterThanOrEqual(85);
});

test("the first openings are the soonest ones, although others need less driving", async () => {
  const firm = await office(worker);
  const { manager, site, technicianId } = firm;
  const zone = await atHour(firm, 9);
  const home = { latitude: 30.2672, longitude: -97.7431 };
  await moveSite(worker, site.siteAddressId, home);
  const { date: today } = wallTimeOf(Date.now(), zone);
  const hours = (isOn: (day: number) => boolean) =>
    Object.fromEntries(WEEKDAYS.map((name, day) => [name, { available: isOn(day), start: "08:00", end: "17:00" }]));
  const { version } = (await manager.get<{ version: number }>(`/api/technicians/${technicianId}`)).json;
  // Where they set out from is unknown.
  await manager.put(`/api/technicians/${technicianId}`, { version, availability: hours(() => true) });
  const later = [2, 3].map((days) => weekday(addDays(today, days)));
  for (const at of Array.from({ length: 11 }, (_, index) => index)) {
    const made = await manager.post("/api/technicians", {
      ...{ firstName: "Mia", lastName: `Cho ${at}`, email: `mia${at}-${randomUUID()}@example.com` },
      addresses: [{ type: "home", line1: "1 Oak", city: "Austin", state: "TX", postalCode: "78701", ...home }],
      availability: hours((day) => later.includes(day)),
    });
    expect(made.status, made.text).toBe(201);
  }
  const { items } = (
    await manager.get<{ items: { startDate: string; technicianId: string }[] }>(
      `/resources/first-openings?customerId=${site.customerId}`,
    )
  ).json;
  expect(items.map(({ startDate }) => startDate)).toEqual([today, addDays(today, 1), addDays(today, 2)]);
  expect(items[0]?.technicianId).toBe(technicianId);
});

test("a day that does not exist returns 404, below the scheduler too", async () => {
  const { manager, site, technicianId } = await office(worker);
  const { number } = await addWorkOrder(manager, site);
  for (const path of [`2026-13-40/jobs/${number}`, `today/jobs/${number}`, `someday/reassign/${technicianId}`]) {
    expect((await manager.get(`/workorders/scheduler/${path}`)).status, path).toBe(404);
  }
});

test("the office can record that a check does not apply, with the reason", async () => {
  const { manager, site } = await office(worker);
  const type = await addServiceType(manager, { tasks: [{ title: "Flush the trap" }] });
  const workOrder = await addWorkOrder(manager, site, { serviceTypeId: type.id });
  const [task] = workOrder.tasks;
  expect((await manager.get(`/workorders/${workOrder.number}`)).text).toContain("Mark as not applicable");
  const form = { intent: "taskResult", taskId: task?.id ?? "", kind: "check", answer: "not_applicable" };
  const remark = "Not a condensing furnace";
  await manager.submit(`/workorders/${workOrder.number}/tasks`, { ...form, remark, idempotencyKey: randomUUID() });
  expect((await manager.get(`/workorders/${workOrder.number}`)).text).toContain(remark);
});

test("the dashboard counts late and unassigned jobs", async () => {
  const { manager, orgId, site, technicianId } = await office(worker);
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const row = { title: "Job", status: "scheduled", priority: "normal" } as const;
  await seedWorkOrders(worker, orgId, site, [
    { ...row, id: randomUUID(), number: 1, technicianId, start: at(-30) },
    { ...row, id: randomUUID(), number: 2, technicianId: null, start: at(40) },
    { ...row, id: randomUUID(), number: 3, technicianId: null, start: at(50) },
  ]);
  const text = (await manager.get("/dashboard")).text;
  expect(text).toMatch(/late=true[^>]*>(?:(?!<\/a>)[\s\S])*?>1</);
  expect(text).toMatch(/technicianId=none[^>]*>(?:(?!<\/a>)[\s\S])*?>2</);
});

test("the count of a technician's other jobs that day uses the business's time zone and is only for its office", async () => {
  const { manager, technician, technicianId, site } = await office(worker);
  const at = (time: string, fields = {}) =>
    addWorkOrder(manager, site, {
      technicianId,
      scheduledStart: nextYear(`2027-11-${time}:00Z`),
      ...onCall,
      ...fields,
    });
  const workOrder = await at("22T15:00");
  await at("22T19:00");
  // Late evening at the business, the next day in UTC.
  await at("23T03:00");
  await at("23T16:00");
  const jobs = async (query: string, by = manager) => {
    const answer = await by.get<{ jobs: number | null }>(`/resources/other-jobs?technicianId=${technicianId}&${query}`);
    return answer.status === 200 ? answer.json.jobs : answer.status;
  };
  expect(await jobs(nextYear("date=2027-11-22"))).toBe(3);
  expect(await jobs(nextYear(`date=2027-11-22&job=${workOrder.number}`))).toBe(2);
  expect(await jobs(nextYear("date=2027-11-23"))).toBe(1);
  expect(await jobs(nextYear("date=2027-11-24"))).toBe(0);
  expect(await jobs("date=1999-11-24")).toBe(null);
  expect(await jobs(nextYear("date=2027-11-22"), technician)).toBe(403);
  const { manager: other } = await office(worker);
  expect(await jobs(nextYear("date=2027-11-22"), other)).toBe(0);
});

test("the cancel dialog's buttons have clearly different labels", async () => {
  const { manager, site } = await office(worker);
  const { number } = await addWorkOrder(manager, site);
  const { text } = await manager.get(`/workorders/${number}/cancel`);
  const dialog = /<dialog[\s\S]*?<\/dialog>/.exec(text)?.[0] ?? "";
  const words = [...dialog.matchAll(/<button[^>]*>(?:<[^>]*>)*([^<]+)</g)].map(([, word]) => word);
  expect(words).toContain("Keep work order");
  expect(words).toContain("Cancel work order");
  expect(words).not.toContain("Cancel");
});

test("the new work order form follows the order of a phone call", async () => {
  const { manager, site } = await office(worker);
  await addServiceType(manager);
  const { text } = await manager.get(`/workorders/create?customerId=${site.customerId}`);
  const main = text.slice(text.indexOf("<main"));
  const titles = [...main.matchAll(/<(?:h2|label)[^>]*>([^<]+)</g)].map(([, title]) => title);
  const call = [
    "Customer and address",
    "Address",
    "Job details",
    "Service type",
    "Job summary",
    "Schedule",
    "Technician",
  ];
  expect(titles.filter((title) => call.includes(title ?? "")).slice(0, call.length)).toEqual(call);
  expect(main.indexOf("More: equipment")).toBeGreaterThan(main.indexOf("Schedule</h2>"));
});

test("the first openings are for the chosen address, if it is the customer's, and for the customer added last", async () => {
  const { manager, site, orgId } = await office(worker);
  const phoenix = { line1: "1 Palm Drive", city: "Phoenix", state: "AZ", postalCode: "85001" };
  const { id: siteAddressId } = await newAddress(manager, site.customerId, phoenix);
  const other = await addCustomer(worker, orgId, "Zoe Later");
  const openings = async (query: Record<string, string>) =>
    (
      await manager.get<{ items: { label: string }[] } | null>(
        `/resources/first-openings?${new URLSearchParams(query)}`,
      )
    ).json?.items;
  const { customerId } = site;
  const [first] = (await openings({ customerId })) ?? [];
  const [there] = (await openings({ customerId, siteAddressId })) ?? [];
  expect([first?.label.endsWith("MST"), there?.label.endsWith("MST")]).toEqual([false, true]);
  expect(await openings({ customerId: other.customerId, siteAddressId })).toEqual(await openings({ ...other }));
  expect(await openings({ customerId: "latest" })).toEqual(await openings({ customerId: other.customerId }));
  const page = await manager.get("/workorders/create?customerId=latest");
  expect(page.text).toContain("First openings for a job of");
  await worker.db
    .prepare("UPDATE addresses SET type = 'billing' WHERE org_id = ? AND customer_id = ?")
    .bind(orgId, other.customerId)
    .run();
  expect((await manager.get("/workorders/create?customerId=latest")).text).not.toContain("No opening for a job of");
});
