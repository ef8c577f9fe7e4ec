import { sql } from "drizzle-orm";
import { postingRefusals, receiptWrites } from "~/domain/inventory/post.server";
import { formatAmountOf, MAX_QUANTITY_MILLI } from "~/domain/inventory/quantity";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { checkNotInFuture } from "~/domain/shared/time/not-in-future";
import { assertHolds, once } from "~/domain/shared/write.server";
import { asStale, changeOrder, type OrderLine, readOrder, refusals, staleOrder } from "./internal/orders.server";
import { isOpen, lineCostMinor, unitsOfPacks } from "./purchase-order";
import type { ReceiveOrder } from "./schema";

/**
 * Receives delivered goods into stock at the order's prices and removes them from incoming, in one step. More than was ordered
 * only if the excess is accepted.
 * @throws DomainError not_found for the order, a line or a location; conflict with `{ excess }` naming the lines that would
 *   exceed their incoming quantity, with `{ current }` when stale, and for an order with nothing incoming; invalid for a
 *   future date
 */
export async function receivePurchaseOrder(ctx: Ctx, id: string, input: ReceiveOrder): Promise<{ postingId: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "receivePurchaseOrder", { id, input }, async (commit) => {
    checkNotInFuture(ctx, me, { field: "receivedOn", date: input.receivedOn });
    const order = await readOrder(ctx, me, id);
    const { version, acceptExcess } = input;
    if (order.version !== version) throw staleOrder(order);
    if (!isOpen(order.status)) throw nothingComing();
    const received = input.lines.map(({ index, position, countedIn, locationId, lotNumber, expiresOn, ...counted }) => {
      const line = order.lines.find((one) => one.position === position);
      if (!line) throw notFound(`The order has no line ${position}`);
      const quantity = countedIn === "units" ? counted.quantity : unitsOfPacks(counted.quantity, line.packSizeMilli);
      if (quantity === null || quantity > MAX_QUANTITY_MILLI)
        throw invalidField(`lines[${index}].quantity`, "Enter this in units: that many packs is not a valid quantity");
      const arrived = { quantity, lotNumber, expiresOn, locationId: locationId ?? line.locationId };
      return { ...line, movementId: ctx.newId(), ...arrived };
    });
    const excess = received.filter(({ quantity, incomingMilli }) => quantity > incomingMilli);
    if (excess.length > 0 && !acceptExcess) throw tooMuch(excess);
    const { postingId, writes } = receiptWrites(ctx, me, {
      note: input.note ?? null,
      occurredOn: input.receivedOn ?? undefined,
      lines: received.map(({ movementId, itemId, locationId, quantity, lotNumber, expiresOn, ...line }) => ({
        ...{ id: movementId, itemId, locationId, quantity, lotNumber, expiresOn },
        ...{ unitCost: line.unitCostMinor, totalCost: costByPack(line, quantity) },
      })),
    });
    const rows = JSON.stringify(received.map(({ movementId, position, quantity }) => [movementId, position, quantity]));
    try {
      return await commit(me, {
        writes: [
          ...changeOrder(ctx, me, { order, set: {} }),
          // Must precede the update: with several lines, the search index's own writes make changes() unreliable.
          assertHolds(
            ctx,
            "lines",
            sql`(SELECT count(*) FROM json_each(${rows}) r JOIN purchase_order_lines l
              ON l.org_id = ${me.orgId} AND l.order_id = ${id} AND l.position = r.value ->> 1) = json_array_length(${rows})`,
          ),
          ctx.db.run(sql`UPDATE purchase_order_lines SET
              received_milli = received_milli + r.quantity,
              excess_milli = excess_milli + iif(${Number(acceptExcess)}, max(0, r.quantity - incoming_milli), 0),
              incoming_milli = incoming_milli - iif(${Number(acceptExcess)}, min(incoming_milli, r.quantity), r.quantity)
            FROM (SELECT value ->> 1 AS line, value ->> 2 AS quantity FROM json_each(${rows})) r
            WHERE org_id = ${me.orgId} AND order_id = ${id} AND position = r.line`),
          ...writes,
          ctx.db.run(sql`INSERT INTO purchase_receipts (org_id, movement_id, order_id, position, quantity_milli)
            SELECT ${me.orgId}, value ->> 0, ${id}, value ->> 1, value ->> 2 FROM json_each(${rows})`),
        ],
        audit: [{ action: "purchase_order.receive", entity: "purchase_order", entityId: id, after: input }],
        result: { postingId },
        refusals: {
          ...refusals,
          ...postingRefusals,
          stale: nothingComing,
          purchase_order_line_incoming: () => tooMuch(received),
        },
      });
    } catch (error) {
      throw await asStale(ctx, me, { id, version, error });
    }
  });
}

type Priced = Pick<OrderLine, "packPriceMinor" | "packSizeMilli" | "unitCostMinor" | "receivedMilli">;

/** Costs are split cumulatively, so that packs received one by one add up to the ordered price. */
function costByPack({ receivedMilli, ...line }: Priced, quantity: number): number | null {
  if (line.packPriceMinor === null) return null;
  const upTo = (quantityMilli: number) => lineCostMinor({ ...line, quantityMilli }) ?? 0;
  return upTo(receivedMilli + quantity) - upTo(receivedMilli);
}

const nothingComing = () => new DomainError("conflict", "Nothing on this order is outstanding.");

function tooMuch(lines: readonly (OrderLine & { quantity: number })[]): DomainError {
  const texts = lines.map(
    ({ sku, incomingMilli, baseUnit }) => `Only ${formatAmountOf(incomingMilli, baseUnit)} of ${sku} left to receive.`,
  );
  return new DomainError("conflict", `${texts.join(" ")} Confirm the excess to receive more.`, {
    details: {
      excess: lines.map(({ position, incomingMilli, quantity }) => ({
        ...{ position, incoming: incomingMilli / 1000, quantity: quantity / 1000 },
      })),
    },
  });
}
