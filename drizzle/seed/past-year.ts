import { clockChanges } from "~/domain/business-days/clock";
import { addDays, MINUTE_MS, weekday } from "~/domain/shared/time/dates";
import { instantOf, wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import type { Place } from "./customers";
import { unitTypesOf } from "./equipment";
import { insertRows } from "./insert";
import { seedSettlements } from "./invoices";
import { jobs } from "./names";
import type { SeededPlaybook } from "./service-types";

type Row = Record<string, string | number | null>;

/** How many weeks ago the first jobs were; the last are where the demo's own jobs start, `OWN_DAYS` ago. */
const WEEKS = 108;
const OWN_DAYS = 14;
const DAY_MS = 1440 * MINUTE_MS;

/** Jobs per week at the business's present size: few in spring and fall, many in hot or cold months. */
const MONTHLY = [68, 62, 44, 36, 42, 58, 70, 64, 42, 44, 56, 66] as const;
/** How much smaller the business was at the start. */
const GROWTH = 0.7;
const WORKDAYS = 5;
const TIMES = ["08:00", "10:30", "13:30"] as const;

/** How many jobs `seedPastYear` adds; they are numbered from 1. */
export const pastYearCount = (seed: Pick<SeedBusiness, "now" | "timeZone">): number => slotsOf(seed).length;

interface Slot {
  date: string;
  time: (typeof TIMES)[number];
  /** Which technician; nobody has two jobs at once. */
  nth: number;
}

/** The appointments of the past year in their order. */
function slotsOf({ now, timeZone }: Pick<SeedBusiness, "now" | "timeZone">): Slot[] {
  const today = wallTimeOf(now.getTime(), timeZone).date;
  const slots = Array.from({ length: WEEKS + 1 }, (_, at) => WEEKS - at).flatMap((week) => {
    const sunday = addDays(today, -week * 7 - weekday(today));
    const month = Number(sunday.slice(5, 7)) - 1;
    const count = Math.round((MONTHLY[month] ?? 0) * (1 - (GROWTH * week) / WEEKS));
    return Array.from({ length: count }, (_, at): Slot => {
      const round = Math.floor(at / WORKDAYS);
      const day = at % WORKDAYS;
      return {
        date: addDays(sunday, 1 + day),
        time: TIMES[round % TIMES.length] ?? TIMES[0],
        nth: Math.floor(round / TIMES.length) + day + week,
      };
    });
  });
  return slots
    .filter(({ date }) => date < addDays(today, -OWN_DAYS))
    .sort((one, other) => `${one.date}${one.time}`.localeCompare(`${other.date}${other.time}`));
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
  workOrder: (typeof jobs)[number];
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
  // Booked until everything belonging to the jobs exists, so that their figures are computed once, when they are closed.
  await insertRows(
    db,
    "work_orders",
    past.map((workOrder) => ({
      ...{
        org_id: orgId,
        id: workOrder.id,
        number: workOrder.number,
        title: workOrder.workOrder.title,
        status: "scheduled",
      },
      ...{
        priority: workOrder.workOrder.priority,
        customer_id: workOrder.place.customerId,
        site_address_id: workOrder.place.addressId,
      },
      ...{ service_type_id: workOrder.playbook?.serviceTypeId ?? null, technician_id: workOrder.technicianId },
      ...{
        scheduled_start: iso(workOrder.start),
        scheduled_end: iso(endOf(workOrder)),
        duration_minutes: workOrder.minutes,
      },
      ...{ callback_of: workOrder.callbackOf?.id ?? null, no_charge: workOrder.callbackOf ? 1 : 0, created_by: user },
      ...{ created_at: iso(workOrder.start - 2 * DAY_MS), updated_at: iso(workOrder.start - 2 * DAY_MS) },
    })),
  );
  await insertRows(
    db,
    "work_order_history",
    past.flatMap((workOrder) => {
      const drive = 12 + (workOrder.number % 17);
      const moments = [
        ["scheduled", workOrder.start - 2 * DAY_MS],
        ["dispatched", workOrder.start - 90 * MINUTE_MS],
        ["en_route", workOrder.start - drive * MINUTE_MS],
        ["in_progress", workOrder.start + 3 * MINUTE_MS],
        ["completed", endOf(workOrder)],
        ["closed", endOf(workOrder) + DAY_MS],
      ] as const;
      return moments.map(([to, at], index): Row => {
        const from = moments[index - 1]?.[0] ?? null;
        return {
          ...{
            org_id: orgId,
            work_order_id: workOrder.id,
            id: seed.random.id(at + index),
            from_status: from,
            to_status: to,
          },
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
    past.map((workOrder) => {
      const isFailed = workOrder.isCalledBack && workOrder.number % 3 > 0;
      return {
        ...{ org_id: orgId, work_order_id: workOrder.id, id: seed.random.id(workOrder.start), position: 1 },
        ...{ title: steps[workOrder.number % steps.length] ?? steps[0], done_at: iso(endOf(workOrder)), done_by: user },
        ...{ outcome: isFailed ? "fail" : "pass" },
      };
    }),
  );
  await seedPaidInvoices(db, seed, past);
  await db
    .prepare(
      `UPDATE work_orders SET status = 'closed', completed_at = scheduled_end, updated_at = scheduled_end
       WHERE org_id = ? AND number <= ?`,
    )
    .bind(orgId, past.length)
    .run();
}

/** Days in which a customer is not visited again, except for a callback. */
const QUIET_DAYS = 35;

async function planned(db: D1Database, seed: SeedBusiness, { places, playbooks }: Places): Promise<Past[]> {
  const { orgId, random, timeZone, technicianIds } = seed;
  const { results: units } = await db
    .prepare("SELECT id, address_id AS addressId, type FROM equipment WHERE org_id = ?")
    .bind(orgId)
    .all<Unit>();
  const unitsAt = new Map<string, Unit[]>();
  for (const unit of units) unitsAt.set(unit.addressId, [...(unitsAt.get(unit.addressId) ?? []), unit]);
  const visited = new Map<string, number>();
  const past: Past[] = [];
  for (const [at, { date, time, nth }] of slotsOf(seed).entries()) {
    const start = instantOf({ date, time }, timeZone).instant;
    const before = past.findLast((one) => start - one.start > 3 * DAY_MS);
    const isBack = before?.unit && !before.callbackOf && !before.isCalledBack && random.below(100) < 6;
    const callbackOf = isBack ? before : null;
    if (callbackOf) callbackOf.isCalledBack = true;
    const place = callbackOf?.place ?? quietPlace(start);
    visited.set(place.addressId, start);
    const { workOrder, unit } = callbackOf ?? workOrderAt(unitsAt.get(place.addressId) ?? [], Number(date.slice(5, 7)));
    past.push({
      ...{ id: random.id(start - 2 * DAY_MS), number: at + 1, start, minutes: workOrder.minutes },
      ...{
        technicianId: technicianIds[nth % technicianIds.length] ?? technicianIds[0],
        place,
        workOrder,
        callbackOf,
        unit,
      },
      ...{ isCalledBack: false, playbook: playbooks.get(workOrder.serviceType ?? "") ?? null },
      part: callbackOf || at % 3 === 2 ? null : random.pick(parts),
    });
  }
  return past;

  /** Somebody who has not been visited for a while, if a few tries find one. */
  function quietPlace(start: number): Place {
    const tries = Array.from({ length: 6 }, () => random.pick(places));
    const last = ({ addressId }: Place) => visited.get(addressId) ?? 0;
    return (
      tries.find((place) => start - last(place) > QUIET_DAYS * DAY_MS) ??
      tries.reduce((one, other) => (last(other) < last(one) ? other : one))
    );
  }

  /** A job that fits the season and the equipment of the property. */
  function workOrderAt(own: readonly Unit[], month: number) {
    const fitting = jobs.flatMap((workOrder) => {
      if (month >= 6 && month <= 8 && HEATING.test(workOrder.title)) return [];
      const types = unitTypesOf(workOrder.title);
      const unit = types ? own.find(({ type }) => types.includes(type)) : own[0];
      return unit || !types ? [{ workOrder, unit: unit?.id ?? null }] : [];
    });
    return fitting[random.below(fitting.length)] ?? { workOrder: random.pick(jobs), unit: null };
  }
}

interface Unit {
  id: string;
  addressId: string;
  type: string;
}

const HEATING = /no heat|furnace|boiler/i;

/** How many of the latest invoices may be paid online. */
const ONLINE = 240;

/** An invoice for every billable job: labor and the part, paid in full. */
async function seedPaidInvoices(
  db: D1Database,
  { orgId, random, now, officeUserId: user }: SeedBusiness,
  past: Past[],
): Promise<void> {
  const made = past
    .filter(({ callbackOf }) => callbackOf === null)
    .map((workOrder) => {
      const at = workOrder.start + workOrder.minutes * MINUTE_MS + 4 * 60 * MINUTE_MS;
      const labor = Math.round((workOrder.minutes / 60) * 13_900) + 6900;
      return {
        ...workOrder,
        invoiceId: random.id(at),
        paymentId: random.id(at + 1),
        at,
        labor,
        total: labor + (workOrder.part?.[1] ?? 0),
      };
    })
    .sort((a, b) => a.at - b.at || (a.invoiceId < b.invoiceId ? -1 : 1));
  const iso = (at: number) => new Date(at).toISOString();
  const { results: payers } = await db
    .prepare(
      `SELECT c.id, c.name, c.email, a.line1, a.city, a.state, a.postal_code AS zip FROM customers c
       JOIN addresses a ON a.org_id = c.org_id AND a.customer_id = c.id AND a.is_primary = 1 WHERE c.org_id = ?`,
    )
    .bind(orgId)
    .all<Record<"id" | "name" | "email" | "line1" | "city" | "state" | "zip", string>>();
  const parties = new Map(
    payers.map(({ id, name, email, line1, city, state, zip }) => [
      id,
      JSON.stringify({ name, email, lines: [line1, `${city}, ${state} ${zip}`] }),
    ]),
  );
  const base = { org_id: orgId, created_by: user };
  await insertRows(
    db,
    "invoices",
    made.map(({ invoiceId, at, id, workOrder, place, total }) => ({
      ...{ ...base, id: invoiceId, kind: "invoice", status: "draft", series: "INV", customer_id: place.customerId },
      ...{ work_order_id: id, title: workOrder.title, terms_days: 15, tax_state: "exempt", taxes: "[]" },
      ...{ subtotal_minor: total, total_minor: total, created_at: iso(at), updated_at: iso(at) },
      bill_to: parties.get(place.customerId) ?? JSON.stringify({ name: "Customer", email: null, lines: [] }),
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
    made.flatMap(({ invoiceId, labor, part, minutes, workOrder }) => [
      {
        ...{
          ...line,
          invoice_id: invoiceId,
          position: 1,
          kind: "labor",
          description: workOrder.title,
          ...priced(labor),
        },
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
      `UPDATE invoices SET status = 'issued', issued_at = created_at, seller = ?3, issued_on = date(created_at),
         due_on = date(created_at, '+15 days'), number = 1 + nth.key
       FROM json_each(?2) nth WHERE invoices.org_id = ?1 AND invoices.id = nth.value`,
    )
    .bind(
      orgId,
      JSON.stringify(made.map(({ invoiceId }) => invoiceId).sort()),
      JSON.stringify({ name: "Lakeside Heating & Cooling", email: "office@lakeside.example.com", lines: [] }),
    )
    .run();
  // The last ones were paid on the invoice's page, where the processor keeps its fee; older ones at the door.
  const online = new Set(made.slice(-ONLINE).filter((_, at) => at % 3 > 0));
  const chargeOf = ({ paymentId }: { paymentId: string }) => paymentId.replaceAll("-", "").slice(-24);
  await insertRows(
    db,
    "payments",
    made.map((paid, at) => ({
      ...{ ...base, id: paid.paymentId, customer_id: paid.place.customerId, work_order_id: paid.id },
      ...{ method: at % 3 > 0 || online.has(paid) ? "card" : "check", amount_minor: paid.total },
      ...{ received_on: iso(paid.at).slice(0, 10), created_at: iso(paid.at) },
      provider: online.has(paid) ? "simulated" : null,
      provider_payment_id: online.has(paid) ? `pi_sim_${chargeOf(paid)}` : null,
    })),
  );
  await seedSettlements(
    db,
    { orgId, now },
    [...online].map((paid) => ({
      ...{ paymentId: paid.paymentId, x: chargeOf(paid), amount: paid.total },
      receivedOn: iso(paid.at).slice(0, 10),
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
