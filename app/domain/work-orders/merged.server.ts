import { type SQL, sql } from "drizzle-orm";
import { PRIORITIES, WORK_ORDER_STATUSES } from "~/domain/work-orders/rules";

/**
 * `SELECT *` of the work orders in these states and priorities (none given: all), to be ordered by number from outside. One arm
 * for each pair, so that each is an ordered stretch of an index; SQLite flattens the groups, pushes the outer conditions into
 * them and merges the stretches row by row. D1 allows five arms in a compound select, so they are grouped by five.
 */
export function mergedByNumber(status: readonly string[], priority: readonly string[]): SQL {
  const states = WORK_ORDER_STATUSES.filter((one) => status.length === 0 || status.includes(one));
  const urgencies = PRIORITIES.filter((one) => priority.length === 0 || priority.includes(one));
  let arms = states.flatMap((one) =>
    urgencies.map((urgency) =>
      sql.raw(`SELECT * FROM work_orders WHERE status = '${one}' AND priority = '${urgency}'`),
    ),
  );
  while (arms.length > 5) {
    const groups = Math.ceil(arms.length / 5);
    arms = Array.from({ length: groups }, (_, i) => sql`SELECT * FROM (${union(arms.slice(i * 5, i * 5 + 5))})`);
  }
  return union(arms);
}

function union(arms: SQL[]): SQL {
  return sql.join(arms, sql` UNION ALL `);
}
