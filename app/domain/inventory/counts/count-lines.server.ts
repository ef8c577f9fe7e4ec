import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { inventoryItems, stockCountLines, stockCounts } from "#drizzle/schema/inventory";
import { allowCounting } from "~/domain/inventory/internal/allow-counting.server";
import { atAverageCost, insertMovement } from "~/domain/inventory/internal/ledger.server";
import { explainShortage } from "~/domain/inventory/internal/shortage.server";
import { itemOfCode } from "~/domain/inventory/items/item-of-code.server";
import { formatAmountOf } from "~/domain/inventory/quantity";
import type { CountedLine, NewCountLine } from "~/domain/inventory/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, assertRowsChanged, commit, once, type Write } from "~/domain/shared/write.server";
import { countIsOver, countNotFound, findCountLine } from "./counts.server";

const refusals = { stock_count_over: countIsOver };

/**
 * Finds or adds the line of an item by id, barcode, SKU or one of our labels: the first uncounted line, else the first; a new one at the end of
 * the sheet if there is none.
 * @throws DomainError not_found; conflict if the count has ended; invalid with the field for an unknown code or a location that
 *   is not part of this count
 */
export async function addCountLine(
  ctx: Ctx,
  countId: string,
  { itemId, code, locationId }: NewCountLine,
): Promise<{ lineId: string }> {
  const me = await allowCounting(ctx, { countId });
  return once(ctx, "addCountLine", { countId, itemId, code, locationId }, async (commit) => {
    const wanted = itemId ? sql`${itemId}` : itemOfCode(me, code ?? "");
    const [[count], [item], [line]] = await ctx.db.batch([
      ctx.db
        .select({ status: stockCounts.status, locationId: stockCounts.locationId })
        .from(stockCounts)
        .where(and(eq(stockCounts.orgId, me.orgId), eq(stockCounts.id, countId))),
      ctx.db
        .select({ id: inventoryItems.id })
        .from(inventoryItems)
        .where(and(eq(inventoryItems.orgId, me.orgId), sql`${inventoryItems.id} = ${wanted}`)),
      ctx.db
        .select({ id: stockCountLines.id })
        .from(stockCountLines)
        .where(
          and(
            eq(stockCountLines.orgId, me.orgId),
            eq(stockCountLines.countId, countId),
            locationId ? eq(stockCountLines.locationId, locationId) : undefined,
            sql`${stockCountLines.itemId} = ${wanted}`,
          ),
        )
        .orderBy(sql`stock_count_lines.counted_milli is not null`, asc(stockCountLines.position))
        .limit(1),
    ]);
    if (!count) throw countNotFound();
    if (!item && itemId) throw notFound("Item not found");
    if (!item) throw invalidField("code", `No item has the code ${code}`);
    if (line) return { lineId: line.id };
    if (count.status !== "open") throw countIsOver();
    const lineId = ctx.newId();
    return commit(me, {
      writes: [
        ctx.db.run(sql`INSERT INTO stock_count_lines (org_id, id, count_id, position, item_id, location_id)
          SELECT ${me.orgId}, ${lineId}, ${countId}, 1 + coalesce((
            SELECT max(position) FROM stock_count_lines WHERE org_id = ${me.orgId} AND count_id = ${countId}
          ), 0), ${item.id}, ${locationId ?? count.locationId}`),
      ],
      result: { lineId },
      refusals: {
        ...refusals,
        stock_count_line_elsewhere: () =>
          invalidField("locationId", "Choose the location being counted, or a bin in it"),
        "stock_count_lines.org_id, stock_count_lines.count_id": () =>
          new DomainError("conflict", "Someone just added this item. Scan it again."),
      },
    });
  });
}

interface LineRef {
  countId: string;
  lineId: string;
}

/**
 * Records the counted quantity together with the current on-hand quantity, and returns the next line to count. A later count of
 * the same line replaces it.
 * @throws DomainError not_found; conflict if the count has ended, the line is posted, or someone else counted it in the
 *   meantime, with the line as `current`
 */
export async function countLine(
  ctx: Ctx,
  { countId, lineId }: LineRef,
  { quantity, version }: CountedLine,
): Promise<{ lineId: string; nextId: string | null }> {
  const me = await allowCounting(ctx, { countId });
  const saved = await once(ctx, "countLine", { countId, lineId, quantity, version }, async (commit) => {
    try {
      return await commit(me, {
        writes: [
          ctx.db.run(sql`UPDATE stock_count_lines SET counted_milli = ${quantity},
              on_hand_milli = coalesce((SELECT b.on_hand_milli FROM stock_balances b WHERE b.org_id = ${me.orgId}
                AND b.item_id = stock_count_lines.item_id AND b.location_id = stock_count_lines.location_id), 0),
              counted_by = ${me.userId ?? "system"}, counted_at = ${ctx.now.toISOString()}, version = version + 1
            WHERE org_id = ${me.orgId} AND count_id = ${countId} AND id = ${lineId} AND version = ${version}`),
          assertRowChanged(ctx, "stock_count_line_counted"),
        ],
        audit: [
          {
            ...{ action: "stock_count.count", entity: "stock_count", entityId: countId },
            after: { lineId, countedMilli: quantity },
          },
        ],
        result: { lineId },
        refusals: {
          ...refusals,
          stock_count_line_posted: () => new DomainError("conflict", "This line has been posted."),
        },
      });
    } catch (error) {
      if (!failedOn(error, "stock_count_line_counted")) throw error;
      const { line } = await findCountLine(ctx, countId, lineId);
      const amount = formatAmountOf(line.countedMilli ?? 0, line.baseUnit);
      throw new DomainError(
        "conflict",
        `${line.countedBy ?? "Someone"} counted ${amount} of ${line.sku} at the same time. Save again if yours is right.`,
        { details: { current: line } },
      );
    }
  });
  const [next] = await ctx.db
    .select({ id: stockCountLines.id })
    .from(stockCountLines)
    .where(
      and(
        eq(stockCountLines.orgId, me.orgId),
        eq(stockCountLines.countId, countId),
        isNull(stockCountLines.countedMilli),
      ),
    )
    .orderBy(
      sql`stock_count_lines.position < (select p.position from stock_count_lines p where p.org_id = ${me.orgId} and p.id = ${lineId})`,
      asc(stockCountLines.position),
    )
    .limit(1);
  return { ...saved, nextId: next?.id ?? null };
}

/** Lines per batch, and batches per request: D1 allows 1,000 statements per request. */
const LINES_AT_ONCE = 50;
const MAX_BATCHES = 14;

/**
 * Posts the differences of all counted lines in batches; the posting of the movements is the count. An interrupted run can be
 * continued, and each line is posted once. Lines that were not counted are unchanged. Returns how many counted lines the next
 * run has to post; 0 once the count has ended.
 * @throws DomainError not_found; conflict if nothing is counted, the count was canceled, or a difference exceeds the available
 *   stock, naming the items and the jobs they are reserved for
 */
export async function postCount(ctx: Ctx, countId: string): Promise<{ id: string; remaining: number }> {
  const me = allow(ctx, "inventory.write");
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const [[count], lines] = await ctx.db.batch([
      ctx.db
        .select({
          status: stockCounts.status,
          posted:
            sql<number>`(select count(*) from stock_count_lines n where n.org_id = ${me.orgId} and n.count_id = ${countId} and n.posted_at is not null)`.as(
              "posted",
            ),
          remaining:
            sql<number>`(select count(*) from stock_count_lines n where n.org_id = ${me.orgId} and n.count_id = ${countId} and n.counted_milli is not null and n.posted_at is null)`.as(
              "remaining",
            ),
        })
        .from(stockCounts)
        .where(and(eq(stockCounts.orgId, me.orgId), eq(stockCounts.id, countId))),
      linesToPost(ctx, me, countId),
    ]);
    if (!count) throw countNotFound();
    if (count.status === "posted") return { id: countId, remaining: 0 };
    if (count.status === "canceled") throw countIsOver();
    if (lines.length === 0 && count.posted === 0) throw new DomainError("conflict", "Nothing has been counted yet.");
    const isLast = lines.length === count.remaining;
    await postLines(ctx, me, { countId, lines, isLast });
    if (isLast) return { id: countId, remaining: 0 };
  }
  const [left] = await ctx.db
    .select({ lines: sql<number>`count(*)` })
    .from(stockCountLines)
    .where(
      and(
        eq(stockCountLines.orgId, me.orgId),
        eq(stockCountLines.countId, countId),
        sql`${stockCountLines.countedMilli} is not null and ${stockCountLines.postedAt} is null`,
      ),
    );
  return { id: countId, remaining: left?.lines ?? 0 };
}

function linesToPost(ctx: Ctx, me: Member, countId: string) {
  return ctx.db
    .select({
      id: stockCountLines.id,
      itemId: stockCountLines.itemId,
      locationId: stockCountLines.locationId,
      countedMilli: sql<number>`${stockCountLines.countedMilli}`.as("counted"),
      onHandMilli: sql<number>`${stockCountLines.onHandMilli}`.as("on_hand"),
      version: stockCountLines.version,
    })
    .from(stockCountLines)
    .where(
      and(
        eq(stockCountLines.orgId, me.orgId),
        eq(stockCountLines.countId, countId),
        sql`${stockCountLines.countedMilli} is not null and ${stockCountLines.postedAt} is null`,
      ),
    )
    .orderBy(asc(stockCountLines.position))
    .limit(LINES_AT_ONCE);
}

interface Posted {
  countId: string;
  lines: Awaited<ReturnType<typeof linesToPost>>;
  isLast: boolean;
}

async function postLines(ctx: Ctx, me: Member, { countId, lines, isLast }: Posted): Promise<void> {
  const now = ctx.now.toISOString();
  const by = me.userId ?? "system";
  const marked = JSON.stringify(lines.map(({ id, version }) => ({ id, version })));
  const labels = {
    ...{ orgId: me.orgId, postingId: countId, reason: null, note: null, workOrderId: null },
    ...{ occurredOn: todayOf(ctx, me), createdBy: by, createdAt: now },
  };
  const different = lines.filter(({ countedMilli, onHandMilli }) => countedMilli !== onHandMilli);
  const writes: Write[] = [
    ctx.db.run(sql`UPDATE stock_count_lines SET posted_at = ${now}, version = version + 1
      WHERE org_id = ${me.orgId} AND count_id = ${countId} AND posted_at IS NULL
        AND (id, version) IN (SELECT value ->> 'id', value ->> 'version' FROM json_each(${marked}))`),
    assertRowsChanged(ctx, "stock_count_lines_moved", marked),
    ...different.map(({ itemId, locationId, countedMilli, onHandMilli }) =>
      insertMovement(
        ctx,
        { ...labels, id: ctx.newId(), kind: "count", itemId, locationId },
        atAverageCost(me.orgId, itemId, { quantity: sql`${countedMilli - onHandMilli}` }),
      ),
    ),
    ...(isLast ? [closeCount(ctx, me, countId), assertRowChanged(ctx, "stock_count_over")] : []),
  ];
  try {
    await commit(ctx, me, {
      writes,
      audit: [{ action: "stock_count.post", entity: "stock_count", entityId: countId, after: { lines: lines.length } }],
      result: null,
      refusals: {
        ...refusals,
        stock_count_lines_moved: changed,
        stock_count_not_posted: changed,
        stock_item_inactive: () => new DomainError("conflict", "An item is inactive. Activate it before adding stock."),
        stock_location_inactive: () =>
          new DomainError("conflict", "A location is inactive. Activate it before adding stock."),
      },
    });
  } catch (error) {
    const gone = different.filter(({ countedMilli, onHandMilli }) => countedMilli < onHandMilli);
    // Either the count is below the reserved quantity, or stock on hand at counting has since been used.
    const taken = gone.flatMap(({ itemId, locationId, countedMilli, onHandMilli }) => [
      { itemId, locationId, quantity: countedMilli, isCount: true },
      { itemId, locationId, quantity: onHandMilli - countedMilli },
    ]);
    throw await explainShortage(ctx, me, { lines: taken, error });
  }
}

const changed = () => new DomainError("conflict", "Someone just counted or posted on this sheet. Please try again.");

function closeCount(ctx: Ctx, me: Member, countId: string): Write {
  return ctx.db
    .update(stockCounts)
    .set({ status: "posted", closedAt: ctx.now.toISOString(), closedBy: me.userId ?? "system" })
    .where(and(eq(stockCounts.orgId, me.orgId), eq(stockCounts.id, countId), eq(stockCounts.status, "open")));
}
