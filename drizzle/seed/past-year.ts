import { clockChanges } from "~/domain/business-days/clock";
import { addDays, weekday } from "~/domain/shared/dates";
import { instantOf, wallTimeOf } from "~/domain/shared/time-zones";
import type { SeedBusiness } from "./business";
import type { Place } from "./customers";
import { insertRows } from "./insert";
import { jobs } from "./names";
import type { SeededPlaybook } from "./service-types";

type Row = Record<string, string | number | null>;

/** Weeks of the past year; the last of them ends where the demo's own jobs start. */
const WEEKS = 56;
const LAST_WEEK = 3;
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** Jobs per week: few in spring and fall, many in hot or cold months, slightly fewer a year ago. */
const jobsOf = (month: number, week: number) =>
  ([10, 9, 6, 5, 6, 9, 11, 10, 6, 5, 7, 10][month] ?? 6) - (week > 50 ? 2 : 0);

/** How many jobs `seedPastYear` adds; they are numbered from 1. */
export function pastYearCount(now: Date): number {
  return weeksOf(now).reduce((sum, { count }) => sum + count, 0);
}

function weeksOf(now: Date): { week: number; count: number }[] {
  return Array.from({ length: WEEKS - LAST_WEEK + 1 }, (_, at) => {
    const week = WEEKS - at;
    return { week, count: jobsOf(new Date(now.getTime() - week * 7 * DAY_MS).getUTCMonth(), week) };
  });
}

/** The business's clock, so that dates are counted correctly from the first row on. */
export async function seedClock(
  db: D1Database,
  orgId: string,
  { zone, now }: { zone: string; now: Date },
): Promise<void> {
  await insertRows(
    db,
    "business_clock",
    clockChanges(zone, now.getTime()).map(({ fromAt, offsetMinutes }) => ({
      ...{ org_id: orgId, from_at: fromAt, offset_minutes: offsetMinutes },
    })),
  );
  await insertRows(db, "job_fact_zones", [{ org_id: orgId, time_zone: zone, counted_at: now.toISOString() }]);
}

const parts = [
  ["Dual run capacitor 45/5 µF 440 V", 19_500, 1120],
  ["Hot surface igniter, nitride, universal", 24_900, 2890],
  ["Filter 16x25x1 MERV 11", 2400, 642],
  ["Contactor 30 A 24 V", 16_900, 1480],
  ["Condensate pump", 28_900, 7900],
] as const;

const steps = [
  "Check the temperature split",
  "Test the safeties",
  "Check for leaks",
  "Verify operation with the customer",
] as const;

interface Past {
  id: string;
  number: number;
  start: number;
  minutes: number;
  technicianId: string;
  place: Place;
  job: (typeof jobs)[number];
  playbook: SeededPlaybook | null;
  unit: string | null;
  part: (typeof parts)[number] | null;
  callbackOf: Past | null;
  isCalledBack: boolean;
}

type Places = { places: [Place, ...Place[]]; playbooks: ReadonlyMap<string, SeededPlaybook> };

/** A year of closed and paid jobs before the demo's own, for comparisons and forecasts. */
export async function seedPastYear(db: D1Database, seed: SeedBusiness, places: Places): Promise<void> {
  const past = await planned(db, seed, places);
  const { orgId, officeUserId: user } = seed;
  const iso = (at: number) => new Date(at).toISOString();
  const endOf = ({ start, minutes }: Past) => start + minutes * MINUTE_MS;
  await insertRows(
    db,
    "work_orders",
    past.map((job) => ({
      ...{ org_id: orgId, id: job.id, number: job.number, title: job.job.title, status: "completed" },
      ...{ priority: job.job.priority, customer_id: job.place.customerId, site_address_id: job.place.addressId },
      ...{ service_type_id: job.playbook?.serviceTypeId ?? null, technician_id: job.technicianId },
      ...{ scheduled_start: iso(job.start), scheduled_end: iso(endOf(job)), duration_minutes: job.minutes },
      ...{ callback_of: job.callbackOf?.id ?? null, no_charge: job.callbackOf ? 1 : 0, created_by: user },
      ...{ created_at: iso(job.start - 2 * DAY_MS), updated_at: iso(endOf(job)), completed_at: iso(endOf(job)) },
    })),
  );
  await insertRows(
    db,
    "work_order_history",
    past.flatMap((job) => {
      const drive = 12 + (job.number % 17);
      const moments = [
        ["scheduled", job.start - 2 * DAY_MS],
        ["dispatched", job.start - 90 * MINUTE_MS],
        ["en_route", job.start - drive * MINUTE_MS],
        ["in_progress", job.start + 3 * MINUTE_MS],
        ["completed", endOf(job)],
        ["closed", endOf(job) + DAY_MS],
      ] as const;
      return moments.map(([to, at], index): Row => {
        const from = moments[index - 1]?.[0] ?? null;
        return {
          ...{ org_id: orgId, work_order_id: job.id, id: seed.random.id(at + index), from_status: from, to_status: to },
          ...{ user_id: user, occurred_at: iso(at), recorded_at: iso(at) },
        };
      });
    }),
  );
  await insertRows(
    db,
    "work_order_equipment",
    past.flatMap(({ id, unit }) => (unit ? [{ org_id: orgId, work_order_id: id, equipment_id: unit }] : [])),
  );
  await insertRows(
    db,
    "work_order_parts",
    past.flatMap(({ id, part, start }) =>
      part
        ? [
            {
              ...{
                org_id: orgId,
                id: seed.random.id(start),
                work_order_id: id,
                description: part[0],
                quantity_milli: 1000,
              },
              ...{ unit_cost_minor: part[2], unit_price_minor: part[1], used_at: iso(start), used_by: user },
              ...{ created_at: iso(start), updated_at: iso(start) },
            },
          ]
        : [],
    ),
  );
  await insertRows(
    db,
    "work_order_tasks",
    past.map((job) => {
      const isFailed = job.isCalledBack && job.number % 3 > 0;
      return {
        ...{ org_id: orgId, work_order_id: job.id, id: seed.random.id(job.start), position: 1 },
        ...{ title: steps[job.number % steps.length] ?? steps[0], done_at: iso(endOf(job)), done_by: user },
        ...{ outcome: isFailed ? "fail" : "pass" },
      };
    }),
  );
  await db
    .prepare("UPDATE work_orders SET status = 'closed' WHERE org_id = ? AND number <= ?")
    .bind(orgId, past.length)
    .run();
  await seedPaidInvoices(db, seed, past);
}

async function planned(db: D1Database, seed: SeedBusiness, { places, playbooks }: Places): Promise<Past[]> {
  const { orgId, random, now, timeZone, technicianIds } = seed;
  const { results: units } = await db
    .prepare("SELECT id, customer_id AS customerId FROM equipment WHERE org_id = ?")
    .bind(orgId)
    .all<{ id: string; customerId: string }>();
  const today = wallTimeOf(now.getTime(), timeZone).date;
  const past: Past[] = [];
  for (const { week, count } of weeksOf(now)) {
    const sunday = addDays(today, -week * 7 - weekday(today));
    for (let at = 0; at < count; at += 1) {
      const date = addDays(sunday, 1 + (at % 5));
      const time = (["08:00", "10:30", "13:30"] as const)[Math.floor(at / 5) % 3] ?? "08:00";
      const start = instantOf({ date, time }, timeZone).instant;
      const before = past.findLast(
        (one) =>
          !one.callbackOf &&
          !one.isCalledBack &&
          one.unit &&
          start - one.start > 3 * DAY_MS &&
          start - one.start < 16 * DAY_MS,
      );
      const callbackOf = before && random.below(100) < 5 ? before : null;
      if (callbackOf) callbackOf.isCalledBack = true;
      const job = random.pick(jobs);
      const place = callbackOf?.place ?? random.pick(places);
      const own = units.filter(({ customerId }) => customerId === place.customerId);
      past.push({
        ...{ id: random.id(start - 2 * DAY_MS), number: past.length + 1, start, minutes: job.minutes },
        ...{
          technicianId: callbackOf?.technicianId ?? random.pick(technicianIds),
          place,
          job,
          callbackOf,
          isCalledBack: false,
        },
        playbook: playbooks.get(job.serviceType ?? "") ?? null,
        unit: callbackOf ? callbackOf.unit : (own[at % Math.max(1, own.length)]?.id ?? null),
        part: callbackOf || at % 3 === 2 ? null : random.pick(parts),
      });
    }
  }
  return past;
}

/** An invoice for every billable job: labor and the part, paid in full. */
async function seedPaidInvoices(
  db: D1Database,
  { orgId, random, officeUserId: user }: SeedBusiness,
  past: Past[],
): Promise<void> {
  const made = past
    .filter(({ callbackOf }) => callbackOf === null)
    .map((job) => {
      const at = job.start + job.minutes * MINUTE_MS + 4 * 60 * MINUTE_MS;
      const labor = Math.round((job.minutes / 60) * 13_900) + 6900;
      return {
        ...job,
        invoiceId: random.id(at),
        paymentId: random.id(at + 1),
        at,
        labor,
        total: labor + (job.part?.[1] ?? 0),
      };
    })
    .sort((a, b) => a.at - b.at || (a.invoiceId < b.invoiceId ? -1 : 1));
  const iso = (at: number) => new Date(at).toISOString();
  const party = JSON.stringify({ name: "Customer", email: null, lines: [] });
  const base = { org_id: orgId, created_by: user };
  await insertRows(
    db,
    "invoices",
    made.map(({ invoiceId, at, id, job, place, total }) => ({
      ...{ ...base, id: invoiceId, kind: "invoice", status: "draft", series: "INV", customer_id: place.customerId },
      ...{ work_order_id: id, title: job.title, bill_to: party, terms_days: 15, tax_state: "exempt", taxes: "[]" },
      ...{ subtotal_minor: total, total_minor: total, created_at: iso(at), updated_at: iso(at) },
    })),
  );
  const line = {
    org_id: orgId,
    quantity_milli: 1000,
    unit: "EA",
    discount_ppm: 0,
    taxable: 0,
    discount_minor: 0,
    tax_minor: 0,
  };
  const priced = (minor: number) => ({ unit_price_minor: minor, amount_minor: minor, net_minor: minor });
  await insertRows(
    db,
    "invoice_lines",
    made.flatMap(({ invoiceId, labor, part, minutes, job }) => [
      {
        ...{ ...line, invoice_id: invoiceId, position: 1, kind: "labor", description: job.title, ...priced(labor) },
        cost_minor: Math.round((minutes / 60) * 4200),
      },
      ...(part
        ? [
            {
              ...line,
              invoice_id: invoiceId,
              position: 2,
              kind: "part",
              description: part[0],
              ...priced(part[1]),
              cost_minor: part[2],
            },
          ]
        : []),
    ]),
  );
  await db
    .prepare(
      `UPDATE invoices SET status = 'issued', issued_at = created_at, seller = bill_to, issued_on = date(created_at),
         due_on = date(created_at, '+15 days'), number = 1 + (SELECT count(*) FROM json_each(?2) earlier
           WHERE earlier.key < (SELECT own.key FROM json_each(?2) own WHERE own.value = invoices.id))
       WHERE org_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
    )
    .bind(orgId, JSON.stringify(made.map(({ invoiceId }) => invoiceId).sort()))
    .run();
  await insertRows(
    db,
    "payments",
    made.map(({ paymentId, at, place, total, id }) => ({
      ...{
        ...base,
        id: paymentId,
        customer_id: place.customerId,
        work_order_id: id,
        method: "card",
        amount_minor: total,
      },
      ...{ received_on: iso(at).slice(0, 10), created_at: iso(at) },
    })),
  );
  await insertRows(
    db,
    "payment_allocations",
    made.map(({ paymentId, invoiceId, at, total }) => ({
      ...{ ...base, id: random.id(at + 2), payment_id: paymentId, invoice_id: invoiceId, amount_minor: total },
      created_at: iso(at),
    })),
  );
}
