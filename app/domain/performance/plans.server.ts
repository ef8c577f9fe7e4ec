import { type SQL, sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import {
  type BackCursor,
  bidirectionalPage,
  keyset,
  type PageDirection,
  parseCursor,
} from "~/domain/shared/paging.server";
import { lastDayOfMonth, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { type CohortRow, plansRetained, quarterOf } from "./cohorts";
import { allowPerformance } from "./read.server";
import type { CohortPlans } from "./schema";

/** The end of a plan that goes on, as the index has it. */
const ACTIVE = "9999-12-31";

interface Row {
  id: string;
  title: string;
  equipmentId: string;
  equipmentName: string;
  customerName: string;
  startsOn: string;
  until: string;
}

/**
 * Returns the maintenance plans that a figure of a cohort counts: all plans that started in a quarter, or those of them that were
 * still active at the end of another. Active ones first, then by their end, latest first.
 * @throws DomainError invalid for a cursor of another list
 */
export async function cohortPlans(ctx: Ctx, { started, retained, limit, ...at }: CohortPlans & BackCursor) {
  const me = allowPerformance(ctx);
  const startedOn = quarterOf(started);
  const retainedOn = retained && quarterOf(retained);
  const direction = parseCursor(at, 2);
  const [rows, cohort] = await ctx.db.batch([
    ctx.db.all<Row>(rowsOf(me, { startedOn, retainedOn, limit, direction })),
    ctx.db.all<CohortRow>(sql`SELECT c.started_on AS startedOn, c.ended_on AS endedOn, c.plans AS plans FROM plan_cohorts c
      WHERE c.org_id = ${me.orgId} AND c.started_on = ${startedOn}`),
  ]);
  const total = plansRetained(cohort, retainedOn);
  const cut = bidirectionalPage(rows, { limit, total, direction }, ({ until, id }) => [until, id]);
  return {
    ...cut,
    startedOn,
    retainedOn,
    items: cut.items.map(({ until, ...plan }) => ({
      ...plan,
      isOpenEnded: until === ACTIVE,
      /** Null if it goes on, or if its end was not recorded. */
      endsOn: until === ACTIVE || until === "" ? null : until,
    })),
  };
}

export type CohortPlan = Awaited<ReturnType<typeof cohortPlans>>["items"][number];

interface RowsQuery {
  startedOn: string;
  retainedOn: string | null;
  limit: number;
  direction: PageDirection;
}

// Both expressions are those of the index.
const quarter = sql`CAST(substr(p.starts_on, 1, 4) AS INTEGER) * 4 + (CAST(substr(p.starts_on, 6, 2) AS INTEGER) - 1) / 3`;
const until = sql`CASE WHEN p.active = 0 THEN coalesce(p.ended_on, p.ends_on, '') ELSE coalesce(p.ends_on, '9999-12-31') END`;

function rowsOf({ orgId }: Member, { startedOn, retainedOn, limit, direction }: RowsQuery): SQL {
  const number = Number(startedOn.slice(0, 4)) * 4 + Math.floor((Number(startedOn.slice(5, 7)) - 1) / 3);
  const through = retainedOn === null ? null : lastDayOfMonth(shiftMonth(monthKey(retainedOn), 2));
  const counted = sql.join(
    [
      sql`p.org_id = ${orgId} AND (${quarter}) = ${number}`,
      ...(through === null ? [] : [sql`(${until}) > ${through}`]),
    ],
    sql` AND `,
  );
  const { back, key } = direction;
  const inOrder = (...columns: SQL[]) => sql.join(keyset(direction, columns, "desc").order, sql`, `);
  const beyond = back ? sql`>` : sql`<`;
  const part = (
    place: SQL,
    order: SQL,
  ) => sql`SELECT * FROM (SELECT p.*, ${until} AS until FROM maintenance_plans p INDEXED BY maintenance_plans_cohort
    WHERE ${counted} AND ${place} ORDER BY ${order} LIMIT ${limit + 1})`;
  const byEnd = inOrder(sql`(${until})`, sql`p.id`);
  // SQLite seeks no row value of an expression, so that a page beyond a plan is read in two parts, each in the index's order.
  const found =
    key === null
      ? part(sql`true`, byEnd)
      : sql`${part(sql`(${until}) = ${key[0]} AND p.id ${beyond} ${key[1]}`, inOrder(sql`p.id`))}
        UNION ALL ${part(sql`(${until}) ${beyond} ${key[0]}`, byEnd)}`;
  return sql`SELECT p.id AS id, p.title AS title, e.id AS equipmentId, e.name AS equipmentName, cu.name AS customerName,
      p.starts_on AS startsOn, p.until AS until
    FROM (${found} ORDER BY ${inOrder(sql`until`, sql`id`)} LIMIT ${limit + 1}) p
    CROSS JOIN equipment e ON e.org_id = ${orgId} AND e.id = p.equipment_id
    CROSS JOIN customers cu ON cu.org_id = ${orgId} AND cu.id = e.customer_id
    ORDER BY ${inOrder(sql`p.until`, sql`p.id`)}`;
}
