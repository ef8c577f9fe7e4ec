import { sql } from "drizzle-orm";
import { containsText } from "#drizzle/d1/contains-text";
import { findItems } from "~/domain/inventory/items/items.server";
import { formatPurchaseOrderNumber, parsePurchaseOrderNumber } from "~/domain/purchasing/purchase-order";
import type { Ctx } from "~/domain/shared/context";
import { limitSearches } from "~/domain/shared/limits.server";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { can } from "~/domain/shared/permissions";
import { formatDate } from "~/domain/shared/time/date-format";
import { findWorkOrders } from "~/domain/work-orders/list.server";
import { allowReceipts } from "./book.server";
import type { ReceiptOwner } from "./receipt";

/** A record a receipt may be for; `value` is sent by the form. */
export interface SubjectChoice {
  value: string;
  label: string;
  detail: string | null;
}

const MAX_SHOWN = 5;
/** Days before and after a receipt in which expenses are offered. */
const NEAR_DAYS = 45;
const MAX_EXPENSES = 60;

/** Records of the business that match a text: jobs, purchase orders by number or supplier, and parts. */
export async function findReceiptSubjects(ctx: Ctx, text: string): Promise<SubjectChoice[]> {
  const { member: me } = allowReceipts(ctx, "business");
  const query = text.trim().slice(0, 64);
  if (!me || query.length < 2) return [];
  await limitSearches(ctx);
  const number = parsePurchaseOrderNumber(query);
  const [jobs, orders, items] = await Promise.all([
    can(me, "work_orders.read") ? findWorkOrders(ctx, me, query) : [],
    can(me, "inventory.read")
      ? ctx.db.all<{ number: number; name: string }>(sql`
          select p.number as number, s.name as name from purchase_orders p indexed by purchase_orders_number
          join suppliers s on s.org_id = p.org_id and s.id = p.supplier_id
          where p.org_id = ${me.orgId} and ${
            number === null
              ? sql`p.supplier_id in (select n.id from suppliers n where n.org_id = ${me.orgId} and ${containsText(sql`n.name`, query)})`
              : sql`p.number = ${number}`
          } order by p.number desc limit ${MAX_SHOWN}`)
      : [],
    can(me, "inventory.read") ? findItems(ctx, me, query) : [],
  ]);
  return [
    ...jobs.map(({ foundId, foundLabel, foundDetail }) => ({
      value: `work_order:${foundId}`,
      label: foundLabel,
      detail: foundDetail,
    })),
    ...orders.map((order) => ({
      value: `purchase_order:${order.number}`,
      label: formatPurchaseOrderNumber(order.number),
      detail: order.name,
    })),
    ...items.map(({ foundId, foundLabel, foundDetail }) => ({
      value: `item:${foundId}`,
      label: foundLabel,
      detail: foundDetail,
    })),
  ];
}

/** The household's one-time expenses around a receipt's date, nearest first; empty for a business. */
export async function expensesNear(
  ctx: Ctx,
  of: ReceiptOwner | undefined,
  receiptId: string,
): Promise<SubjectChoice[]> {
  const { of: owner, ownerId } = allowReceipts(ctx, of);
  if (owner !== "household") return [];
  const day = sql`(select r.listed_on from household_receipts r where r.user_id = ${ownerId} and r.id = ${receiptId})`;
  const rows = await ctx.db.all<{
    id: string;
    name: string;
    date: string;
    amountMinor: number;
    currency: Currency;
  }>(sql`
    select e.id as id, e.name as name, e.date as date, e.amount_minor as amountMinor, e.currency as currency
    from expenses e indexed by expenses_recurring
    where e.user_id = ${ownerId} and e.is_recurring = 0
      and e.date between date(${day}, ${`-${NEAR_DAYS} days`}) and date(${day}, ${`+${NEAR_DAYS} days`})
    order by abs(julianday(e.date) - julianday(${day})), e.id limit ${MAX_EXPENSES}`);
  return rows.map(({ id, name, date, amountMinor, currency }) => ({
    value: `expense:${id}`,
    label: `${name}, ${formatMoney(amountMinor, currency)}, ${formatDate(date)}`,
    detail: null,
  }));
}
