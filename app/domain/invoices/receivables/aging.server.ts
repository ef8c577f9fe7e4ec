import { type SQL, sql } from "drizzle-orm";
import { containsText } from "#drizzle/d1/contains-text";
import type { Cell } from "~/domain/invoices/accounting";
import { AGING_BUCKETS } from "~/domain/invoices/invoice";
import type { AgingFilter } from "~/domain/invoices/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { asciiLowerCase } from "~/domain/shared/text/ascii-case";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import { type AgingSort, agingCells, agingDays, type Owed, type OwingCustomer } from "./aging";

/**
 * Returns what each customer owes and how late it is, one line per customer, with totals of all that match. As of today or
 * later, it shows what is open now; as of a past day, what was open then. One round trip.
 * @throws DomainError invalid for a cursor of another list
 */
export async function listOwing(ctx: Ctx, filter: AgingFilter) {
  const me = allow(ctx, "invoices.read");
  const today = todayOf(ctx, me);
  const asOf = filter.asOf ?? today;
  const direction = parseCursor(filter, [filter.sortBy === "name" ? "text" : "number", "text"]);
  const { beyond, order } = keyset(direction, [sortKeys[filter.sortBy], sql`id`], filter.sortOrder);
  const owing = owingCustomers(me, { asOf, today, search: filter.search });
  const [rows, [sums]] = await ctx.db.batch([
    ctx.db.all<OwingCustomer>(
      sql`${owing} SELECT * FROM owing WHERE ${beyond ?? sql`true`} ORDER BY ${sql.join(order, sql`, `)} LIMIT ${filter.limit + 1}`,
    ),
    ctx.db.all<Owed & { customers: number }>(
      sql`${owing} SELECT count(*) AS customers, ${sql.join(
        amounts.map((name) => sql`coalesce(sum(${sql.identifier(name)}), 0) AS ${sql.identifier(name)}`),
        sql`, `,
      )} FROM owing`,
    ),
  ]);
  const { customers = 0, ...totals } = sums ?? { customers: 0, ...nothing };
  const keyOf = (row: OwingCustomer) => [
    filter.sortBy === "name" ? asciiLowerCase(row.name) : row[filter.sortBy],
    row.id,
  ];
  const page = bidirectionalPage(rows, { limit: filter.limit, total: customers, direction }, keyOf);
  return { ...page, asOf, today, totals };
}

const amounts = [...AGING_BUCKETS, "credit", "total"] as const;
const nothing: Owed = { current: 0, "1_30": 0, "31_60": 0, "61_90": 0, over_90: 0, credit: 0, total: 0 };

const sortKeys: Record<AgingSort, SQL> = {
  name: sql`lower(name)`,
  ...{
    current: sql`"current"`,
    "1_30": sql`"1_30"`,
    "31_60": sql`"31_60"`,
    "61_90": sql`"61_90"`,
    over_90: sql`over_90`,
  },
  ...{ credit: sql`credit`, total: sql`total` },
};

const PAGE = 500;

type FileFilter = Pick<AgingFilter, "search" | "asOf">;

/** Yields the report's lines for a file, a page at a time, by name. */
export function agingFile(ctx: Ctx, filter: FileFilter): AsyncGenerator<Cell[][]> {
  allow(ctx, "invoices.read");
  return filePages(ctx, filter);
}

async function* filePages(ctx: Ctx, { search, asOf }: FileFilter): AsyncGenerator<Cell[][]> {
  for (let cursor: string | undefined; ; ) {
    const page = await listOwing(ctx, { search, asOf, cursor, limit: PAGE, sortBy: "name", sortOrder: "asc" });
    yield page.items.map(agingCells);
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

interface Wanted {
  asOf: string;
  today: string;
  search: string | undefined;
}

/** `WITH ... owing AS (...)`: one row per customer with a balance or credit. */
function owingCustomers({ orgId, timeZone }: Member, { asOf, today, search }: Wanted): SQL {
  const standing = asOf < today ? standingThen(orgId, { asOf, timeZone }) : standingNow(orgId);
  const columns = AGING_BUCKETS.map((bucket) => {
    const { from, to } = agingDays(bucket, asOf);
    return sql`sum(CASE WHEN due_on BETWEEN ${from} AND ${to} THEN minor ELSE 0 END) AS ${sql.identifier(bucket)}`;
  });
  const number = search && /^#?\d{1,9}$/.test(search) ? Number(search.replace("#", "")) : -1;
  const found = search ? sql`AND (${containsText(sql`c.name`, search)} OR c.number = ${number})` : sql``;
  // Balances have their due date; credit has none and is negative.
  return sql`WITH ${standing},
    sums AS (
      SELECT customer_id, ${sql.join(columns, sql`, `)}, 0 - sum(CASE WHEN due_on IS NULL THEN minor ELSE 0 END) AS credit, sum(minor) AS total
      FROM (SELECT customer_id, due_on, minor FROM owed WHERE minor <> 0 UNION ALL SELECT customer_id, NULL, 0 - minor FROM credit WHERE minor <> 0)
      GROUP BY customer_id
    ),
    owing AS (
      SELECT c.id AS id, c.number AS number, c.name AS name, ${sql.join(
        amounts.map((name) => sql`s.${sql.identifier(name)} AS ${sql.identifier(name)}`),
        sql`, `,
      )}
      FROM sums s CROSS JOIN customers c ON c.org_id = ${orgId} AND c.id = s.customer_id ${found}
    )`;
}

/** Uses the indexes on open amounts: paid invoices cost nothing. */
function standingNow(orgId: string): SQL {
  return sql`owed AS (
      SELECT customer_id, due_on, total_minor - paid_minor - credited_minor AS minor FROM invoices INDEXED BY invoices_owed
      WHERE org_id = ${orgId} AND status = 'issued' AND kind = 'invoice' AND total_minor - paid_minor - credited_minor > 0
    ),
    credit AS (
      SELECT customer_id, amount_minor - allocated_minor - refunded_minor AS minor FROM payments INDEXED BY payments_credit
      WHERE org_id = ${orgId} AND amount_minor - allocated_minor - refunded_minor > 0
    )`;
}

/**
 * What was open at the end of a day: what is open now, corrected by later changes. Payments, refunds and credit notes count
 * from their own dates; a payment applied to an invoice later counts from when it was applied.
 */
function standingThen(orgId: string, { asOf, timeZone }: { asOf: string; timeZone: string }): SQL {
  const end = new Date(dayBounds(asOf, timeZone).end).toISOString();
  const counted = sql`CASE WHEN a.created_at = p.created_at THEN p.received_on <= ${asOf}
    ELSE p.received_on <= ${asOf} AND coalesce(
      (SELECT min(r.refunded_on) FROM refunds r WHERE r.org_id = a.org_id AND r.payment_id = a.payment_id AND r.created_at = a.created_at AND a.amount_minor < 0) <= ${asOf},
      a.created_at < ${end}) END`;
  return sql`open_then AS MATERIALIZED (
      SELECT i.id AS id FROM invoices i INDEXED BY invoices_owed
        WHERE i.org_id = ${orgId} AND i.status = 'issued' AND i.kind = 'invoice' AND i.total_minor - i.paid_minor - i.credited_minor > 0
      UNION SELECT a.invoice_id FROM payment_allocations a INDEXED BY payment_allocations_made WHERE a.org_id = ${orgId} AND a.created_at >= ${end}
      UNION SELECT a.invoice_id FROM payments p INDEXED BY payments_received
        CROSS JOIN payment_allocations a INDEXED BY payment_allocations_payment ON a.org_id = p.org_id AND a.payment_id = p.id
        WHERE p.org_id = ${orgId} AND p.received_on > ${asOf}
      UNION SELECT a.invoice_id FROM refunds r INDEXED BY refunds_day
        CROSS JOIN payment_allocations a INDEXED BY payment_allocations_payment ON a.org_id = r.org_id AND a.payment_id = r.payment_id
        WHERE r.org_id = ${orgId} AND r.refunded_on > ${asOf}
      UNION SELECT n.corrects_id FROM invoices n INDEXED BY invoices_issued
        WHERE n.org_id = ${orgId} AND n.status <> 'draft' AND n.issued_on > ${asOf} AND n.kind = 'credit_note'
    ),
    owed AS (
      SELECT i.customer_id AS customer_id, i.due_on AS due_on, i.total_minor
        - coalesce((
            SELECT sum(a.amount_minor) FROM payment_allocations a INDEXED BY payment_allocations_invoice CROSS JOIN payments p ON p.org_id = a.org_id AND p.id = a.payment_id
            WHERE a.org_id = i.org_id AND a.invoice_id = i.id AND ${counted}
          ), 0)
        - coalesce((
            SELECT sum(n.total_minor) FROM invoices n INDEXED BY invoices_corrects
            WHERE n.org_id = i.org_id AND n.corrects_id = i.id AND n.kind = 'credit_note' AND n.status = 'issued' AND n.issued_on <= ${asOf}
          ), 0) AS minor
      FROM open_then o CROSS JOIN invoices i ON i.org_id = ${orgId} AND i.id = o.id
      WHERE i.kind = 'invoice' AND i.status <> 'draft' AND i.issued_on <= ${asOf}
    ),
    free_then AS MATERIALIZED (
      SELECT p.id AS id FROM payments p INDEXED BY payments_credit
        WHERE p.org_id = ${orgId} AND p.amount_minor - p.allocated_minor - p.refunded_minor > 0
      UNION SELECT a.payment_id FROM payment_allocations a INDEXED BY payment_allocations_made WHERE a.org_id = ${orgId} AND a.created_at >= ${end}
      UNION SELECT r.payment_id FROM refunds r INDEXED BY refunds_day WHERE r.org_id = ${orgId} AND r.refunded_on > ${asOf}
      UNION SELECT a.payment_id FROM invoices i INDEXED BY invoices_issued
        CROSS JOIN payment_allocations a INDEXED BY payment_allocations_invoice ON a.org_id = i.org_id AND a.invoice_id = i.id
        WHERE i.org_id = ${orgId} AND i.status <> 'draft' AND i.issued_on > ${asOf}
    ),
    credit AS (
      SELECT p.customer_id AS customer_id, p.amount_minor
        - coalesce((
            SELECT sum(a.amount_minor) FROM payment_allocations a INDEXED BY payment_allocations_payment CROSS JOIN invoices i ON i.org_id = a.org_id AND i.id = a.invoice_id
            WHERE a.org_id = p.org_id AND a.payment_id = p.id AND i.issued_on <= ${asOf} AND ${counted}
          ), 0)
        - coalesce((
            SELECT sum(g.amount_minor) FROM refunds g INDEXED BY refunds_payment WHERE g.org_id = p.org_id AND g.payment_id = p.id AND g.refunded_on <= ${asOf}
          ), 0) AS minor
      FROM free_then f CROSS JOIN payments p ON p.org_id = ${orgId} AND p.id = f.id
      WHERE p.received_on <= ${asOf}
    )`;
}
