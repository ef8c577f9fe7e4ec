import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { insertRows } from "./insert";
import { jobs } from "./names";
import { randomizer } from "./random";

interface BulkOptions {
  count: number;
  now: Date;
  /** The business; the demo's by default. */
  orgId?: string;
  /** The number of days over which the orders are created and start; by default they are created a minute apart, 60 per day. */
  days?: number;
  progress?: (done: number) => void;
}

interface Found {
  orgId: string;
  firstNumber: number;
  customerNumber: number;
  technicians: string[];
}

const perChunk = 5000;
/** Jobs per day; more if they would otherwise span over three years. */
const PER_DAY = 60;
const MAX_DAYS = 1095;
/** Jobs start within ten hours of the day, in UTC from this hour on. */
const FROM_HOUR = 13;
const HOURS = 10;

/** Start of the job that is `fromLast` jobs before the last one: on past days, spread over their working hours. */
function startOf({ now, count, days }: BulkOptions, fromLast: number): number {
  const perDay = days ? Math.ceil(count / days) : Math.max(PER_DAY, Math.ceil(count / MAX_DAYS));
  // The day before yesterday is over in every time zone: only the demo's jobs start today.
  const day = Math.floor(now.getTime() / DAY_MS) - 2 - Math.floor(fromLast / perDay);
  const slot = perDay - 1 - (fromLast % perDay);
  return day * DAY_MS + FROM_HOUR * HOUR_MS + Math.floor((slot * HOURS * 12) / perDay) * 300_000;
}

/** Adds any number of finished, open and unscheduled work orders to a business, with one customer for every ten of them. */
export async function seedWorkOrders(db: D1Database, options: BulkOptions): Promise<void> {
  const found = await find(db, options.orgId);
  const random = randomizer(options.count);
  // Each chunk is created at one moment, so it covers a week at most.
  const chunk = options.days ? Math.min(perChunk, Math.ceil((7 * options.count) / options.days)) : perChunk;
  const apart = options.days ? (options.days * DAY_MS) / options.count : MINUTE_MS;
  for (let done = 0; done < options.count; done += chunk) {
    const size = Math.min(chunk, options.count - done);
    const at = options.now.getTime() - (options.count - done) * apart;
    const created = new Date(at).toISOString();
    const customers = Array.from({ length: Math.max(1, Math.floor(size / 10)) }, (_, i) => ({
      id: random.id(at),
      address: random.id(at),
      number: found.customerNumber + i + 1,
      name: `Customer ${found.customerNumber + i + 1}`,
    }));
    found.customerNumber += customers.length;
    await insertRows(
      db,
      "customers",
      customers.map((c) => ({
        org_id: found.orgId,
        id: c.id,
        number: c.number,
        customer_type: c.number % 5 === 0 ? "commercial" : "residential",
        status: "active",
        company_name: c.name,
        name: c.name,
        sort_name: c.name.toLowerCase(),
        created_at: created,
        updated_at: created,
      })),
    );
    await insertRows(
      db,
      "addresses",
      customers.map((c) => ({
        org_id: found.orgId,
        id: c.address,
        customer_id: c.id,
        type: "service",
        is_primary: 1,
        line1: `${c.number} W State St`,
        city: "Milwaukee",
        state: "WI",
        postal_code: "53208",
        created_at: created,
        updated_at: created,
      })),
    );
    const orders = Array.from({ length: size }, (_, i) => {
      const customer = customers[i % customers.length];
      const workOrder = random.pick(jobs);
      const number = found.firstNumber + done + i + 1;
      const status = pickStatus(random.below(100));
      const start = status === "unscheduled" ? null : startOf(options, options.count - done - i - 1);
      return {
        org_id: found.orgId,
        id: random.id(at + i),
        number,
        title: workOrder.title,
        status,
        priority: workOrder.priority,
        customer_id: customer?.id ?? "",
        site_address_id: customer?.address ?? "",
        technician_id: status === "unscheduled" ? null : (found.technicians[number % found.technicians.length] ?? null),
        scheduled_start: start && new Date(start).toISOString(),
        scheduled_end: start && new Date(start + workOrder.minutes * MINUTE_MS).toISOString(),
        duration_minutes: workOrder.minutes,
        cancel_reason: status === "cancelled" ? "customer" : null,
        hold_reason: status === "on_hold" ? "parts" : null,
        created_at: created,
        updated_at: created,
      };
    });
    await insertRows(db, "work_orders", orders);
    await insertRows(
      db,
      "work_order_history",
      orders.map((o, i) => ({
        org_id: found.orgId,
        work_order_id: o.id,
        id: random.id(at + i),
        from_status: null,
        to_status: o.status,
        occurred_at: created,
        recorded_at: created,
      })),
    );
    options.progress?.(done + size);
  }
  await db.batch(
    [["work_orders", found.firstNumber + options.count] as const, ["customers", found.customerNumber] as const].map(
      ([name, value]) =>
        db
          .prepare(
            "INSERT INTO sequences (org_id, name, value) VALUES (?, ?, ?) ON CONFLICT (org_id, name) DO UPDATE SET value = excluded.value",
          )
          .bind(found.orgId, name, value),
    ),
  );
}

function pickStatus(percent: number) {
  if (percent < 70) return "closed";
  if (percent < 85) return "completed";
  if (percent < 92) return "unscheduled";
  if (percent < 96) return "scheduled";
  return percent < 98 ? "cancelled" : "on_hold";
}

async function find(db: D1Database, orgId?: string): Promise<Found> {
  const org =
    orgId ??
    (await db
      .prepare(
        "SELECT org_id AS id FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = 'admin@example.com'",
      )
      .first<string>("id"));
  if (!org) throw new Error("the business to grow is not there");
  const number = (name: string) =>
    db.prepare("SELECT value FROM sequences WHERE org_id = ? AND name = ?").bind(org, name).first<number>("value");
  const { results } = await db.prepare("SELECT id FROM technicians WHERE org_id = ?").bind(org).all<{ id: string }>();
  return {
    orgId: org,
    firstNumber: (await number("work_orders")) ?? 0,
    customerNumber: (await number("customers")) ?? 0,
    technicians: results.map((row) => row.id),
  };
}
