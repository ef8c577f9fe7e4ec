import { expect, test } from "vitest";
import { stocked } from "#tests/support/inventory";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("one sweep releases the expired reservations of many businesses, and records each", async () => {
  const orgIds: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const { manager, orgId } = await worker.business();
    const { itemId, locationId } = await stocked(manager, 300);
    const ids = Array.from({ length: 200 }, (_, at) => `expired-${String(at).padStart(3, "0")}`);
    await worker.db
      .prepare(
        `INSERT INTO stock_reservations (org_id, id, item_id, location_id, quantity_milli, reserved_until, created_by, created_at)
         SELECT ?, value, ?, ?, 1000, '2026-01-01', 'system', '2025-12-01T12:00:00.000Z' FROM json_each(?)`,
      )
      .bind(orgId, itemId, locationId, JSON.stringify(ids))
      .run();
    orgIds.push(orgId);
  }
  await worker.sweep(new Date("2026-11-22T06:40:00.000Z"));
  for (const orgId of orgIds) {
    const { results } = await worker.db
      .prepare(
        `SELECT r.status, r.version, count(*) AS reservations, count(DISTINCT a.id) AS entries,
           min(a.user_id) AS user_id, min(a.before) AS before, min(a.after) AS after, min(a.at) > '2026' AS is_dated, count(a.request_id) AS requests
         FROM stock_reservations r LEFT JOIN audit_log a
           ON a.org_id = r.org_id AND a.action = 'stock.expire' AND a.entity = 'stock_reservation' AND a.entity_id = r.id
         WHERE r.org_id = ? GROUP BY r.status, r.version`,
      )
      .bind(orgId)
      .all();
    expect(results).toEqual([
      {
        ...{
          status: "released",
          version: 2,
          reservations: 200,
          entries: 200,
          user_id: null,
          before: null,
          after: null,
        },
        ...{ is_dated: 1, requests: 200 },
      },
    ]);
  }
});
