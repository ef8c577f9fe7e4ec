import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addCustomer, addTechnician, type Site } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

// Figures of the dashboard and of performance, each against a count of raw rows by its definition.

const worker = await testWorker();
const number = fc.nat({ max: 9999 });
const rows = (minLength: number, maxLength: number) =>
  fc.array(fc.tuple(number, number, number, number), { minLength, maxLength });

type Value = string | number | null;

const iso = (at: number) => new Date(at).toISOString();
const MINUTE = 60_000;

async function business(zone: string) {
  const { orgId, admin } = await worker.business();
  await worker.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?").bind(zone, orgId).run();
  await admin.get("/api/performance");
  const insert = (table: string, row: Record<string, Value>) =>
    worker.db
      .prepare(
        `INSERT INTO ${table} (org_id, ${Object.keys(row).join()}) VALUES (?, ${Object.keys(row).map(() => "?")})`,
      )
      .bind(orgId, ...Object.values(row));
  const run = (sql: string, ...values: Value[]) => worker.db.prepare(sql).bind(orgId, ...values);
  const all = async <T>(sql: string) => (await worker.db.prepare(sql).bind(orgId).all<T>()).results;
  return { ...{ orgId, admin, insert, run, all }, today: wallTimeOf(Date.now(), zone).date };
}

test("leak deadlines equal a direct count of the episodes, to the day", async () => {
  await fc.assert(
    fc.asyncProperty(rows(15, 40), rows(5, 10), async (opened, changed) => {
      const { orgId, admin, insert, run, all, today } = await business("America/Denver");
      const site = await addCustomer(worker, orgId);
      const [unit, circuit] = [randomUUID(), randomUUID()];
      const now = iso(Date.now());
      await insert("equipment", {
        ...{ id: unit, customer_id: site.customerId, address_id: site.siteAddressId, name: "Rack" },
        ...{ type: "refrigeration", created_at: now, updated_at: now },
      }).run();
      await insert("service_groups", {
        ...{ id: circuit, equipment_id: unit, name: "A", refrigerant: "R-410A", created_at: now },
      }).run();
      // From nine days ago to twelve days ahead: around today and around the last day that counts as near.
      const due = (at: number) => addDays(today, (at % 22) - 9);
      const ids = opened.map(() => randomUUID());
      await worker.db.batch(
        opened.map(([at, isDue], index) =>
          insert("leak_episodes", {
            ...{ id: ids[index] ?? "", equipment_id: unit, service_group_id: circuit, kind: "chronic" },
            ...{ year: 2020 + index, opened_on: addDays(today, -200), regime: "part84", threshold_percent: 20 },
            ...{ charge_milli_lb: 20_000, rate_centi_percent: 2500, created_at: now, updated_at: now },
            ...(isDue % 5 === 0 ? {} : { next_step: "report", next_due_on: due(at) }),
          }),
        ),
      );
      for (const [which, at, ends] of changed)
        await (ends % 2
          ? run(
              "UPDATE leak_episodes SET next_step = NULL, next_due_on = NULL, ended_on = ?2, ending = 'reported' WHERE org_id = ?1 AND id = ?3",
              ...[today, ids[which % ids.length] ?? ""],
            )
          : run(
              "UPDATE leak_episodes SET next_step = 'report', next_due_on = ?2 WHERE org_id = ?1 AND id = ?3 AND ended_on IS NULL",
              ...[due(at), ids[which % ids.length] ?? ""],
            )
        ).run();
      const open = (await all<{ next_due_on: string | null }>("SELECT * FROM leak_episodes WHERE org_id = ?1"))
        .map((each) => each.next_due_on)
        .filter((day) => day !== null);
      const days = open.map((day) => (Date.parse(day) - Date.parse(today)) / 86_400_000);
      const { leaks } = (await admin.get<{ leaks: object }>("/api/dashboard")).json;
      expect(leaks).toEqual({
        overdue: days.filter((left) => left < 0).length,
        soon: days.filter((left) => left >= 0 && left <= 7).length,
      });
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

const LATER = ["sent", "approved", "declined", "withdrawn", "superseded"] as const;

test("estimate conversion equals a direct count of the estimates of each period, and so does its list", async () => {
  await fc.assert(
    fc.asyncProperty(rows(15, 30), async (sent) => {
      const { orgId, admin, insert, run, all, today } = await business("America/Denver");
      const { customerId } = await addCustomer(worker, orgId);
      const [monthStart, yearStart] = [`${today.slice(0, 8)}01`, `${today.slice(0, 5)}01-01`];
      const now = iso(Date.now());
      for (const [index, [at, edge, status]] of sent.entries()) {
        const id = randomUUID();
        // Within a day of the start of the month, of the year, and of the periods before.
        const starts = [monthStart, yearStart, addDays(monthStart, -31), `${Number(today.slice(0, 4)) - 1}-01-01`];
        const sentOn = addDays(starts[at % starts.length] ?? today, (edge % 3) - 1);
        await worker.db.batch([
          insert("estimates", {
            ...{ id, status: "draft", root_id: id, customer_id: customerId, bill_to: '{"name":"Ada","lines":[]}' },
            ...{ title: `Estimate ${index}`, valid_until: "2090-01-01", tax_state: "known", created_by: "x" },
            ...{ created_at: now, updated_at: now },
          }),
          insert("estimate_options", {
            ...{ estimate_id: id, position: 1, name: "Good", recommended: 1, subtotal_minor: 100 },
            ...{ discount_minor: 0, tax_minor: 0, total_minor: 100 },
          }),
          insert("estimate_lines", {
            ...{ estimate_id: id, option_position: 1, position: 1, kind: "other", description: "Furnace" },
            ...{ quantity_milli: 1000, unit: "ea", unit_price_minor: 100, discount_ppm: 0, taxable: 0, optional: 0 },
            amount_minor: 100,
          }),
          run(
            "UPDATE estimates SET status = 'sent', number = ?2, seller = '{}', document_hash = ?3, file_key = 'x', sent_on = ?4, sent_at = ?5 WHERE org_id = ?1 AND id = ?6",
            ...[index + 1, "0".repeat(64), sentOn, now, id],
          ),
        ]);
        const later = LATER[status % LATER.length] ?? "sent";
        if (later !== "sent")
          await run("UPDATE estimates SET status = ?2 WHERE org_id = ?1 AND id = ?3", later, id).run();
        if (later === "declined" && edge % 2)
          await run("UPDATE estimates SET status = 'superseded' WHERE org_id = ?1 AND id = ?2", id).run();
      }
      const estimates = await all<{ status: string; sent_on: string }>("SELECT * FROM estimates WHERE org_id = ?1");
      const counted = ({ from, to }: { from: string; to: string }) => {
        const within = estimates.filter(({ sent_on: on }) => on >= from && on <= to);
        const sent = within.filter(({ status }) => ["sent", "approved", "declined"].includes(status)).length;
        const approved = within.filter(({ status }) => status === "approved").length;
        return { sent, approved, conversion: sent === 0 ? null : approved / sent };
      };
      const custom = `custom&from=${addDays(monthStart, -1)}&to=${monthStart}`;
      for (const period of ["month", "quarter", "year", custom]) {
        interface Answer {
          period: { from: string; to: string; before: { from: string; to: string } };
          estimates: { now: { approved: number }; before: object };
        }
        const { json } = await admin.get<Answer>(`/api/performance?period=${period}`);
        expect(json.estimates).toEqual({ now: counted(json.period), before: counted(json.period.before) });
        const list = await admin.get<{ items: object[] }>(
          `/api/estimates?state=approved&sentFrom=${json.period.from}&sentTo=${json.period.to}&limit=100`,
        );
        expect(list.json.items.length).toBe(json.estimates.now.approved);
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

/** Without changes of the clock, one for almost every hour of difference. */
const ZONES = [
  ...["Pacific/Midway", "Pacific/Honolulu", "America/Phoenix", "America/Regina", "America/Panama", "America/Caracas"],
  ...["America/Sao_Paulo", "Atlantic/Cape_Verde", "Africa/Abidjan", "Africa/Lagos", "Africa/Johannesburg"],
  ...["Africa/Nairobi", "Asia/Dubai", "Asia/Karachi", "Asia/Dhaka", "Asia/Bangkok", "Asia/Singapore", "Asia/Tokyo"],
  ...["Australia/Brisbane", "Pacific/Noumea", "Pacific/Tarawa"],
];

/** The zone in which it is nearest to noon, so that hours before and after belong to today. */
const zoneOfNoon = () =>
  ZONES.map((zone) => ({ zone, hour: Number(wallTimeOf(Date.now(), zone).time.slice(0, 2)) })).toSorted(
    (a, b) => Math.abs(a.hour - 12) - Math.abs(b.hour - 12),
  )[0]?.zone ?? "Africa/Abidjan";

interface WorkOrder {
  number: number;
  status: "scheduled" | "dispatched" | "in_progress" | "completed";
  start: number;
  end: number;
  place: number;
  people: number[];
  isOverridden: boolean;
}

/** Minutes by road from one place to another: 10 km at 40 km/h, a third longer than the straight line. */
const DRIVE = 20;
const driveBetween = (from: WorkOrder, to: WorkOrder) => (from.place === to.place ? 0 : DRIVE);

/** By definition: at the same time as another job, or too little time for the drive from the job before or to the one after. */
function isInConflict(workOrder: WorkOrder, day: readonly WorkOrder[]): boolean {
  const others = day.filter((other) => other !== workOrder);
  if (others.some((other) => other.start < workOrder.end && workOrder.start < other.end)) return true;
  const before = others.filter((other) => other.start < workOrder.start).at(-1);
  const after = others.find((other) => other.start >= workOrder.start);
  const isTight = (first: WorkOrder, second: WorkOrder) => {
    const minutes = (second.start - first.end) / MINUTE;
    return minutes >= 0 && minutes < 8 * 60 && minutes < driveBetween(first, second);
  };
  return (before !== undefined && isTight(before, workOrder)) || (after !== undefined && isTight(workOrder, after));
}

/** By definition: jobs that begin after their start if each takes its time, follows the drive from the one before and begins now at the earliest. */
function lateJobs(day: readonly WorkOrder[], now: number): WorkOrder[] {
  const late: WorkOrder[] = [];
  let free = Number.NEGATIVE_INFINITY;
  let from: WorkOrder | null = null;
  for (const workOrder of day.filter(({ status }) => status !== "completed")) {
    const arrives: number = from === null ? workOrder.start : free + driveBetween(from, workOrder) * MINUTE;
    const begins = workOrder.status === "in_progress" ? workOrder.start : Math.max(workOrder.start, arrives, now);
    if (workOrder.status !== "in_progress" && begins > workOrder.start) late.push(workOrder);
    free = Math.max(begins + (workOrder.end - workOrder.start), now);
    from = workOrder;
  }
  return late;
}

test("conflicts and jobs at risk equal those found by hand among the day's bookings", async () => {
  await fc.assert(
    fc.asyncProperty(rows(6, 14), async (booked) => {
      const { orgId, admin, insert, run } = await business(zoneOfNoon());
      const sites: Site[] = [await addCustomer(worker, orgId), await addCustomer(worker, orgId, "Ben Ruiz")];
      // A tenth of a degree is 11.1 km; this is 10.
      for (const [at, { siteAddressId }] of sites.entries())
        await run(
          "UPDATE addresses SET latitude = ?2, longitude = -89, time_zone = NULL WHERE org_id = ?1 AND id = ?3",
          ...[43 + at * 0.0899, siteAddressId],
        ).run();
      const people = [await addTechnician(worker, orgId, "Ann"), await addTechnician(worker, orgId, "Ben")];
      const shift = { available: true, start: "00:00", end: "23:59", breaks: [] };
      const week = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
      await run(
        "UPDATE technicians SET availability = ?2 WHERE org_id = ?1",
        JSON.stringify(Object.fromEntries(week.map((day) => [day, shift]))),
      ).run();
      const now = Math.floor(Date.now() / MINUTE) * MINUTE;
      const jobs: WorkOrder[] = [];
      for (const [at, [when, long, where, who]] of booked.entries()) {
        // Every ten minutes, five minutes off now, so that the minute in which it is read makes no difference.
        const start = now + ((when % 72) - 36) * 10 * MINUTE + 5 * MINUTE;
        // Which of two that start at once comes first is not defined.
        if (jobs.some((workOrder) => workOrder.start === start)) continue;
        const end = start + (1 + (long % 9)) * 10 * MINUTE;
        const crew = who % 4 === 0 ? [0, 1] : [who % 2];
        const isBusy = jobs.some(
          (workOrder) =>
            workOrder.start < end && start < workOrder.end && workOrder.people.some((person) => crew.includes(person)),
        );
        const isUnderWay =
          where % 3 === 0 &&
          start < now &&
          !jobs.some(({ status, people: own }) => status === "in_progress" && own[0] === crew[0]);
        jobs.push({
          ...{ number: at + 1, start, end, place: where % 2, people: crew, isOverridden: isBusy || who % 5 === 0 },
          status: isUnderWay ? "in_progress" : where % 7 === 0 ? "completed" : where % 2 ? "dispatched" : "scheduled",
        });
      }
      for (const workOrder of jobs) {
        const [id, appointmentId] = [randomUUID(), randomUUID()];
        const site = sites[workOrder.place];
        const slot = { starts_at: iso(workOrder.start), ends_at: iso(workOrder.end) };
        await worker.db.batch([
          insert("work_orders", {
            ...{
              id,
              number: workOrder.number,
              title: `Job ${workOrder.number}`,
              priority: "normal",
              status: workOrder.status,
            },
            ...{ customer_id: site?.customerId ?? "", site_address_id: site?.siteAddressId ?? "" },
            ...{ technician_id: people[workOrder.people[0] ?? 0] ?? "", scheduled_start: slot.starts_at },
            ...{ scheduled_end: slot.ends_at, duration_minutes: (workOrder.end - workOrder.start) / MINUTE },
            ...{ created_at: iso(now), updated_at: iso(now) },
            completed_at: workOrder.status === "completed" ? iso(now) : null,
          }),
          insert("appointments", {
            ...{ id: appointmentId, work_order_id: id, state: "booked", created_at: iso(now), ...slot },
          }),
          ...workOrder.people.map((person, at) =>
            insert("appointment_technicians", {
              ...{ appointment_id: appointmentId, technician_id: people[person] ?? "", blocks_calendar: 1 },
              ...{
                role: at === 0 ? "lead" : "helper",
                override_reason: workOrder.isOverridden ? "Agreed" : null,
                ...slot,
              },
            }),
          ),
        ]);
      }
      const expected = people.flatMap((_, person) => {
        const day = jobs.filter((workOrder) => workOrder.people.includes(person)).toSorted((a, b) => a.start - b.start);
        const name = ["Ann", "Ben"][person];
        return [
          ...day
            .filter(
              (workOrder) =>
                workOrder.status !== "completed" && !workOrder.isOverridden && isInConflict(workOrder, day),
            )
            .map((workOrder) => `conflict ${workOrder.number} ${name}`),
          ...lateJobs(day, now).map((workOrder) => `at_risk ${workOrder.number} ${name}`),
        ];
      });
      interface Answer {
        dispatch: { problems: { kind: string; workOrder: string; technician: string | null }[] };
      }
      const { problems } = (await admin.get<Answer>("/api/dashboard")).json.dispatch;
      expect(
        problems
          .map((each) => `${each.kind} ${Number(each.workOrder.replace(/\D/g, ""))} ${each.technician?.split(" ")[0]}`)
          .sort(),
      ).toEqual(expected.sort());
    }),
    { numRuns: 6, endOnFailure: true },
  );
});
