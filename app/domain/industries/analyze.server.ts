import { type SQL, sql } from "drizzle-orm";
import { CUSTOMER_TYPES, type CustomerType } from "~/domain/customers/customer";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { addDays, firstDayOfMonth, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { startOfDay, todayOf } from "~/domain/shared/time/time-zones";
import { type Comparison, compareIndustries, type OwnFigures } from "./analysis";
import { findIndustry } from "./industry";
import { HOME_INDUSTRY, OWN_WORK_RULES } from "./own-work";
import type { AnalyzeIndustries } from "./schema";

const MONTHS = 12;

/**
 * Compares industries by the shipped figures, along with the business's own last twelve months including the current one to date:
 * jobs completed and revenue issued by month, by type of customer and by the industry of their service types. One round trip; it
 * reads only rows within the twelve months.
 */
export async function analyzeIndustries(ctx: Ctx, { industries }: AnalyzeIndustries): Promise<Comparison> {
  const me = allow(ctx, "invoices.read");
  const chosen = industries.flatMap((name) => findIndustry(name) ?? []);
  return compareIndustries([...new Set(chosen)], await ownFigures(ctx, me));
}

interface Counted {
  /** What the row is grouped by. */
  by: "month" | "type" | "industry" | "service";
  key: string;
  /** The industry of a service type. */
  code: string;
  documents: number;
  customers: number;
  minor: number;
}

async function ownFigures(ctx: Ctx, me: Member): Promise<OwnFigures> {
  const { orgId } = me;
  const months = lastMonths(ctx, me);
  const wanted = sql`json_each(${JSON.stringify(months)})`;
  const done = sql`
    SELECT m.value ->> 'month' AS month, w.customer_id AS customer_id, w.service_type_id AS service_type_id, 0 AS minor
    FROM ${wanted} m CROSS JOIN work_orders w INDEXED BY work_orders_completed
    WHERE w.org_id = ${orgId} AND w.completed_at >= m.value ->> 'start' AND w.completed_at < m.value ->> 'end'`;
  const issued = sql`
    SELECT m.value ->> 'month' AS month, i.customer_id AS customer_id, w.service_type_id AS service_type_id,
      (i.subtotal_minor - i.discount_minor) * CASE i.kind WHEN 'credit_note' THEN -1 ELSE 1 END AS minor
    FROM ${wanted} m CROSS JOIN invoices i INDEXED BY invoices_issued
    LEFT JOIN work_orders w ON w.org_id = i.org_id AND w.id = i.work_order_id
    WHERE i.org_id = ${orgId} AND i.status <> 'draft' AND i.status = 'issued' AND i.issued_on BETWEEN m.value ->> 'from' AND m.value ->> 'to'`;
  const names = ["technicians.status=active", ...CUSTOMER_TYPES.flatMap(countersOf)];
  const [jobs, revenue, counters] = await ctx.db.batch([
    ctx.db.all<Counted>(counted(orgId, done)),
    ctx.db.all<Counted>(counted(orgId, issued)),
    ctx.db.all<{ name: string; value: number }>(
      sql`SELECT name, value FROM counters WHERE org_id = ${orgId} AND name IN (SELECT value FROM json_each(${JSON.stringify(names)}))`,
    ),
  ]);
  const counterOf = (name: string) => counters.find((each) => each.name === name)?.value ?? 0;
  const of = (rows: readonly Counted[], by: Counted["by"], key: string) =>
    rows.find((row) => row.by === by && row.key === key);
  const codes = new Set([...jobs, ...revenue].filter(({ by }) => by === "industry").map(({ key }) => key));
  return {
    months: months.map(({ month }) => ({
      month,
      jobs: of(jobs, "month", month)?.documents ?? 0,
      revenueMinor: of(revenue, "month", month)?.minor ?? 0,
    })),
    byIndustry: [...codes]
      .map((code) => ({
        code,
        jobs: of(jobs, "industry", code)?.documents ?? 0,
        customers: of(jobs, "industry", code)?.customers ?? 0,
        revenueMinor: of(revenue, "industry", code)?.minor ?? 0,
        serviceTypes: jobs.filter((row) => row.by === "service" && row.code === code && row.key).map(({ key }) => key),
      }))
      .sort((a, b) => b.jobs - a.jobs || b.revenueMinor - a.revenueMinor || a.code.localeCompare(b.code)),
    byCustomerType: CUSTOMER_TYPES.map((type) => ({
      type,
      customers: countersOf(type).reduce((total, name) => total + counterOf(name), 0),
      jobs: of(jobs, "type", type)?.documents ?? 0,
      revenueMinor: of(revenue, "type", type)?.minor ?? 0,
    })),
    technicians: counterOf("technicians.status=active"),
  };
}

/** Customers the business works for: inactive ones and prospects are not part of the mix. */
const countersOf = (type: CustomerType) => [`customers.active.${type}`];

/** The business's current month and the eleven before it, as dates and as instants. */
function lastMonths(ctx: Ctx, { timeZone }: Member) {
  const thisMonth = monthKey(todayOf(ctx, { timeZone }));
  const instant = (day: string) => new Date(startOfDay(day, timeZone)).toISOString();
  return Array.from({ length: MONTHS }, (_, at) => {
    const month = shiftMonth(thisMonth, at - MONTHS + 1);
    const [from, next] = [firstDayOfMonth(month), firstDayOfMonth(shiftMonth(month, 1))];
    return { month, from, to: addDays(next, -1), start: instant(from), end: instant(next) };
  });
}

/** Documents by month, type of customer, industry and service type, each read once. */
function counted(orgId: string, documents: SQL): SQL {
  const sums = sql`count(*) AS documents, count(DISTINCT customer_id) AS customers, sum(minor) AS minor`;
  return sql`
    WITH documents AS MATERIALIZED (
      SELECT d.month AS month, d.customer_id AS customer_id, d.minor AS minor, c.customer_type AS type, s.name AS service, ${industryOf(sql`s.name`)} AS code
      FROM (${documents}) d
      CROSS JOIN customers c ON c.org_id = ${orgId} AND c.id = d.customer_id
      LEFT JOIN service_types s ON s.org_id = ${orgId} AND s.id = d.service_type_id
    )
    SELECT 'month' AS "by", month AS "key", '' AS code, ${sums} FROM documents GROUP BY month
    UNION ALL SELECT 'type', type, '', ${sums} FROM documents GROUP BY type
    UNION ALL SELECT 'industry', code, code, ${sums} FROM documents GROUP BY code
    UNION ALL SELECT 'service', coalesce(service, ''), code, ${sums} FROM documents GROUP BY service, code`;
}

/** Same as `industryOfService`, in SQL. */
function industryOf(name: SQL): SQL {
  const cases = OWN_WORK_RULES.map(
    ({ code, words }) =>
      sql`WHEN ${sql.join(
        words.map((word) => sql`instr(lower(${name}), ${sql.raw(`'${word}'`)}) > 0`),
        sql` OR `,
      )} THEN ${sql.raw(`'${code}'`)}`,
  );
  return sql`CASE ${sql.join(cases, sql` `)} ELSE ${sql.raw(`'${HOME_INDUSTRY}'`)} END`;
}
