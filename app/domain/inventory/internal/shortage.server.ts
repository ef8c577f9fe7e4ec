import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inventoryItems, inventoryLocations, stockBalances } from "#drizzle/schema/inventory";
import { expiredAt } from "~/domain/inventory/free.server";
import { availableMilli } from "~/domain/inventory/items/item";
import { formatAmountOf } from "~/domain/inventory/quantity";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";

interface Taken {
  itemId: string;
  locationId: string;
  quantity: number;
  /** The quantity is a counted total, not an amount taken. */
  isCount?: boolean;
  /** Reserved or loaded for a job, where using expired stock cannot be confirmed. */
  mustBeGood?: boolean;
}

/** Work orders named in a refusal. */
const MAX_JOBS = 5;

const REFUSALS = ["stock_on_hand", "stock_reserved", "stock_value_", "stock_in_lots", "stock_reserved_is_expired"];

/** Explains the database's refusal: which items are short, where, and for which work orders the rest is reserved. */
export async function explainShortage(
  ctx: Ctx,
  me: Member,
  { lines, error }: { lines: readonly Taken[]; error?: unknown },
): Promise<unknown> {
  if (!REFUSALS.some((name) => failedOn(error, name))) return error;
  const at = { itemId: sql`requested.item_id`, locationId: sql`requested.location_id` };
  const pairs = JSON.stringify(lines.map(({ itemId, locationId }) => [itemId, locationId]));
  const rows = await ctx.db
    .select({
      itemId: inventoryItems.id,
      locationId: sql<string>`${inventoryLocations.id}`.as("at"),
      sku: inventoryItems.sku,
      unit: inventoryItems.baseUnit,
      location: sql<string>`${inventoryLocations.name}`.as("place"),
      onHandMilli: sql<number>`coalesce(${stockBalances.onHandMilli}, 0)`.as("on_hand"),
      reservedMilli: sql<number>`coalesce(${stockBalances.reservedMilli}, 0)`.as("reserved"),
      expiredMilli: sql<number>`${expiredAt(ctx, me, at)}`.as("expired"),
      jobs: sql<string>`(select json_group_array(n) from (
        select distinct w.number as n from stock_reservations r join work_orders w on w.org_id = ${me.orgId} and w.id = r.work_order_id
        where r.org_id = ${me.orgId} and r.status = 'open' and r.location_id = requested.location_id and r.item_id = requested.item_id
        order by 1 limit ${MAX_JOBS}))`.as("jobs"),
    })
    .from(sql`(select distinct value ->> 0 as item_id, value ->> 1 as location_id from json_each(${pairs})) requested`)
    .innerJoin(inventoryItems, and(eq(inventoryItems.orgId, me.orgId), sql`${inventoryItems.id} = requested.item_id`))
    .innerJoin(
      inventoryLocations,
      and(eq(inventoryLocations.orgId, me.orgId), sql`${inventoryLocations.id} = requested.location_id`),
    )
    .leftJoin(
      stockBalances,
      and(
        eq(stockBalances.orgId, me.orgId),
        sql`${stockBalances.itemId} = requested.item_id and ${stockBalances.locationId} = requested.location_id`,
      ),
    );
  const pairsGiven = new Set(lines.map(({ itemId, locationId }) => `${itemId} ${locationId}`));
  if (rows.length < pairsGiven.size) return notFound("An item or a location was not found");
  const short = rows.flatMap((row): (typeof row & { countedMilli: number | null })[] => {
    const own = lines.filter((line) => line.itemId === row.itemId && line.locationId === row.locationId);
    const counted = own.find((line) => line.isCount && line.quantity < row.reservedMilli);
    if (counted) return [{ ...row, countedMilli: counted.quantity }];
    const taken = own.filter((line) => !line.isCount).reduce((sum, line) => sum + Math.abs(line.quantity), 0);
    return taken > row.onHandMilli - row.reservedMilli ? [{ ...row, countedMilli: null }] : [];
  });
  const expired = short.length > 0 ? [] : rows.filter((row) => row.expiredMilli > 0);
  if (expired.length > 0) return onlyExpired(expired, !lines.some(({ mustBeGood }) => mustBeGood));
  if (short.length === 0) return new DomainError("conflict", "The stock has just changed. Please try again.");
  return new DomainError("conflict", short.map(shortText).join(" "), {
    details: {
      short: short.map(({ itemId, locationId, jobs, ...stock }) => ({
        ...{ itemId, locationId },
        ...{ available: availableMilli(stock) / 1000, expired: stock.expiredMilli / 1000 },
        reservedFor: workOrderNames(jobs),
      })),
    },
  });
}

interface Expired extends Pick<Short, "sku" | "unit" | "location" | "onHandMilli" | "reservedMilli" | "expiredMilli"> {
  itemId: string;
  locationId: string;
}

/** Enough stock, but part of it is expired: using it must be confirmed. */
function onlyExpired(rows: readonly Expired[], isConfirmable: boolean): DomainError {
  const texts = rows.map((row) => {
    const good = formatAmountOf(availableMilli(row), row.unit);
    return `Of ${row.sku} at ${row.location}, only ${good} is still good; ${formatAmountOf(row.expiredMilli, row.unit)} has expired.`;
  });
  const remedy = isConfirmable ? "Confirm to take expired stock." : "Take it from another location, or receive more.";
  return new DomainError("conflict", `${texts.join(" ")} ${remedy}`, {
    details: {
      ...(isConfirmable ? { confirm: "takeExpired" } : {}),
      expired: rows.map((row) => ({
        ...{ itemId: row.itemId, locationId: row.locationId },
        ...{ good: availableMilli(row) / 1000, expired: row.expiredMilli / 1000 },
      })),
    },
  });
}

const Numbers = z.array(z.number());
const workOrderNames = (json: string): string[] => Numbers.parse(JSON.parse(json)).map(formatWorkOrderNumber);

interface Short {
  sku: string;
  unit: string;
  location: string;
  onHandMilli: number;
  reservedMilli: number;
  expiredMilli: number;
  jobs: string;
  /** Null when taking stock rather than counting it. */
  countedMilli: number | null;
}

function shortText({ sku, unit, location, jobs, countedMilli, ...stock }: Short): string {
  const { reservedMilli, expiredMilli } = stock;
  const available = formatAmountOf(availableMilli(stock), unit);
  const names = workOrderNames(jobs);
  const forJobs = names.length > 0 ? ` for ${names.join(", ")}` : "";
  if (countedMilli !== null) {
    const held = formatAmountOf(reservedMilli, unit);
    return `${formatAmountOf(countedMilli, unit)} of ${sku} counted at ${location}, but ${held} are reserved${forJobs}. Release the missing quantity first.`;
  }
  const reserved = reservedMilli > 0 ? `, ${formatAmountOf(reservedMilli, unit)} more are reserved${forJobs}` : "";
  const expired = expiredMilli > 0 ? `, ${formatAmountOf(expiredMilli, unit)} have expired` : "";
  return `Only ${available} of ${sku} available at ${location}${reserved}${expired}.`;
}
