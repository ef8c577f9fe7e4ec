const DAY_MS = 86_400_000;
/** As many whole weeks as a forecast looks back on. */
const WEEKS = 8;
const JOBS_A_WEEK = 3;

/** Gives the second business jobs that came in during each of the last weeks, so that it has a forecast. */
export async function seedDemand(db: D1Database, now = new Date()): Promise<void> {
  const { results } = await db
    .prepare(
      `SELECT w.org_id, w.customer_id, w.site_address_id, w.created_by, s.value AS last FROM work_orders w
       JOIN sequences s ON s.org_id = w.org_id AND s.name = 'work_orders' ORDER BY w.number LIMIT 1`,
    )
    .all<Record<"org_id" | "customer_id" | "site_address_id" | "created_by", string> & { last: number }>();
  const [one] = results;
  if (!one) throw new Error("the second business has jobs");
  await db.batch(
    Array.from({ length: WEEKS * JOBS_A_WEEK }, (_, at) => {
      const weeks = 1 + Math.floor(at / JOBS_A_WEEK);
      const made = new Date(now.getTime() - weeks * 7 * DAY_MS).toISOString();
      return db
        .prepare(
          `INSERT INTO work_orders (org_id, customer_id, site_address_id, created_by, id, number, title, status, priority, duration_minutes,
             created_at, updated_at, completed_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'Filter change', 'closed', 'normal', ?7, ?8, ?8, ?8)`,
        )
        .bind(
          ...[one.org_id, one.customer_id, one.site_address_id, one.created_by, crypto.randomUUID(), one.last + at + 1],
          ...[60 * (1 + (at % JOBS_A_WEEK)), made],
        );
    }),
  );
  await db
    .prepare("UPDATE sequences SET value = value + ?2 WHERE org_id = ?1 AND name = 'work_orders'")
    .bind(one.org_id, WEEKS * JOBS_A_WEEK)
    .run();
}
