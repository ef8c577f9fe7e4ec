import { seedWorkOrders } from "#drizzle/seed/bulk";
import { seedTransactions } from "#drizzle/seed/bulk-transactions";

const dayMs = 86_400_000;

/**
 * Adds past orders and transactions to the demo's business and household: a unit, a circuit and a plan for each new customer, and
 * appointments, crew, notes, tasks, units and readings on the new orders.
 */
export async function growDemo(db: D1Database, { count, now }: { count: number; now: Date }): Promise<void> {
  const before = await db.prepare("SELECT max(number) AS number FROM work_orders").first<number>("number");
  const past = new Date(now.getTime() - 3 * dayMs);
  await seedWorkOrders(db, { count, now: past });
  await seedTransactions(db, { count, now });
  const at = past.toISOString();
  const orgId = await db
    .prepare("SELECT m.org_id FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = 'admin@example.com'")
    .first<string>("org_id");
  const added = `work_orders w WHERE w.number > ${before} AND w.org_id = '${orgId}'`;
  const unit = `(SELECT e.id FROM equipment e INDEXED BY equipment_customer WHERE e.org_id = w.org_id AND e.customer_id = w.customer_id LIMIT 1)`;
  const statements = [
    `INSERT INTO equipment (org_id, id, customer_id, address_id, name, type, install_date, next_maintenance_on, created_at, updated_at)
      SELECT org_id, 'unit-' || id, customer_id, site_address_id, 'Furnace', 'furnace', '2015-05-05', '2015-05-05', ?1, ?1
      FROM (SELECT org_id, min(id) AS id, customer_id, site_address_id FROM (SELECT w.* FROM ${added}) GROUP BY customer_id)`,
    `INSERT INTO service_groups (org_id, id, equipment_id, name, refrigerant, created_at)
      SELECT org_id, 'circuit-' || id, id, 'Circuit', 'R-410A', ?1 FROM equipment WHERE id LIKE 'unit-%'`,
    `INSERT INTO maintenance_plans (org_id, id, equipment_id, title, starts_on, every, unit, basis, created_at)
      SELECT org_id, 'plan-' || id, id, 'Tune-up', '2015-05-05', 1, 'year', 'due_date', ?1 FROM equipment WHERE id LIKE 'unit-%'`,
    `INSERT INTO work_order_equipment (org_id, work_order_id, equipment_id) SELECT w.org_id, w.id, ${unit} FROM ${added}`,
    `INSERT INTO work_order_notes (org_id, work_order_id, id, body, customer_visible, created_at, updated_at)
      SELECT w.org_id, w.id, 'note-' || w.id, 'Gate code 1', 0, ?1, ?1 FROM ${added}`,
    `INSERT INTO work_order_tasks (org_id, work_order_id, id, position, title, kind, result, outcome)
      SELECT w.org_id, w.id, 'task-' || w.id, 1, 'Superheat', 'measurement', '{"value":9}', 'pass' FROM ${added}`,
    `INSERT INTO appointments (org_id, id, work_order_id, starts_at, ends_at, state, created_at)
      SELECT w.org_id, 'visit-' || w.id, w.id, w.scheduled_start, w.scheduled_end, CASE WHEN w.status = 'scheduled' THEN 'booked' ELSE 'done' END, ?1
      FROM ${added} AND w.scheduled_start IS NOT NULL`,
    `INSERT INTO appointment_technicians (org_id, appointment_id, technician_id, role, starts_at, ends_at, blocks_calendar, override_reason)
      SELECT w.org_id, 'visit-' || w.id, w.technician_id, 'lead', w.scheduled_start, w.scheduled_end, 0, 'grown'
      FROM ${added} AND w.scheduled_start IS NOT NULL`,
    `INSERT INTO refrigerant_readings (org_id, id, work_order_id, equipment_id, service_group_id, refrigerant, metering, suction_milli_psi,
        taken_at, taken_by, created_at, updated_at)
      SELECT w.org_id, 'reading-' || w.id, w.id, g.equipment_id, g.id, g.refrigerant, 'txv', 118000, ?1, 'x', ?1, ?1
      FROM work_orders w CROSS JOIN service_groups g ON g.org_id = w.org_id AND g.id = 'circuit-' || ${unit}
      WHERE w.number > ${before} AND w.status NOT IN ('closed', 'cancelled')`,
  ];
  for (const sql of statements) {
    const statement = db.prepare(sql);
    await (sql.includes("?1") ? statement.bind(at) : statement).run();
  }
}
