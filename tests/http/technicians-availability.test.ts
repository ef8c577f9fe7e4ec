import { expect, test } from "vitest";
import { listen } from "#tests/support/live";
import { dayName, nextYear } from "#tests/support/next-year";
import { moveSite } from "#tests/support/scheduler";
import { type AvailableJson, change, type Refused, setUpTechnician } from "#tests/support/technicians";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, addWorkOrder, type Site } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

/** A business in New York: clocks go forward on `nextYear("2027-03-14")` and back on `nextYear("2027-11-07")`. */
async function newYork() {
  const business = await worker.business();
  await worker.db
    .prepare("UPDATE organizations SET time_zone = 'America/New_York' WHERE id = ?")
    .bind(business.orgId)
    .run();
  const site = await addCustomer(worker, business.orgId);
  return { ...business, site };
}

async function free(by: Visitor, startDate: string, endDate: string) {
  const query = new URLSearchParams({ startDate: nextYear(startDate), endDate: nextYear(endDate) });
  const answer = await by.get<AvailableJson>(`/api/technicians/available?${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json;
}

const luis = (all: AvailableJson) => all.items.find((one) => one.fullName === "Luis Ortega");

test("a working day has nine free hours; a weekend day has none and gives the reason", async () => {
  const { manager } = await newYork();
  const week = luis(await free(manager, "2027-11-19", "2027-11-20"));
  expect(week).toMatchObject({
    freeMinutes: 540,
    days: [
      { date: nextYear("2027-11-19"), freeMinutes: 540, note: null },
      { date: nextYear("2027-11-20"), freeMinutes: 0, note: "Off" },
    ],
  });
});

test("a period that starts and ends within days counts only those parts", async () => {
  const { manager } = await newYork();
  const part = luis(await free(manager, "2027-11-18T20:00:00Z", "2027-11-19T14:00:00Z"));
  expect(part?.days.map((day) => day.freeMinutes)).toEqual([120, 60]);
});

test("a job takes its time, and a job half outside the period takes half of it", async () => {
  const { manager, site, technicianId } = await newYork();
  const book = (scheduledStart: string) =>
    addWorkOrder(manager, site, { technicianId, scheduledStart, durationMinutes: 120 });
  await book(nextYear("2027-11-19T15:00:00Z"));
  expect(luis(await free(manager, "2027-11-19", "2027-11-19"))?.freeMinutes).toBe(420);
  expect(luis(await free(manager, "2027-11-19T16:00:00Z", "2027-11-19T18:00:00Z"))?.freeMinutes).toBe(60);
});

test("the drive to a job is not free time either", async () => {
  const { manager, site, technicianId, orgId } = await newYork();
  const day = async () => luis(await free(manager, "2027-11-19", "2027-11-19"))?.freeMinutes;
  const book = (scheduledStart: string, at: Site) => addWorkOrder(manager, at, { technicianId, scheduledStart });
  const far = await addCustomer(worker, orgId, "Bo Far");
  await moveSite(worker, site.siteAddressId, { latitude: 40.75, longitude: -73.99 });
  await moveSite(worker, far.siteAddressId, { latitude: 40.85, longitude: -73.99 });
  await book(nextYear("2027-11-19T15:00:00Z"), site);
  await book(nextYear("2027-11-19T19:00:00Z"), site);
  expect(await day()).toBe(540 - 120);
  await book(nextYear("2027-11-19T17:00:00Z"), far);
  // Twice 11.1 km, half as much again for roads: 22 minutes each.
  expect(await day()).toBe(540 - 180 - 2 * 22);
});

test("a workload of more booked than available time has no free time and over 100% utilization", async () => {
  const { manager, site, technicianId } = await newYork();
  const overrideReason = "Both at once";
  for (const scheduledStart of [nextYear("2027-11-19T13:00:00Z"), nextYear("2027-11-19T14:00:00Z")])
    await addWorkOrder(manager, site, { technicianId, scheduledStart, durationMinutes: 360, overrideReason });
  const load = await manager.get(
    nextYear(`/api/technicians/${technicianId}/workload?startDate=2027-11-19&endDate=2027-11-19`),
  );
  expect(load.json).toMatchObject({ bookedMinutes: 720, availableMinutes: 540, freeMinutes: 0, utilization: 133 });
});

test("a helper's time on a job is not free either", async () => {
  const { manager, site, technicianId } = await newYork();
  const mia = await setUpTechnician(manager);
  await addWorkOrder(manager, site, {
    technicianId,
    helperIds: [mia.id],
    scheduledStart: nextYear("2027-11-19T15:00:00Z"),
    durationMinutes: 60,
  });
  const all = await free(manager, "2027-11-19", "2027-11-19");
  expect(all.items.find((one) => one.id === mia.id)?.freeMinutes).toBe(480);
});

test("a night shift has an hour less when clocks go forward and an hour more when they fall back", async () => {
  const { manager, technicianId } = await newYork();
  const night = { available: true, start: "22:00", end: "06:00" };
  await change(manager, { id: technicianId, version: 1 }, { availability: { saturday: night } });
  expect(luis(await free(manager, "2027-03-13", "2027-03-14"))?.freeMinutes).toBe(7 * 60);
  expect(luis(await free(manager, "2027-11-06", "2027-11-07"))?.freeMinutes).toBe(9 * 60);
  expect(luis(await free(manager, "2027-03-20", "2027-03-21"))?.freeMinutes).toBe(8 * 60);
});

test("a shift starts at 08:00 local time before and after a daylight saving change", async () => {
  const { manager } = await newYork();
  const starts = async (day: string) => luis(await free(manager, day, day))?.intervals[0]?.start;
  expect(await starts("2027-03-12")).toBe(nextYear("2027-03-12T13:00:00.000Z"));
  expect(await starts("2027-03-15")).toBe(nextYear("2027-03-15T12:00:00.000Z"));
});

test("time off within a day, a break and a holiday over the whole period reduce the free time", async () => {
  const { manager, technicianId } = await newYork();
  const lunch = { available: true, start: "08:00", end: "17:00", breaks: [{ start: "12:00", end: "12:30" }] };
  await change(manager, { id: technicianId, version: 1 }, { availability: { friday: lunch } });
  const away = await manager.post<{ id: string; jobs: number }>(`/api/technicians/${technicianId}/time-off`, {
    from: nextYear("2027-11-19"),
    fromTime: "13:00",
    toTime: "15:00",
    reason: "personal",
  });
  expect(away).toMatchObject({ status: 201, json: { jobs: 0 } });
  expect(luis(await free(manager, "2027-11-19", "2027-11-19"))?.freeMinutes).toBe(540 - 30 - 120);
  await manager.post("/api/technicians/holidays", {
    name: "Thanksgiving",
    from: nextYear("2027-11-25"),
    to: nextYear("2027-11-26"),
  });
  const closed = luis(await free(manager, "2027-11-25T15:00:00Z", "2027-11-25T16:00:00Z"));
  expect(closed).toMatchObject({ freeMinutes: 0, days: [{ note: "Thanksgiving" }] });
  await manager.delete(`/api/technicians/${technicianId}/time-off/${away.json.id}`);
  expect(luis(await free(manager, "2027-11-19", "2027-11-19"))?.freeMinutes).toBe(510);
});

test("open schedulers hear that time off, a holiday or the working hours changed", async () => {
  const { manager, technicianId } = await newYork();
  const line = await listen(worker, manager);
  const heard = () => line.frames.filter((frame) => frame.type === "event" && frame.event.kind === "crew").length;
  const away = await manager.post<{ id: string }>(`/api/technicians/${technicianId}/time-off`, {
    from: nextYear("2027-11-22"),
    reason: "sick",
  });
  await expect.poll(heard).toBe(1);
  await manager.delete(`/api/technicians/${technicianId}/time-off/${away.json.id}`);
  await expect.poll(heard).toBe(2);
  await manager.post("/api/technicians/holidays", { name: "Thanksgiving", from: nextYear("2027-11-25") });
  await expect.poll(heard).toBe(3);
  const monday = { available: true, start: "10:00", end: "16:00" };
  await change(manager, { id: technicianId, version: 1 }, { availability: { monday } });
  await expect.poll(heard).toBe(4);
  line.close();
});

test("time off over booked jobs is saved and counts the jobs", async () => {
  const { manager, site, technicianId } = await newYork();
  await addWorkOrder(manager, site, { technicianId, scheduledStart: nextYear("2027-11-22T15:00:00Z") });
  await addWorkOrder(manager, site, { technicianId, scheduledStart: nextYear("2027-11-24T15:00:00Z") });
  const away = await manager.post<{ jobs: number }>(`/api/technicians/${technicianId}/time-off`, {
    from: nextYear("2027-11-22"),
    to: nextYear("2027-11-23"),
    reason: "sick",
  });
  expect(away.json.jobs).toBe(1);
});

test.each([
  [
    "an end before its start",
    { from: nextYear("2027-11-23"), to: nextYear("2027-11-22") },
    "to",
    "The end must be after the start",
  ],
  ["no reason", { from: nextYear("2027-11-23"), reason: undefined }, "reason", "Choose a reason"],
  ["an impossible date", { from: "2026-02-30" }, "from", "Please enter a valid date"],
  [
    "a time that the clocks skip",
    { from: nextYear("2027-03-14"), fromTime: "02:30" },
    "fromTime",
    `2:30 AM does not exist on ${dayName(nextYear("2027-03-14"))}: clocks go forward.`,
  ],
  ["more than a year and a month", { from: "2026-01-01", to: "2027-03-01" }, "to", "Time off can be at most 400 days"],
])("time off with %s is refused", async (_, fields, field, text) => {
  const { manager, technicianId } = await newYork();
  const answer = await manager.post<Refused>(`/api/technicians/${technicianId}/time-off`, {
    reason: "sick",
    ...fields,
  });
  expect(answer.status).toBe(400);
  expect(answer.json.fields?.[field]).toEqual([text]);
});

test.each([
  [nextYear("2027-11-19T10:00:00Z"), nextYear("2027-11-19T10:00:00Z")],
  [nextYear("2027-11-20"), nextYear("2027-11-19")],
  [nextYear("2027-11-19T10:00:00Z"), nextYear("2027-11-18")],
])("a period from %s to %s is refused because it does not end after its start", async (startDate, endDate) => {
  const { manager } = await newYork();
  const answer = await manager.get<Refused>(
    `/api/technicians/available?${new URLSearchParams({ startDate, endDate })}`,
  );
  expect(answer).toMatchObject({ status: 400, json: { message: "The end must be after the start" } });
});

test("an invalid or too long period is refused with a message", async () => {
  const { manager } = await newYork();
  const at = (query: string) => manager.get<Refused>(`/api/technicians/available?${query}`);
  expect((await at("startDate=soon")).json.fields?.startDate).toEqual(["Please enter a date or a date and time"]);
  expect((await at("startDate=2026-01-01&endDate=2026-12-31")).json.message).toBe("Choose at most 92 days");
});

test("technicians on leave are listed, former ones are not", async () => {
  const { manager, technicianId } = await newYork();
  const gone = await setUpTechnician(manager, { firstName: "Gus", status: "inactive" });
  await change(manager, { id: technicianId, version: 1 }, { status: "on_leave" });
  const all = await free(manager, "2027-11-19", "2027-11-19");
  expect(luis(all)).toMatchObject({ freeMinutes: 0, days: [{ note: "On leave" }] });
  expect(all.items.some((one) => one.id === gone.id)).toBe(false);
});

test("a workload includes open jobs, booked and free time, and utilization", async () => {
  const { manager, site, technicianId } = await newYork();
  await addWorkOrder(manager, site, {
    technicianId,
    scheduledStart: nextYear("2027-11-19T15:00:00Z"),
    durationMinutes: 180,
    priority: "high",
  });
  const load = await manager.get(
    nextYear(`/api/technicians/${technicianId}/workload?startDate=2027-11-19&endDate=2027-11-19`),
  );
  expect(load.json).toMatchObject({
    technicianId,
    openJobs: 1,
    completedJobs: 0,
    byPriority: { low: 0, normal: 0, high: 1, emergency: 0 },
    bookedMinutes: 180,
    availableMinutes: 540,
    freeMinutes: 360,
    utilization: 33,
  });
});

test("a holiday can be added only once and can be removed", async () => {
  const { manager } = await newYork();
  const day = { name: "Thanksgiving", from: nextYear("2027-11-25") };
  const made = await manager.post<{ id: string }>("/api/technicians/holidays", day);
  const again = await manager.post<Refused>("/api/technicians/holidays", day);
  expect(again).toMatchObject({ status: 409, json: { message: "This holiday is already on the list" } });
  expect((await manager.delete(`/api/technicians/holidays/${made.json.id}`)).status).toBe(204);
  expect((await manager.get<{ items: unknown[] }>("/api/technicians/holidays")).json.items).toEqual([]);
});

test("a holiday has at most 60 days", async () => {
  const { manager } = await newYork();
  const add = async (to: string) =>
    (await manager.post("/api/technicians/holidays", { name: "Break", from: "2027-01-01", to })).status;
  expect([await add("2027-03-02"), await add("2027-03-01")]).toEqual([400, 201]);
});

test("in a period under way, only the remaining time counts as free", async () => {
  const { manager } = await newYork();
  const [hour, now] = [3_600_000, Date.now()];
  const week = 7 * 24 * hour;
  const within = async (from: number, to: number) =>
    luis(await free(manager, new Date(from).toISOString(), new Date(to).toISOString()))?.freeMinutes;
  expect(await within(now - week, now - hour)).toBe(0);
  expect(await within(now - week, now)).toBeLessThanOrEqual(1);
  expect(await within(now - week, now + week)).toBeLessThanOrEqual(5 * 9 * 60);
});
