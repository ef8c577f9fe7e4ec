import fc from "fast-check";
import { expect, test } from "vitest";
import { businessToday } from "#tests/support/clock";
import { pageText } from "#tests/support/page-text";
import { performanceBusiness } from "#tests/support/performance-history";
import { testWorker } from "#tests/support/worker";
import { normalWeek } from "~/domain/performance/degree-days";
import { sundayOf } from "~/domain/performance/period";
import { addDays } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();
const number = fc.nat({ max: 9999 });
const steps = fc.array(fc.tuple(number, number, number, number), { minLength: 30, maxLength: 40 });
const zones = ["America/Chicago", "Pacific/Honolulu", "America/New_York"];

interface Answer {
  period: { from: string; to: string; before: { from: string; to: string } };
  totals: {
    jobs: number;
    callbackJobs: number;
    unitJobs: number;
    fixedJobs: number;
    laborHours: number;
    travelHours: number;
    shiftHours: number;
    utilization: number | null;
    revenue: number;
    margin: { revenue: number; cost: number } | null;
  };
  course: { startsOn: string; jobs: number }[];
  season: { month: string; jobs: number; revenue: number }[];
  technicians: { id: string | null; jobs: number; revenue: number; callbackJobs: number }[];
  serviceTypes: { id: string | null; jobs: number }[];
  callbackCauses: { tasks: { key: string; callbacks: number }[]; parts: { key: string; callbacks: number }[] };
}
interface Jobs {
  items: { id: string; reference: string; revenue: number; calledBack: boolean; hadSecondVisit: boolean }[];
  nextCursor: string | null;
  total: number | null;
}

/** Gives the business's technicians a shift on each day: a month or a year may begin with a weekend. */
async function workEachDay(orgId: string): Promise<void> {
  const days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
  const shift = { available: true, start: "08:00", end: "17:00", breaks: [] };
  await worker.db
    .prepare("UPDATE technicians SET availability = ? WHERE org_id = ?")
    .bind(JSON.stringify(Object.fromEntries(days.map((day) => [day, shift]))), orgId)
    .run();
}

test("stored sums equal a direct count of the rows after any changes, in any zone, and so do rebuilt sums", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { orgId, admin } = await worker.business();
      await workEachDay(orgId);
      const zoneNow = () =>
        worker.db.prepare("SELECT time_zone FROM organizations WHERE id = ?").bind(orgId).first<string>("time_zone");
      const read = () => admin.get<Answer>("/api/performance?period=year");
      expect((await read()).status).toBe(200);
      const business = await performanceBusiness(worker, orgId, Date.now());
      for (const [at, step] of history.entries()) {
        await business.apply(step);
        if (at % 15 === 14) {
          expect(await business.stored()).toEqual(await business.direct(String(await zoneNow())));
          await worker.db
            .prepare("UPDATE organizations SET time_zone = ? WHERE id = ?")
            .bind(zones[Math.floor(at / 15) % zones.length] ?? "", orgId)
            .run();
          await read();
        }
      }
      const live = await business.stored();
      expect(live).toEqual(await business.direct(String(await zoneNow())));
      await worker.db.prepare("DELETE FROM job_fact_zones WHERE org_id = ?").bind(orgId).run();
      const { json } = await read();
      expect(await business.stored()).toEqual(live);
      await figuresEqualTheirLists(admin, json);
      figuresEqualDirectCounts(json, (await business.direct(String(await zoneNow()))).sums);
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

/** Totals of the year and each month of the season, by a count over the rows. */
function figuresEqualDirectCounts({ period, totals, season }: Answer, sums: Record<string, unknown>) {
  const counted = (grain: string, startsOn: string): Record<string, number> =>
    Object.fromEntries(
      Object.entries(Object(sums[`all|${grain}|${startsOn}|`])).map(([name, sum]) => [name, Number(sum)]),
    );
  const { jobs = 0, labor_seconds: labor = 0, travel_seconds: travel = 0, ...year } = counted("year", period.from);
  expect({
    ...{ jobs: totals.jobs, unitJobs: totals.unitJobs, fixedJobs: totals.fixedJobs, callbacks: totals.callbackJobs },
    ...{ labor: totals.laborHours, travel: totals.travelHours, revenue: Math.round(totals.revenue * 100) },
    ...{ costed: Math.round((totals.margin?.revenue ?? 0) * 100), cost: Math.round((totals.margin?.cost ?? 0) * 100) },
  }).toEqual({
    ...{ jobs, unitJobs: year.unit_jobs ?? 0, fixedJobs: year.fixed_jobs ?? 0, callbacks: year.callback_jobs ?? 0 },
    ...{ labor: Math.round(labor / 36) / 100, travel: Math.round(travel / 36) / 100, revenue: year.revenue_minor ?? 0 },
    ...{ costed: year.costed_revenue_minor ?? 0, cost: year.cost_minor ?? 0 },
  });
  expect(totals.utilization).toBeCloseTo((labor + travel) / 3600 / totals.shiftHours, 4);
  expect(season.map((each) => [each.month, each.jobs, Math.round(each.revenue * 100)])).toEqual(
    season.map(({ month }) => {
      const { jobs: done = 0, revenue_minor: revenue = 0 } = counted("month", `${month}-01`);
      return [month, done, revenue];
    }),
  );
}

/** Each figure links to a list with that many jobs. */
async function figuresEqualTheirLists(admin: Awaited<ReturnType<typeof worker.business>>["admin"], answer: Answer) {
  const { from, to } = answer.period;
  const rowsOf = async (query: string) => {
    const rows: Jobs["items"] = [];
    let cursor = "";
    let total: number | null = null;
    do {
      const page = (await admin.get<Jobs>(`/api/performance/jobs?from=${from}&to=${to}&limit=7${query}${cursor}`)).json;
      rows.push(...page.items);
      total = page.total;
      cursor = page.nextCursor ? `&cursor=${encodeURIComponent(page.nextCursor)}` : "";
    } while (cursor);
    expect(total).toBe(rows.length);
    return rows;
  };
  const all = await rowsOf("");
  expect(all.length).toBe(answer.totals.jobs);
  expect(Math.round(all.reduce((sum, { revenue }) => sum + revenue, 0) * 100)).toBe(
    Math.round(answer.totals.revenue * 100),
  );
  expect((await rowsOf("&only=called_back")).length).toBe(answer.totals.callbackJobs);
  expect((await rowsOf("&only=second_visit")).length).toBe(answer.totals.unitJobs - answer.totals.fixedJobs);
  for (const { id, jobs } of answer.technicians)
    expect((await rowsOf(`&technicianId=${id ?? "none"}`)).length).toBe(jobs);
  for (const { id, jobs } of answer.serviceTypes)
    expect((await rowsOf(`&serviceTypeId=${id ?? "none"}`)).length).toBe(jobs);
  for (const [kind, causes] of [
    ["task", answer.callbackCauses.tasks],
    ["part", answer.callbackCauses.parts],
  ] as const)
    for (const { key, callbacks } of causes)
      expect((await rowsOf(`&causeKind=${kind}&cause=${encodeURIComponent(key)}`)).length).toBe(callbacks);
}

test("a job counts on the day it was completed in the business's time zone", async () => {
  const { orgId, admin } = await worker.business();
  await worker.db.prepare("UPDATE organizations SET time_zone = 'America/Los_Angeles' WHERE id = ?").bind(orgId).run();
  const business = await performanceBusiness(worker, orgId, Date.parse("2026-03-01T12:00:00Z"));
  await admin.get("/api/performance");
  // 2026-03-01 in UTC, which is the last evening of February in Los Angeles.
  await business.apply([0, 0, 4, 1]);
  const month = async (on: string) => (await admin.get<Answer>(`/api/performance?on=${on}`)).json.totals.jobs;
  const at = await worker.db
    .prepare("SELECT completed_at FROM work_orders WHERE org_id = ?")
    .bind(orgId)
    .first<string>("completed_at");
  const local = wallTimeOf(Date.parse(String(at)), "America/Los_Angeles").date;
  expect([at?.slice(0, 10), local]).toEqual(["2026-03-01", "2026-02-28"]);
  expect([await month("2026-02-10"), await month("2026-03-10")]).toEqual([1, 0]);
  const inCourse = async (to: string) =>
    (await admin.get<Answer>(`/api/performance?period=custom&from=2025-12-01&to=${to}`)).json.course.reduce(
      (sum, { jobs }) => sum + jobs,
      0,
    );
  // The chart's last week ends on February 28 and counts its days in the period only.
  expect([await inCourse("2026-02-27"), await inCourse("2026-02-28")]).toEqual([0, 1]);
});

test("costs and margins require permission to manage invoices, the other figures only to read them", async () => {
  const { orgId, admin, technician } = await worker.business();
  const reader = await worker.member(orgId, "Manager", ["invoices.read", "work_orders.read"]);
  expect((await admin.get<Answer>("/api/performance")).json.totals.margin).not.toBeNull();
  expect((await reader.get<Answer>("/api/performance")).json.totals.margin).toBeNull();
  expect((await reader.get("/api/performance/file?table=technicians")).text).not.toContain("Margin");
  expect((await technician.get("/api/performance")).status).toBe(403);
  expect((await technician.get("/api/performance/jobs?from=2026-01-01&to=2026-01-31")).status).toBe(403);
});

test.each([
  ["/api/performance?period=decade", "Unknown period"],
  ["/api/performance?period=custom&from=2026-02-01", "Choose the first and the last day"],
  ["/api/performance?period=custom&from=2026-02-02&to=2026-02-01", "The last day must not be before the first"],
  ["/api/performance?period=custom&from=2020-01-01&to=2026-02-01", "Choose at most 731 days"],
  ["/api/performance/jobs?from=2026-02-02&to=2026-02-01", "The last day must not be before the first"],
])("%s is refused with a reason", async (path, message) => {
  const { admin } = await worker.business();
  const answer = await admin.get<{ code: string }>(path);
  expect([answer.status, answer.json.code]).toEqual([400, "invalid"]);
  expect(answer.text).toContain(message);
});

const lines = (text: string) => text.replace("\ufeff", "").trimEnd().split(/\r?\n/);

test("the jobs behind a figure export as filtered CSV, with margins only for invoice managers", async () => {
  const { orgId, admin } = await worker.business();
  await admin.get("/api/performance");
  const business = await performanceBusiness(worker, orgId, Date.now());
  for (const at of [0, 1, 2, 3, 4, 5]) await business.apply([0, at, 3, 4 + at]);
  const today = new Date().toISOString().slice(0, 10);
  const span = `from=${addDays(today, -20)}&to=${addDays(today, 1)}`;
  const { json } = await admin.get<Jobs>(`/api/performance/jobs?${span}`);
  expect(json.items.length).toBe(6);
  const [header, ...rows] = lines((await admin.get(`/api/performance/jobs/export?${span}`)).text);
  expect(header?.split(",").slice(0, 6)).toEqual([
    "Number",
    "Title",
    "Customer",
    "Technician",
    "Service type",
    "Completed",
  ]);
  expect(header).toMatch(/Revenue,Margin$/);
  expect(rows.map((row) => row.split(",")[0])).toEqual(json.items.map(({ reference }) => reference));
  const nobodys = await admin.get<Jobs>(`/api/performance/jobs?${span}&technicianId=none`);
  expect(nobodys.json.items.length).toBeLessThan(6);
  const file = `/api/performance/jobs/export?${span}&technicianId=none`;
  expect(lines((await admin.get(file)).text).length - 1).toBe(nobodys.json.items.length);
  expect((await admin.get(`/pgi/jobs?${span}`)).text).toContain(
    `href="/api/performance/jobs/export?${span.replace("&", "&amp;")}"`,
  );
  const reader = await worker.member(orgId, "Manager", ["invoices.read", "work_orders.read"]);
  expect((await reader.get(file)).text).not.toContain("Margin");
});

test("the totals file has estimate conversion and utilization, and the screen links to their rows", async () => {
  const { orgId, admin } = await worker.business();
  await workEachDay(orgId);
  await admin.get("/api/performance");
  const business = await performanceBusiness(worker, orgId, Date.now());
  await business.apply([0, 0, 3, 4]);
  const [header, now, before] = lines((await admin.get("/api/performance/file?table=totals")).text);
  expect(header).toMatch(/,Estimates sent,Estimates approved,"Estimate conversion, %",Shift hours,"Hours used, %"$/);
  expect(now?.split(",").slice(-5, -2)).toEqual(["0", "0", ""]);
  expect(Number(now?.split(",").at(-2))).toBeGreaterThan(0);
  expect(before?.split(",").slice(-2)).toEqual(["", ""]);
  const { text } = await admin.get("/pgi");
  expect(text).toContain('href="#technicians"');
  expect(text).toContain('id="technicians"');
});

test("a filter by another business's technician finds no jobs", async () => {
  const { admin } = await worker.business();
  const { technicianId } = await worker.business();
  const answer = await admin.get<Jobs>(
    `/api/performance/jobs?from=2026-01-01&to=2026-12-31&technicianId=${technicianId}`,
  );
  expect([answer.json.items, answer.json.total]).toEqual([[], 0]);
});

test("a filter without jobs names its technician and service type", async () => {
  const { admin, technicianId } = await worker.business();
  const type = await admin.post<{ id: string }>("/api/service-types", { name: "Duct cleaning", durationMinutes: 60 });
  const at = "/pgi/jobs?from=2026-01-01&to=2026-12-31";
  const shown = async (filter: string) => pageText((await admin.get(`${at}&${filter}`)).text);
  const named = await shown(`technicianId=${technicianId}&serviceTypeId=${type.json.id}`);
  expect(named).toMatch(/Luis Ortega · Duct cleaning/);
  expect(named).not.toContain("Unassigned");
  expect(await shown("technicianId=none&serviceTypeId=none")).toContain("Unassigned · No service type");
});

interface WeatherForecast {
  forecast: { week: string; jobs: number; basis: string; heatingDegreeDays: number | null }[] | null;
  forecastWeather: {
    state: string;
    states: { state: string; share: number }[];
    fit: { explained: number } | null;
  } | null;
}

/** 60 weeks of work that follows Wisconsin's degree days, for a business whose properties all have one ZIP code. */
async function weatherBusiness({ zip, state }: { zip: string; state: string }) {
  const { orgId, admin } = await worker.business();
  await admin.get("/api/performance");
  const thisWeek = sundayOf(businessToday());
  await worker.db
    .prepare(
      "INSERT OR IGNORE INTO places (id, postal_code, city, state, latitude, longitude) VALUES (?, ?, 'Somewhere', ?, 43, -89)",
    )
    .bind(Number(zip), zip, state)
    .run();
  await worker.db.prepare("INSERT INTO site_zips (org_id, zip, sites) VALUES (?, ?, 40)").bind(orgId, zip).run();
  await worker.db.batch(
    Array.from({ length: 60 }, (_, at) => {
      const week = addDays(thisWeek, -7 * (at + 1));
      const { heating, cooling } = normalWeek([{ state: "WI", share: 1 }], week);
      const jobs = Math.round(4 + heating / 8 + cooling / 4);
      return worker.db
        .prepare("INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes) VALUES (?, 'created', ?, ?, ?)")
        .bind(orgId, week, jobs, jobs * 90);
    }),
  );
  return { orgId, admin, thisWeek };
}

test("the forecast and the dashboard count the same shifts as capacity, not those of someone on leave", async () => {
  const { orgId, admin } = await weatherBusiness({ zip: "53703", state: "WI" });
  const sums: [number, number][] = [];
  for (const status of ["active", "pending_setup", "on_leave"]) {
    await worker.db.prepare("UPDATE technicians SET status = ? WHERE org_id = ?").bind(status, orgId).run();
    const { forecast } = (await admin.get<{ forecast: { capacityHours: number }[] }>("/api/performance")).json;
    const { capacity } = (await admin.get<{ capacity: { shiftMinutes: number }[] }>("/api/dashboard")).json;
    const minutes = capacity.reduce((sum, day) => sum + day.shiftMinutes, 0);
    // Fourteen days from today have two of each weekday.
    sums.push([2 * (forecast[1]?.capacityHours ?? 0), minutes / 60]);
  }
  expect(sums).toEqual([
    [90, 90],
    [90, 90],
    [0, 0],
  ]);
});

test("a business in Wisconsin gets a forecast from normal degree days in the API, on the page and as CSV", async () => {
  const { admin, thisWeek } = await weatherBusiness({ zip: "53703", state: "WI" });
  const { forecast, forecastWeather } = (await admin.get<WeatherForecast>("/api/performance")).json;
  expect([forecastWeather?.state, forecastWeather?.states]).toEqual(["used", [{ state: "WI", share: 1 }]]);
  expect(forecastWeather?.fit?.explained).toBeGreaterThan(0.95);
  const weeks = Array.from({ length: 6 }, (_, at) =>
    normalWeek([{ state: "WI", share: 1 }], addDays(thisWeek, 7 * at)),
  );
  expect(forecast?.map(({ basis, heatingDegreeDays }) => [basis, heatingDegreeDays])).toEqual(
    weeks.map(({ heating }) => ["degree_days", Math.round(heating)]),
  );
  for (const [at, { jobs }] of (forecast ?? []).entries()) {
    const { heating = 0, cooling = 0 } = weeks[at] ?? {};
    expect(Math.abs(jobs - (4 + heating / 8 + cooling / 4))).toBeLessThan(1.6);
  }
  const file = await admin.get("/api/performance/file?table=forecast");
  const [header, first] = file.text.replace("\ufeff", "").split(/\r?\n/);
  expect(header).toContain("Normal heating degree days (65 °F)");
  expect(first).toContain(`${thisWeek},`);
  expect(first).toContain("Normal degree days");
  expect((await admin.get("/pgi")).text).toContain("NOAA NCEI nClimDiv");
});

test("a business in Hawaii, which has no normals, sees a note and gets a forecast from last year", async () => {
  const { admin } = await weatherBusiness({ zip: "96813", state: "HI" });
  const { forecast, forecastWeather } = (await admin.get<WeatherForecast>("/api/performance")).json;
  expect([forecastWeather?.state, forecast?.[0]?.basis, forecast?.[0]?.heatingDegreeDays]).toEqual([
    ...["unknown_place", "last_year", null],
  ]);
  expect((await admin.get("/pgi")).text).toContain("48 contiguous states and D.C. only");
});
