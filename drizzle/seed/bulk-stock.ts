import { DAY_MS } from "~/domain/shared/time/dates";
import { insertRows } from "./insert";
import { randomizer } from "./random";

interface BulkOptions {
  count: number;
  now: Date;
}

interface Found {
  orgId: string;
  userId: string;
  warehouse: string;
  supplier: string;
  seq: number;
  orders: number;
  invoices: number;
  ordinals: number;
}

const perChunk = 5000;

/**
 * Adds `count` items to the demo's business, each received once as a lot and reserved and released once, as many counts and
 * received purchase orders, and paid invoices, ten for each of its latest customers.
 */
export async function seedStockAndInvoices(db: D1Database, { count, now }: BulkOptions): Promise<void> {
  const found = await find(db);
  const random = randomizer(count);
  const { results: customers } = await db
    .prepare("SELECT id FROM customers WHERE org_id = ? ORDER BY number DESC LIMIT ?")
    .bind(found.orgId, Math.ceil(count / 10))
    .all<{ id: string }>();
  // Before everything in the demo, so that the demo's own rows stay the newest.
  const first = now.getTime() - 400 * DAY_MS - count * 1000;
  for (let done = 0; done < count; done += perChunk) {
    const rows = Array.from({ length: Math.min(perChunk, count - done) }, (_, i) => {
      const time = first + (done + i) * 1000;
      const customer = customers[(done + i) % customers.length]?.id ?? "";
      return { n: done + i + 1, id: random.id(time), at: new Date(time).toISOString(), customer };
    });
    await seedStock(db, found, rows);
    await seedOrders(db, found, rows);
    await seedPaid(db, found, rows);
  }
  await db
    .prepare("UPDATE sequences SET value = value + ? WHERE org_id = ? AND name = 'purchase_orders'")
    .bind(count, found.orgId)
    .run();
}

interface Made {
  n: number;
  /** Shared by everything created at this moment, each in its own table. */
  id: string;
  at: string;
  customer: string;
}

async function seedStock(db: D1Database, { orgId, userId, warehouse, seq }: Found, rows: Made[]): Promise<void> {
  await insertRows(
    db,
    "inventory_items",
    rows.map(({ n, id, at }) => ({
      ...{ org_id: orgId, id, sku: `BULK-${n}`, name: `Part ${n}`, barcode: String(900_000_000_000 + n) },
      ...{ primary_category: "PARTS", base_unit: "EA", unit_cost_minor: 300, shelf_life_days: 3650 },
      ...{ created_at: at, updated_at: at },
    })),
  );
  await insertRows(
    db,
    "stock_movements",
    rows.map(({ n, id, at }) => ({
      ...{ org_id: orgId, seq: seq + n, id, posting_id: id, kind: "receipt", item_id: id, location_id: warehouse },
      ...{ quantity_milli: 5000, total_cost_minor: 1500, uncosted_milli: 0, occurred_on: at.slice(0, 10) },
      ...{ created_by: userId, created_at: at },
    })),
  );
  await insertRows(
    db,
    "stock_reservations",
    rows.map(({ id, at }) => ({
      ...{ org_id: orgId, id, item_id: id, location_id: warehouse, quantity_milli: 1000, status: "released" },
      ...{ created_by: userId, created_at: at, closed_at: at },
    })),
  );
  await insertRows(
    db,
    "stock_counts",
    rows.map(({ id, at }) => ({
      ...{ org_id: orgId, id, location_id: warehouse, status: "canceled", created_by: userId, created_at: at },
      ...{ closed_by: userId, closed_at: at },
    })),
  );
}

async function seedOrders(db: D1Database, found: Found, rows: Made[]): Promise<void> {
  const { orgId, userId, warehouse, supplier, orders } = found;
  await insertRows(
    db,
    "purchase_orders",
    rows.map(({ n, id, at }) => ({
      ...{ org_id: orgId, id, number: orders + n, supplier_id: supplier },
      ...{ created_by: userId, created_at: at, updated_at: at },
    })),
  );
  await insertRows(
    db,
    "purchase_order_lines",
    rows.map(({ id }) => ({
      ...{ org_id: orgId, order_id: id, position: 1, item_id: id, location_id: warehouse, quantity_milli: 5000 },
    })),
  );
  await forEach(db, rows, [
    `UPDATE purchase_orders SET status = 'ordered', ordered_at = created_at, ordered_by = created_by, order_method = 'phone'
     WHERE org_id = '${orgId}' AND id IN (SELECT value FROM json_each(?))`,
    `UPDATE purchase_order_lines SET received_milli = quantity_milli, incoming_milli = 0
     WHERE org_id = '${orgId}' AND order_id IN (SELECT value FROM json_each(?))`,
  ]);
}

async function seedPaid(db: D1Database, { orgId, userId, invoices, ordinals }: Found, rows: Made[]): Promise<void> {
  const by = { org_id: orgId, created_by: userId };
  const party = JSON.stringify({ name: "Customer", email: null, lines: [] });
  await insertRows(
    db,
    "invoices",
    rows.map(({ n, id, at, customer }) => ({
      ...{ ...by, id, kind: "invoice", status: "draft", series: "INV", customer_id: customer, title: `Repair ${n}` },
      ...{ bill_to: party, terms_days: 15, tax_state: "known", taxes: "[]", subtotal_minor: 4900, total_minor: 4900 },
      ...{ created_at: at, updated_at: at },
    })),
  );
  await insertRows(
    db,
    "invoice_lines",
    rows.map(({ id }) => ({
      ...{ org_id: orgId, invoice_id: id, position: 1, kind: "trip", description: "Trip charge", unit: "EA" },
      ...{ quantity_milli: 1000, unit_price_minor: 4900, discount_ppm: 0, taxable: 0 },
      ...{ amount_minor: 4900, discount_minor: 0, net_minor: 4900, tax_minor: 0 },
    })),
  );
  // In the order of their ids, in which they were created and numbered.
  await forEach(db, rows, [
    `UPDATE invoices SET status = 'issued', number = ordinal + ${invoices - ordinals}, issued_at = created_at,
       seller = bill_to, issued_on = date(created_at), due_on = date(created_at, '+15 days')
     WHERE org_id = '${orgId}' AND id IN (SELECT value FROM json_each(?))`,
  ]);
  await insertRows(
    db,
    "payments",
    rows.map(({ id, at, customer }) => ({
      ...{ ...by, id, customer_id: customer, method: "check", amount_minor: 4900, received_on: at.slice(0, 10) },
      created_at: at,
    })),
  );
  await insertRows(
    db,
    "payment_allocations",
    rows.map(({ id, at }) => ({ ...by, id, payment_id: id, invoice_id: id, amount_minor: 4900, created_at: at })),
  );
}

async function forEach(db: D1Database, rows: Made[], statements: readonly string[]): Promise<void> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await db.batch(statements.map((sql) => db.prepare(sql).bind(ids)));
}

async function find(db: D1Database): Promise<Found> {
  const admin = await db
    .prepare(
      "SELECT m.org_id AS orgId, m.user_id AS userId FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = 'admin@example.com'",
    )
    .first<Pick<Found, "orgId" | "userId">>();
  const found = await db
    .prepare(
      `SELECT l.org_id AS orgId, ?2 AS userId, l.id AS warehouse,
         (SELECT id FROM suppliers s WHERE s.org_id = l.org_id AND s.active = 1 ORDER BY id LIMIT 1) AS supplier,
         (SELECT max(seq) FROM stock_movements s WHERE s.org_id = l.org_id) AS seq,
         (SELECT max(number) FROM purchase_orders p WHERE p.org_id = l.org_id) AS orders,
         (SELECT max(number) FROM invoices v WHERE v.org_id = l.org_id AND v.series = 'INV') AS invoices,
         (SELECT max(ordinal) FROM invoices v WHERE v.org_id = l.org_id) AS ordinals
       FROM inventory_locations l WHERE l.org_id = ?1 AND l.type = 'warehouse' LIMIT 1`,
    )
    .bind(admin?.orgId ?? "", admin?.userId ?? "")
    .first<Found>();
  if (!found) throw new Error("the business to grow is not there");
  return found;
}
