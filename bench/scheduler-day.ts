import { randomUUID } from "node:crypto";
import { addDays } from "../app/domain/shared/time/dates";
import { instantOf } from "../app/domain/shared/time/time-zones";
import { skillKey } from "../app/domain/technicians/technician";
import { insertRows } from "../drizzle/seed/insert";

export interface BusyDay {
  orgId: string;
  zone: string;
  date: string;
  technicians: number;
  /** Jobs that day, distributed among them in turn. */
  jobs: number;
}

const minute = 60_000;
const TITLES = [
  "Heat pump check",
  "Furnace tune-up",
  "No heat",
  "AC not cooling",
  "Boiler leaks",
  "Thermostat installation",
];

/** Fills a day of a business: additional technicians, and their jobs an hour apart at separate sites. */
export async function seedBusyDay(
  db: D1Database,
  { orgId, zone, date, technicians, jobs }: BusyDay,
): Promise<string[]> {
  const now = new Date().toISOString();
  const people = Array.from({ length: technicians }, (_, index) => ({
    org_id: orgId,
    id: randomUUID(),
    first_name: `Tech${String(index).padStart(2, "0")}`,
    last_name: "Bench",
    email: `${randomUUID()}@example.com`,
    status: "active",
    created_at: now,
  }));
  await insertRows(db, "technicians", people);
  await insertRows(
    db,
    "technician_skills",
    people.map(({ id }) => ({
      org_id: orgId,
      technician_id: id,
      skill_key: skillKey("Heat pumps"),
      skill: "Heat pumps",
    })),
  );
  const customers = await db
    .prepare("SELECT id FROM customers WHERE org_id = ? AND archived = 0 LIMIT 100")
    .bind(orgId)
    .all<{ id: string }>();
  const customerOf = (index: number) => customers.results[index % customers.results.length]?.id ?? null;
  const last = await db
    .prepare("SELECT max(number) AS number FROM work_orders WHERE org_id = ?")
    .bind(orgId)
    .first<{ number: number }>();
  const booked = Array.from({ length: jobs }, (_, index) => {
    const technician = people[index % technicians];
    const hour = 8 + Math.floor(index / technicians);
    const start = instantOf({ date, time: `${String(hour).padStart(2, "0")}:00` }, zone).instant;
    return { id: randomUUID(), site: randomUUID(), technicianId: technician?.id ?? "", index, start };
  });
  await insertRows(
    db,
    "addresses",
    booked.map(({ site, index }) => ({
      org_id: orgId,
      id: site,
      customer_id: customerOf(index),
      type: "service",
      is_primary: 0,
      line1: `${index} Bench St`,
      city: "Milwaukee",
      state: "WI",
      postal_code: "53202",
      latitude: 43.04 + (index % 20) / 500,
      longitude: -87.9 - (index % 13) / 500,
      created_at: now,
      updated_at: now,
    })),
  );
  const span = (start: number) => ({
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + 45 * minute).toISOString(),
  });
  await insertRows(
    db,
    "work_orders",
    booked.map(({ id, site, technicianId, index, start }) => ({
      org_id: orgId,
      id,
      number: (last?.number ?? 0) + index + 1,
      title: TITLES[index % TITLES.length] ?? "",
      status: "scheduled",
      priority: index % 9 === 0 ? "high" : "normal",
      customer_id: customerOf(index),
      site_address_id: site,
      technician_id: technicianId,
      scheduled_start: span(start).starts_at,
      scheduled_end: span(start).ends_at,
      duration_minutes: 45,
      arrival_window_minutes: 120,
      window_start: span(start).starts_at,
      window_end: new Date(start + 120 * minute).toISOString(),
      created_at: now,
      updated_at: now,
    })),
  );
  await insertRows(
    db,
    "appointments",
    booked.map(({ id, start }) => ({
      org_id: orgId,
      id,
      work_order_id: id,
      ...span(start),
      state: "booked",
      created_at: now,
    })),
  );
  await insertRows(
    db,
    "appointment_technicians",
    booked.map(({ id, technicianId, start }) => ({
      org_id: orgId,
      appointment_id: id,
      technician_id: technicianId,
      role: "lead",
      ...span(start),
      blocks_calendar: 1,
    })),
  );
  await db
    .prepare("UPDATE sequences SET value = ? WHERE org_id = ? AND name = 'work_orders'")
    .bind((last?.number ?? 0) + jobs, orgId)
    .run();
  return people.map(({ id }) => id);
}

/** The first Monday at least that many days from today, when there are no demo jobs. */
export function mondayAfter(days: number): string {
  const from = addDays(new Date().toISOString().slice(0, 10), days);
  const weekday = new Date(`${from}T00:00:00Z`).getUTCDay();
  return addDays(from, (8 - weekday) % 7);
}
