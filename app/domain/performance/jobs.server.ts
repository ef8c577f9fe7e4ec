import { and, type SQL, sql } from "drizzle-orm";
import { seesMargins } from "~/domain/billing/margins";
import { countedZone, readCounted } from "~/domain/business-days/count-again.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import {
  type BackCursor,
  bidirectionalPage,
  inRange,
  keyset,
  type PageDirection,
  parseCursor,
} from "~/domain/shared/paging.server";
import { addDays, daysBetween } from "~/domain/shared/time/dates";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { spanParts } from "./performance";
import { MAX_PERIOD_DAYS } from "./period";
import { allowPerformance, sumColumns } from "./read.server";
import type { PerformanceJobs } from "./schema";

interface Row {
  id: string;
  number: number;
  title: string;
  customerName: string;
  technicianName: string | null;
  serviceTypeName: string | null;
  completedOn: string;
  hasUnit: number;
  fixedFirstTime: number;
  calledBack: number;
  laborSeconds: number;
  travelSeconds: number;
  revenueMinor: number;
  costedRevenueMinor: number;
  costMinor: number;
}

/**
 * Returns the jobs behind a figure, latest completed first; `total` is null if no sums are stored for the combination of
 * filters. Costs only for members who manage invoices.
 * @throws DomainError invalid for a cursor of another list and for a span that is too long
 */
export async function performanceJobs(ctx: Ctx, filter: PerformanceJobs & BackCursor) {
  const me = allowPerformance(ctx);
  const days = daysBetween(filter.from, filter.to) + 1;
  const refused = (text: string) => new DomainError("invalid", text, { fields: { to: [text] } });
  if (days < 1) throw refused("The last day must not be before the first");
  if (days > MAX_PERIOD_DAYS) throw refused(`Choose at most ${MAX_PERIOD_DAYS} days`);
  const direction = parseCursor(filter, 2);
  const seesCosts = seesMargins(me);
  const [, rows, [counted], [names]] = await readCounted(
    ctx,
    me,
    () =>
      [
        countedZone(ctx, me),
        ctx.db.all<Row>(rowsOf(me, filter, direction)),
        ctx.db.all<{ total: number | null }>(totalOf(me, filter)),
        ctx.db.all<{ technician: string | null; serviceType: string | null }>(namesOf(me, filter)),
      ] as const,
  );
  const cut = bidirectionalPage(rows, { limit: filter.limit, total: counted?.total ?? null, direction }, (row) => [
    row.completedOn,
    row.id,
  ]);
  return {
    ...cut,
    seesCosts,
    /** Names of what the filter is for; null without one, and for jobs without one. */
    technicianName: names?.technician ?? null,
    serviceTypeName: names?.serviceType ?? null,
    items: cut.items.map(({ hasUnit, fixedFirstTime, calledBack, costedRevenueMinor, costMinor, ...row }) => {
      const isCosted = costedRevenueMinor !== 0 || costMinor !== 0;
      return {
        ...row,
        reference: formatWorkOrderNumber(row.number),
        hasUnit: hasUnit === 1,
        hadSecondVisit: hasUnit === 1 && fixedFirstTime === 0,
        calledBack: calledBack === 1,
        marginMinor: seesCosts && isCosted ? costedRevenueMinor - costMinor : null,
      };
    }),
  };
}

export type PerformanceWorkOrder = Awaited<ReturnType<typeof performanceJobs>>["items"][number];

const idOf = (given: string) => (given === "none" ? "" : given);

function rowsOf({ orgId }: Member, filter: PerformanceJobs, direction: PageDirection): SQL {
  const { technicianId, serviceTypeId, only, causeKind, cause } = filter;
  const days = { from: filter.from, to: addDays(filter.to, 1), sort: "desc" } as const;
  const inOrder = (table: SQL) => {
    const completedOn = sql`${table}.completed_on`;
    const { beyond, order } = keyset(direction, [completedOn, sql`${table}.work_order_id`], "desc");
    return { onPage: and(inRange(direction, completedOn, days), beyond), order: sql.join(order, sql`, `) };
  };
  const [facts, causes] = [inOrder(sql`f`), inOrder(sql`c`)];
  const conditions = and(
    sql`f.org_id = ${orgId}`,
    technicianId === null ? undefined : sql`f.technician_id = ${idOf(technicianId)}`,
    serviceTypeId === null ? undefined : sql`f.service_type_id = ${idOf(serviceTypeId)}`,
    only === "called_back" ? sql`f.called_back = 1` : undefined,
    only === "second_visit" ? sql`f.has_unit = 1 AND f.fixed_first_time = 0` : undefined,
  );
  const found =
    causeKind !== null && cause !== null
      ? sql`callback_causes c INDEXED BY callback_causes_key CROSS JOIN job_facts f ON f.org_id = ${orgId} AND f.work_order_id = c.work_order_id
          WHERE c.org_id = ${orgId} AND c.kind = ${causeKind} AND c.key = ${cause} AND ${and(causes.onPage, conditions)}
          ORDER BY ${causes.order}`
      : sql`job_facts f INDEXED BY ${sql.raw(indexFor(filter))} WHERE ${and(conditions, facts.onPage)} ORDER BY ${facts.order}`;
  return sql`SELECT w.id AS id, w.number AS number, w.title AS title, cu.name AS customerName,
      (SELECT t.first_name || ' ' || t.last_name FROM technicians t WHERE t.org_id = ${orgId} AND t.id = j.technician_id) AS technicianName,
      (SELECT y.name FROM service_types y WHERE y.org_id = ${orgId} AND y.id = j.service_type_id) AS serviceTypeName,
      j.completed_on AS completedOn, j.has_unit AS hasUnit, j.fixed_first_time AS fixedFirstTime, j.called_back AS calledBack,
      j.labor_seconds AS laborSeconds, j.travel_seconds AS travelSeconds, j.revenue_minor AS revenueMinor,
      j.costed_revenue_minor AS costedRevenueMinor, j.cost_minor AS costMinor
    FROM (SELECT f.* FROM ${found} LIMIT ${filter.limit + 1}) j
    CROSS JOIN work_orders w ON w.org_id = ${orgId} AND w.id = j.work_order_id
    CROSS JOIN customers cu ON cu.org_id = ${orgId} AND cu.id = w.customer_id
    ORDER BY ${inOrder(sql`j`).order}`;
}

function indexFor({ technicianId, serviceTypeId, only }: PerformanceJobs): string {
  if (only === "called_back") return "job_facts_called_back";
  if (only === "second_visit") return "job_facts_second_visit";
  if (technicianId !== null) return "job_facts_technician";
  return serviceTypeId === null ? "job_facts_day" : "job_facts_service_type";
}

/** The total from stored sums. */
function totalOf({ orgId }: Member, filter: PerformanceJobs): SQL {
  const { technicianId, serviceTypeId, only, causeKind, cause } = filter;
  const pieces = JSON.stringify(spanParts(filter));
  const isNarrowed = technicianId !== null || serviceTypeId !== null;
  if (causeKind !== null && cause !== null) {
    if (isNarrowed) return NOT_COUNTED;
    return sql`SELECT coalesce(sum(s.callbacks), 0) AS total FROM json_each(${pieces}) p CROSS JOIN callback_cause_sums s
      WHERE s.org_id = ${orgId} AND s.kind = ${causeKind} AND s.grain = p.value ->> 'grain' AND s.starts_on = p.value ->> 'startsOn' AND s.key = ${cause}`;
  }
  if (technicianId !== null && serviceTypeId !== null) return NOT_COUNTED;
  const scope = technicianId !== null ? "technician" : serviceTypeId !== null ? "service_type" : "all";
  const key = idOf(technicianId ?? serviceTypeId ?? "none");
  const count = only === "called_back" ? "callbackJobs" : only === "second_visit" ? "unitJobs - fixedJobs" : "jobs";
  return sql`SELECT ${sql.raw(count)} AS total FROM (SELECT ${sumColumns} FROM json_each(${pieces}) p CROSS JOIN job_sums s
    WHERE s.org_id = ${orgId} AND s.scope = ${scope} AND s.grain = p.value ->> 'grain' AND s.starts_on = p.value ->> 'startsOn' AND s.key = ${key})`;
}

function namesOf({ orgId }: Member, { technicianId, serviceTypeId }: PerformanceJobs): SQL {
  return sql`SELECT
    (SELECT t.first_name || ' ' || t.last_name FROM technicians t WHERE t.org_id = ${orgId} AND t.id = ${technicianId}) AS technician,
    (SELECT y.name FROM service_types y WHERE y.org_id = ${orgId} AND y.id = ${serviceTypeId}) AS serviceType`;
}

const NOT_COUNTED = sql`SELECT NULL AS total`;
