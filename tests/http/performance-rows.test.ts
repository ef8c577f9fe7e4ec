import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pageText, threePagesAndBack } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer, addTechnician } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";
import { startOfDay, wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();
const zone = "America/Denver";
const number = fc.nat({ max: 9999 });
const rows = (minLength: number, maxLength: number) =>
  fc.array(fc.tuple(number, number, number, number), { minLength, maxLength });

type Numbers = readonly [number, number, number, number];
type Value = string | number | null;

interface Work {
  items: { id: string; technician: string | null; isHelper: boolean; at: string; hours: number }[];
  nextCursor: string | null;
  total: number | null;
  jobs: number;
  hours: number;
}
interface Plans {
  items: { id: string; startsOn: string; isOpenEnded: boolean; endsOn: string | null }[];
  nextCursor: string | null;
  total: number | null;
}
interface Answer {
  planCohorts: { startedOn: string; plans: number; running: number; retained: number[] }[];
  season: { month: string; jobs: number }[];
  forecast: { week: string; jobs: number; hours: number; basis: string; bookedHours: number }[] | null;
}
interface Week {
  jobs: number;
  hours: number;
  bookedHours: number;
  basis: string;
  groups: { kind: string; weeks: { week: string; jobs: number; hours: number }[] }[];
}

const today = () => wallTimeOf(Date.now(), zone).date;
const sunday = (day: string) => addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
const iso = (at: number) => new Date(at).toISOString();
const hundredths = (minutes: number) => Math.round((minutes * 60) / 36) / 100;

async function business() {
  const { orgId, admin, technician } = await worker.business();
  await worker.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?").bind(zone, orgId).run();
  const site = await addCustomer(worker, orgId);
  await admin.get("/api/performance");
  const insert = (table: string, row: Record<string, Value>) =>
    worker.db
      .prepare(
        `INSERT INTO ${table} (org_id, ${Object.keys(row).join()}) VALUES (?, ${Object.keys(row).map(() => "?")})`,
      )
      .bind(orgId, ...Object.values(row));
  const all = async <T>(sql: string) => (await worker.db.prepare(sql).bind(orgId).all<T>()).results;
  return { ...{ orgId, admin, technician, site, insert, all } };
}

type Business = Awaited<ReturnType<typeof business>>;

async function addUnit({ site, insert }: Business): Promise<string> {
  const id = randomUUID();
  await insert("equipment", {
    ...{ id, customer_id: site.customerId, address_id: site.siteAddressId, name: "Furnace", type: "furnace" },
    ...{ created_at: iso(Date.now()), updated_at: iso(Date.now()) },
  }).run();
  return id;
}

const plan = (equipmentId: string, fields: Record<string, Value>) => ({
  ...{ id: randomUUID(), equipment_id: equipmentId, title: "Tune-up", every: 6, unit: "month" },
  ...{ basis: "due_date", active: 1, created_at: iso(Date.now()), ...fields },
});

/** Opens every page of a list. */
async function everyRow<T extends { items: unknown[]; nextCursor: string | null }>(by: Visitor, path: string) {
  const found: T["items"] = [];
  let cursor = "";
  let last: T;
  do {
    const answer = await by.get<T>(`${path}&limit=7${cursor}`);
    expect(answer.status).toBe(200);
    last = answer.json;
    found.push(...last.items);
    cursor = last.nextCursor ? `&cursor=${encodeURIComponent(last.nextCursor)}` : "";
  } while (cursor);
  return { ...last, items: found };
}

interface PlanRow {
  id: string;
  starts_on: string;
  ends_on: string | null;
  ended_on: string | null;
  active: number;
}

/** The first day of a quarter: 0 is that of `day`, -1 the one before. */
function quarter(day: string, shift = 0): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const date = new Date(Date.UTC(year, Math.floor((month - 1) / 3) * 3 + 3 * shift, 1));
  return date.toISOString().slice(0, 10);
}

test("plan cohorts equal a direct count of the plans, and each figure lists the plans it counts", async () => {
  await fc.assert(
    fc.asyncProperty(rows(12, 25), rows(4, 8), async (made, changed) => {
      const own = await business();
      const unit = await addUnit(own);
      const now = today();
      // Within a day of a quarter's start or end, in the last nine quarters or the next one.
      const edge = (at: number) => addDays(quarter(now, (at % 11) - 9), (at % 3) - 1);
      const latest = (...days: string[]) => days.toSorted().at(-1) ?? now;
      const endOf = ([start, end, how]: Numbers) => {
        const startsOn = edge(start);
        const day = latest(edge(end), startsOn);
        const open = { starts_on: startsOn, ends_on: null, ended_on: null, active: 1 };
        if (how % 4 === 0) return open;
        if (how % 4 === 1) return { ...open, ends_on: day };
        if (how % 4 === 2) return { ...open, active: 0, ended_on: day };
        return { ...open, active: 0, ends_on: how % 8 === 3 ? day : null };
      };
      await worker.db.batch(made.map((each) => own.insert("maintenance_plans", plan(unit, endOf(each)))));
      for (const [at, ...change] of changed.map(([at, ...rest]) => [at, ...rest, at] as const)) {
        const found = await own.all<PlanRow>("SELECT * FROM maintenance_plans WHERE org_id = ?1 ORDER BY id");
        const { starts_on, ends_on, ended_on, active } = endOf([change[0], change[1], change[2], at]);
        await worker.db
          .prepare(
            at % 5 === 0
              ? "DELETE FROM maintenance_plans WHERE org_id = ? AND id = ?"
              : "UPDATE maintenance_plans SET starts_on = ?3, ends_on = ?4, ended_on = ?5, active = ?6 WHERE org_id = ?1 AND id = ?2",
          )
          .bind(
            ...[own.orgId, found[at % found.length]?.id ?? ""],
            ...(at % 5 === 0 ? [] : [starts_on, ends_on, ended_on, active]),
          )
          .run();
      }
      const plans = await own.all<PlanRow>("SELECT * FROM maintenance_plans WHERE org_id = ?1");
      /** Whether a plan was active after the last day of a quarter, by its definition. */
      const isPast = ({ active, ends_on, ended_on }: PlanRow, first: string) => {
        const end = active === 1 ? ends_on : (ended_on ?? ends_on ?? "unknown");
        return end === null || (end !== "unknown" && end >= quarter(first, 1));
      };
      const expected = Array.from({ length: 8 }, (_, at) => quarter(now, at - 7)).flatMap((startedOn, first) => {
        const of = plans.filter((each) => each.starts_on >= startedOn && each.starts_on < quarter(startedOn, 1));
        if (of.length === 0) return [];
        const past = (day: string) => of.filter((each) => isPast(each, day));
        const over = Array.from({ length: 7 - first }, (_, at) => past(quarter(startedOn, at)));
        return [{ startedOn, all: of, running: past(now), over }];
      });
      const { planCohorts } = (await own.admin.get<Answer>("/api/performance")).json;
      expect(planCohorts).toEqual(
        expected.map(({ startedOn, all, running, over }) => ({
          ...{ startedOn, plans: all.length, running: running.length, retained: over.map(({ length }) => length) },
        })),
      );
      for (const { startedOn, all, running, over } of expected) {
        const cells: [string, PlanRow[]][] = [
          ["", all],
          [`&retained=${now}`, running],
          ...over.map((each, at): [string, PlanRow[]] => [`&retained=${quarter(startedOn, at)}`, each]),
        ];
        for (const [retained, counted] of cells) {
          const list = await everyRow<Plans>(own.admin, `/api/performance/plans?started=${startedOn}${retained}`);
          expect(list.total).toBe(counted.length);
          expect(list.items.map((each) => each.id).sort()).toEqual(counted.map(({ id }) => id).sort());
        }
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

test("the forecast equals one computed from the rows, and each of its figures lists the rows it counts", async () => {
  await fc.assert(
    fc.asyncProperty(rows(40, 60), rows(12, 20), fc.boolean(), async (orders, bookings, hasLastYear) => {
      const own = await business();
      const thisWeek = sunday(today());
      const people = [await addTechnician(worker, own.orgId, "Ann"), await addTechnician(worker, own.orgId, "Ben")];
      /** Within two minutes of midnight on a Sunday, or on any day of the week. */
      const moment = (week: number, a: number, b: number) =>
        startOfDay(addDays(thisWeek, 7 * week + (a % 3 === 0 ? a % 7 : 0)), zone) + ((b % 5) - 2) * 60_000;
      const jobs = orders.map(([week, a, b, c], at) => ({
        ...{ id: randomUUID(), number: at + 1, title: `Job ${at + 1}`, priority: "normal" },
        ...{ status: c % 6 === 0 ? "cancelled" : "unscheduled", cancel_reason: c % 6 === 0 ? "customer" : null },
        ...{ customer_id: own.site.customerId, site_address_id: own.site.siteAddressId },
        ...{ duration_minutes: 30 + (c % 5) * 30, updated_at: iso(Date.now()) },
        created_at: iso(moment(hasLastYear && week % 2 ? -(week % 17) - 44 : -(week % 10), a, b)),
      }));
      await worker.db.batch(jobs.map((workOrder) => own.insert("work_orders", workOrder)));
      const booked = bookings.map(([week, a, b, c], at) => {
        const [id, start] = [randomUUID(), moment(week % 8, a, b)];
        const times = { starts_at: iso(start), ends_at: iso(start + (30 + (c % 9) * 15) * 60_000) };
        return { ...{ id, times, workOrderId: jobs[at]?.id ?? "", a, c } };
      });
      await worker.db.batch(
        booked.flatMap(({ id, times, workOrderId, a, c }) => [
          own.insert("appointments", {
            ...{ id, work_order_id: workOrderId, state: "done", created_at: iso(Date.now()), ...times },
          }),
          ...people.slice(0, 1 + (a % 2)).map((technicianId, at) =>
            own.insert("appointment_technicians", {
              ...{ appointment_id: id, technician_id: technicianId, role: at === 0 ? "lead" : "helper" },
              ...{ blocks_calendar: c % 7 === 0 ? 0 : 1, override_reason: "meant", ...times },
            }),
          ),
        ]),
      );
      const created = (
        await own.all<{ id: string; created_at: string; duration_minutes: number }>(
          "SELECT * FROM work_orders WHERE org_id = ?1 AND status <> 'cancelled'",
        )
      ).map((each) => ({ ...each, week: sunday(wallTimeOf(Date.parse(each.created_at), zone).date) }));
      const times = (
        await own.all<{ starts_at: string; ends_at: string }>(
          "SELECT * FROM appointment_technicians WHERE org_id = ?1 AND blocks_calendar = 1",
        )
      ).map((each) => ({
        week: sunday(wallTimeOf(Date.parse(each.starts_at), zone).date),
        minutes: (Date.parse(each.ends_at) - Date.parse(each.starts_at)) / 60_000,
      }));
      const jobsIn = (week: string) => created.filter((each) => each.week === week);
      const expected = expectedOf(thisWeek, jobsIn);
      const { forecast } = (await own.admin.get<Answer>("/api/performance")).json;
      expect(forecast?.map(({ week, jobs: expectedJobs, hours, basis }) => [week, expectedJobs, hours, basis])).toEqual(
        expected?.map(({ week, jobs: count, minutes, basis }) => [week, count, hundredths(minutes), basis]),
      );
      for (const { week, jobs: expectedJobs, bookedHours, basis } of forecast ?? []) {
        const ofWeek = times.filter((each) => each.week === week);
        const minutes = ofWeek.reduce((total, each) => total + each.minutes, 0);
        expect(bookedHours).toBe(hundredths(minutes));
        const list = await everyRow<Work>(own.admin, `/api/performance/work?kind=booked&week=${week}`);
        expect([list.items.length, list.hours]).toEqual([ofWeek.length, hundredths(minutes)]);
        expect(list.items.reduce((total, each) => total + each.hours, 0)).toBeCloseTo(bookedHours, 6);
        const forecast = (await own.admin.get<Week>(`/api/performance/forecast?week=${week}`)).json;
        expect([forecast.jobs, forecast.bookedHours, forecast.basis]).toEqual([expectedJobs, bookedHours, basis]);
        for (const each of forecast.groups.flatMap((group) => group.weeks))
          expect([each.week, each.jobs]).toEqual([each.week, jobsIn(each.week).length]);
        const count = (kind: string) => forecast.groups.find((group) => group.kind === kind)?.weeks ?? [];
        expect(count("recent").map((each) => each.week)).toEqual(
          Array.from({ length: 8 }, (_, at) => addDays(thisWeek, -7 * (at + 1))),
        );
        if (basis === "last_year")
          expect(count("same_last_year").map((each) => each.week)).toEqual(
            [-51, -52, -53].map((shift) => addDays(week, 7 * shift)),
          );
      }
      for (const week of new Set(created.map((each) => each.week))) {
        const list = await everyRow<Work>(own.admin, `/api/performance/work?kind=created&week=${week}`);
        expect([list.total, list.jobs, list.items.length]).toEqual(Array(3).fill(jobsIn(week).length));
        expect(list.items.map(({ id }) => id).sort()).toEqual(
          jobsIn(week)
            .map(({ id }) => id)
            .sort(),
        );
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

/** The forecast without degree days, by its definition; undefined if there is none. */
function expectedOf(thisWeek: string, jobsIn: (week: string) => { duration_minutes: number }[]) {
  const weeks = (...shifts: number[]) => shifts.map((shift) => jobsIn(addDays(thisWeek, 7 * shift)));
  const average = (counts: readonly unknown[][]) => counts.flat().length / counts.length;
  const recent = weeks(-1, -2, -3, -4, -5, -6, -7, -8);
  const before = weeks(-53, -54, -55, -56, -57, -58, -59, -60);
  if (recent.filter((week) => week.length > 0).length < 4) return undefined;
  const minutesEach =
    recent.flat().reduce((total, workOrder) => total + workOrder.duration_minutes, 0) /
    Math.max(1, recent.flat().length);
  return [0, 1, 2, 3, 4, 5].map((at) => {
    const around = weeks(at - 53, at - 52, at - 51);
    const isLikeLastYear = before.flat().length > 0 && around.flat().length > 0;
    const change = Math.min(2, Math.max(0.5, average(recent) / average(before)));
    const jobs = isLikeLastYear ? average(around) * change : average(recent);
    return {
      ...{ week: addDays(thisWeek, 7 * at), jobs: Math.round(jobs), minutes: Math.round(jobs * minutesEach) },
      basis: isLikeLastYear ? "last_year" : "recent_weeks",
    };
  });
}

test("the rows of a figure page to their end, export as CSV and open from the screen", async () => {
  const own = await business();
  const unit = await addUnit(own);
  const now = today();
  const fields = { starts_on: quarter(now, -1), ends_on: quarter(now, 5) };
  await worker.db.batch(
    [fields, fields, { starts_on: quarter(now, -1) }, { ...fields, active: 0, ended_on: quarter(now, -1) }].map(
      (each) => own.insert("maintenance_plans", plan(unit, each)),
    ),
  );
  await worker.db.batch(
    Array.from({ length: 8 }, (_, at) =>
      own.insert("work_orders", {
        ...{ id: randomUUID(), number: at + 1, title: `Job ${at + 1}`, priority: "normal", status: "unscheduled" },
        ...{ customer_id: own.site.customerId, site_address_id: own.site.siteAddressId, duration_minutes: 60 },
        ...{
          created_at: iso(startOfDay(addDays(sunday(now), -7 * (1 + (at % 4))), zone)),
          updated_at: iso(Date.now()),
        },
      }),
    ),
  );
  const cohort = `started=${quarter(now, -1)}&retained=${quarter(now, -1)}`;
  const list = await own.admin.get<Plans>(`/api/performance/plans?${cohort}&limit=1`);
  expect([list.json.total, list.json.items[0]?.isOpenEnded]).toEqual([3, true]);
  const lines = async (path: string) => (await own.admin.get(path)).text.replace("\ufeff", "").trimEnd().split(/\r?\n/);
  expect((await lines(`/api/performance/plans/export?${cohort}`)).map((line) => line.split(",")[0])).toEqual([
    ...["Plan", "Tune-up", "Tune-up", "Tune-up"],
  ]);
  const week = addDays(sunday(now), -7);
  expect((await lines(`/api/performance/work/export?kind=created&week=${week}`)).length).toBe(3);
  expect((await lines(`/api/performance/work/export?kind=booked&week=${week}`)).length).toBe(1);
  expect((await lines(`/api/performance/forecast/export?week=${now}`)).length).toBe(9);
  const page = (await own.admin.get("/pgi")).text.replaceAll("&amp;", "&");
  expect(page).toContain(`href="/pgi/plans?${cohort}"`);
  expect((await own.admin.get(`/pgi/plans?${cohort}`)).text).toContain("Tune-up");
  // Each pair of bars has a link for the keyboard, which does not need the chart's script.
  const weeks = page.split('aria-label="Weeks of the forecast"')[1]?.split("</nav>")[0] ?? "";
  expect(weeks.match(/href="\/pgi\/forecast\?week=[\d-]{10}"/g)).toHaveLength(6);
  expect(weeks).toMatch(/Week of [^<]+ expected/);
  const forecast = (await own.admin.get(`/pgi/forecast?week=${now}`)).text.replaceAll("&amp;", "&");
  expect(forecast).toContain(`href="/pgi/work?week=${week}&kind=created"`);
  expect((await own.admin.get(`/pgi/work?week=${week}&kind=created`)).text).toContain("Job 1");
});

test("a page of rows reads as many rows with many plans and jobs as with few", async () => {
  const own = await business();
  const unit = await addUnit(own);
  const week = addDays(sunday(today()), -7);
  const from = iso(startOfDay(week, zone) + 3_600_000);
  const fill = (first: number, last: number) =>
    worker.db.batch([
      worker.db
        .prepare(
          `WITH RECURSIVE n(value) AS (SELECT ?3 UNION ALL SELECT value + 1 FROM n WHERE value < ?4)
           INSERT INTO maintenance_plans (org_id, id, equipment_id, title, starts_on, every, unit, basis, active, ended_on, created_at)
           SELECT ?1, 'plan-' || value, ?2, 'Tune-up', '2026-02-01', 6, 'month', 'due_date', value % 4 = 0,
             iif(value % 4 = 0, NULL, '2026-02-02'), ?5 FROM n`,
        )
        .bind(own.orgId, unit, first, last, from),
      worker.db
        .prepare(
          `WITH RECURSIVE n(value) AS (SELECT ?4 UNION ALL SELECT value + 1 FROM n WHERE value < ?5)
           INSERT INTO work_orders (org_id, id, number, title, priority, status, customer_id, site_address_id, duration_minutes, created_at, updated_at)
           SELECT ?1, 'job-' || value, value, 'Job', 'normal', 'unscheduled', ?2, ?3, 60, ?6, ?6 FROM n`,
        )
        .bind(own.orgId, own.site.customerId, own.site.siteAddressId, first, last, from),
    ]);
  const reads = async () => {
    const counts: number[] = [];
    for (const path of ["plans?started=2026-02-01&retained=2026-02-01", `work?kind=created&week=${week}`]) {
      const at = `/api/performance/${path}&limit=10`;
      const first = await own.admin.get<Plans>(at);
      const second = await own.admin.get<Plans>(`${at}&cursor=${encodeURIComponent(first.json.nextCursor ?? "")}`);
      expect([first.json.items.length, second.json.items.length]).toEqual([10, 10]);
      counts.push(databaseCosts(first).read, databaseCosts(second).read);
    }
    return counts;
  };
  await fill(1, 100);
  const few = await reads();
  await fill(200, 1500);
  const many = await reads();
  for (const [at, read] of many.entries()) expect(read).toBeLessThanOrEqual((few[at] ?? 0) * 1.1);
});

test("the screens of plans, jobs and weeks page back one page at a time", async () => {
  const own = await business();
  const unit = await addUnit(own);
  const now = today();
  const week = addDays(sunday(now), -7);
  const noon = (days: number) => startOfDay(addDays(week, days), zone) + 12 * 3_600_000;
  const started = quarter(now, -1);
  const ends: Record<string, Value>[] = [
    {},
    { ends_on: quarter(now, 5) },
    { ends_on: quarter(now, 3) },
    { ends_on: quarter(now, 3) },
  ];
  await worker.db.batch([
    ...ends.map((end, at) =>
      own.insert("maintenance_plans", {
        ...plan(unit, { starts_on: started, ...end }),
        id: `plan-${9 - at}`,
        title: `Plan ${at}`,
      }),
    ),
    ...[0, 1, 2, 3].map((at) =>
      own.insert("work_orders", {
        ...{ id: `job-${at}`, number: at + 1, title: `Job ${at}`, priority: "normal", status: "completed" },
        ...{ customer_id: own.site.customerId, site_address_id: own.site.siteAddressId, duration_minutes: 60 },
        ...{ created_at: iso(noon(at)), completed_at: iso(noon(at)), updated_at: iso(noon(at)) },
      }),
    ),
  ]);
  const technicianId = await addTechnician(worker, own.orgId, "Ann");
  const helperId = await addTechnician(worker, own.orgId, "Ben");
  for (const at of [0, 1]) {
    const times = { starts_at: iso(noon(at)), ends_at: iso(noon(at) + 3_600_000) };
    await worker.db.batch([
      own.insert("appointments", {
        ...{ id: `visit-${at}`, work_order_id: `job-${at}`, state: "done", created_at: iso(noon(at)), ...times },
      }),
      ...[technicianId, helperId].map((id, place) =>
        own.insert("appointment_technicians", {
          ...{ appointment_id: `visit-${at}`, technician_id: id, role: place === 0 ? "lead" : "helper" },
          ...{ blocks_calendar: 1, override_reason: "meant", ...times },
        }),
      ),
    ]);
  }
  const shown = async (path: string, pattern: RegExp) => {
    const { pages, back } = await threePagesAndBack(own.admin, path);
    return [...pages, back].map((page) => pattern.exec(pageText(page.split("<tbody")[1] ?? ""))?.[0]);
  };
  expect(await shown(`/pgi/plans?started=${started}`, /Plan \d/)).toEqual(["Plan 0", "Plan 1", "Plan 2", "Plan 1"]);
  const span = `from=${week}&to=${addDays(week, 6)}`;
  expect(await shown(`/pgi/jobs?${span}`, /Job \d/)).toEqual(["Job 3", "Job 2", "Job 1", "Job 2"]);
  // The first and the last day of a range include its ends.
  expect(await shown(`/pgi/jobs?from=${week}&to=${addDays(week, 2)}`, /Job \d/)).toEqual([
    ...["Job 2", "Job 1", "Job 0", "Job 1"],
  ]);
  expect(await shown(`/pgi/work?week=${week}&kind=created`, /Job \d/)).toEqual(["Job 3", "Job 2", "Job 1", "Job 2"]);
  const booked = await shown(`/pgi/work?week=${week}&kind=booked`, /Job \d.*?(Ann|Ben)/);
  expect(booked.map((row) => row?.slice(0, 5))).toEqual(["Job 0", "Job 0", "Job 1", "Job 0"]);
  expect([booked[3], new Set(booked.slice(0, 2)).size]).toEqual([booked[1], 2]);
  for (const path of [`plans?started=${started}`, `jobs?${span}`, `work?week=${week}&kind=booked`])
    expect((await own.admin.get(`/pgi/${path}&before=broken`)).status).toBe(400);
});

test("the last page of a long list reads no more rows than its second page", async () => {
  const own = await business();
  const day = addDays(sunday(today()), -7);
  await worker.db
    .prepare(
      `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 600)
       INSERT INTO work_orders (org_id, id, number, title, priority, status, customer_id, site_address_id, duration_minutes, created_at, updated_at)
       SELECT ?1, 'job-' || value, value, 'Job', 'normal', 'unscheduled', ?2, ?3, 60, strftime('%Y-%m-%dT%H:%M:%fZ', ?4, value || ' minutes'), ?4 FROM n`,
    )
    .bind(own.orgId, own.site.customerId, own.site.siteAddressId, iso(startOfDay(day, zone)))
    .run();
  const reads: number[] = [];
  for (let cursor = ""; ; ) {
    const page = await own.admin.get<Work>(`/api/performance/work?kind=created&week=${day}&limit=50${cursor}`);
    reads.push(databaseCosts(page).read);
    if (!page.json.nextCursor) break;
    cursor = `&cursor=${encodeURIComponent(page.json.nextCursor)}`;
  }
  expect(reads).toHaveLength(12);
  expect(reads.at(-1)).toBeLessThanOrEqual(reads[1] ?? 0);
});

const paths = ["plans?started=2026-01-01", "work?kind=created&week=2026-03-01", "work?kind=booked&week=2026-03-01"];

test.each([...paths, "forecast?week=2026-03-01"])("%s needs permission to read invoices", async (path) => {
  const { technician } = await worker.business();
  expect((await technician.get(`/api/performance/${path}`)).status).toBe(403);
  expect((await technician.get(`/api/performance/${path.replace("?", "/export?")}`)).status).toBe(403);
});

test.each(paths)("%s shows no rows of another business", async (path) => {
  const own = await business();
  await own.insert("maintenance_plans", plan(await addUnit(own), { starts_on: "2026-02-01" })).run();
  const { admin } = await worker.business();
  expect((await admin.get<Plans>(`/api/performance/${path}`)).json.items).toEqual([]);
});

test("a week without a forecast, an unknown kind of work and another list's cursor are refused", async () => {
  const { admin } = await worker.business();
  expect((await admin.get("/api/performance/forecast?week=2026-03-01")).status).toBe(404);
  expect((await admin.get("/api/performance/work?kind=lost&week=2026-03-01")).status).toBe(400);
  expect((await admin.get("/api/performance/plans?started=2026-01-01&cursor=abc")).status).toBe(400);
  expect((await admin.get("/pgi/work?kind=lost&week=2026-03-01")).status).toBe(400);
});
