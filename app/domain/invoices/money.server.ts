import { and, sql } from "drizzle-orm";
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
import { allow } from "~/domain/shared/permissions";
import { addDays, weekAround } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import type { PaymentMethod } from "./payment";

/** This week so far, starting Sunday. */
export function weekSoFar(ctx: Ctx): { from: string; to: string } {
  const today = todayOf(ctx, allow(ctx, "invoices.read"));
  return { from: weekAround(today)[0] ?? today, to: today };
}

interface Sum {
  count: number;
  minor: number;
}

/** Returns what is overdue and what was received this week so far, using the indexes on what is owed and on days. */
export async function moneyAtAGlance(ctx: Ctx) {
  const me = allow(ctx, "invoices.read");
  const { from, to: today } = weekSoFar(ctx);
  const [[overdue], [received]] = await ctx.db.batch([
    ctx.db.all<Sum>(sql`SELECT count(*) AS count, coalesce(sum(i.total_minor - i.paid_minor - i.credited_minor), 0) AS minor
      FROM invoices i INDEXED BY invoices_owed
      WHERE i.org_id = ${me.orgId} AND i.status = 'issued' AND i.kind = 'invoice' AND i.total_minor - i.paid_minor - i.credited_minor > 0
        AND i.due_on < ${today}`),
    ctx.db.all<Sum>(sql`SELECT count(*) AS count, coalesce(sum(p.amount_minor), 0) AS minor FROM payments p INDEXED BY payments_received
      WHERE p.org_id = ${me.orgId} AND p.received_on BETWEEN ${from} AND ${today}`),
  ]);
  const none = { count: 0, minor: 0 };
  return { overdue: overdue ?? none, received: { from, to: today, ...(received ?? none) } };
}

/** Payments listed at once. */
const MAX_PAYMENTS = 200;
const MAX_DAYS = 92;

interface Received {
  id: string;
  receivedOn: string;
  method: PaymentMethod;
  reference: string | null;
  minor: number;
  customerName: string;
  customerNumber: number;
}

interface Days {
  from: string;
  to: string;
}

function checkDays({ from, to }: Days): void {
  if (to >= from && to <= addDays(from, MAX_DAYS - 1)) return;
  throw new DomainError("invalid", `Choose 1 to ${MAX_DAYS} days`, {
    fields: { to: [`Choose 1 to ${MAX_DAYS} days`] },
  });
}

type PageOfDays = Days & { limit: number; direction: PageDirection };

function receivedRows(ctx: Ctx, { orgId }: Member, { from, to, limit, direction }: PageOfDays) {
  const receivedOn = sql`p.received_on`;
  const { beyond, order } = keyset(direction, [receivedOn, sql`p.id`], "desc");
  const inDays = inRange(direction, receivedOn, { from, to: addDays(to, 1), sort: "desc" });
  const ordered = sql.join(order, sql`, `);
  return ctx.db.all<Received>(sql`SELECT p.id AS id, p.received_on AS receivedOn, p.method AS method, p.reference AS reference,
      p.amount_minor AS minor, c.name AS customerName, c.number AS customerNumber
    FROM (SELECT p.* FROM payments p INDEXED BY payments_received WHERE ${and(sql`p.org_id = ${orgId}`, inDays, beyond)}
      ORDER BY ${ordered} LIMIT ${limit + 1}) p
    CROSS JOIN customers c ON c.org_id = ${orgId} AND c.id = p.customer_id ORDER BY ${ordered}`);
}

const pageOf = (rows: Received[], { limit, direction }: PageOfDays) =>
  bidirectionalPage(rows, { limit, total: null, direction }, ({ receivedOn, id }) => [receivedOn, id]);

/**
 * Returns a page of the payments received on the given days, latest first.
 * @throws DomainError invalid for more than 92 days, and for a foreign cursor
 */
export async function listPaymentsReceived(
  ctx: Ctx,
  { limit, cursor, ...days }: Days & { limit: number; cursor?: string },
) {
  const me = allow(ctx, "invoices.read");
  checkDays(days);
  const query = { ...days, limit, direction: parseCursor({ cursor }, 2) };
  return pageOf(await receivedRows(ctx, me, query), query);
}

/**
 * Returns the payments received on the given days, latest first; `count` and `minor` cover all of them.
 * @throws DomainError invalid for more than 92 days, and for a foreign cursor
 */
export async function paymentsReceived(
  ctx: Ctx,
  { from, to, limit = MAX_PAYMENTS, ...at }: Days & { limit?: number; cursor?: string } & BackCursor,
) {
  const me = allow(ctx, "invoices.read");
  checkDays({ from, to });
  const query = { from, to, limit, direction: parseCursor(at, 2) };
  const [rows, [sum]] = await ctx.db.batch([
    receivedRows(ctx, me, query),
    ctx.db.all<Sum>(sql`SELECT count(*) AS count, coalesce(sum(p.amount_minor), 0) AS minor FROM payments p INDEXED BY payments_received
      WHERE p.org_id = ${me.orgId} AND p.received_on BETWEEN ${from} AND ${to}`),
  ]);
  return { from, to, ...pageOf(rows, query), count: sum?.count ?? 0, minor: sum?.minor ?? 0 };
}
