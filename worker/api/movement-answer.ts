import { z } from "zod";
import { BASE_UNITS } from "~/domain/inventory/items/item";
import { MOVEMENT_KINDS } from "~/domain/inventory/movement";
import type { Movement } from "~/domain/inventory/movements.server";
import { quantityOf } from "~/domain/inventory/quantity";
import { decimalOrNull, quantity } from "./answer-fields";

const text = z.string().nullable();
const amount = z.number().nullable();

export const MovementAnswer = z.object({
  id: z.string(),
  postingId: z.string().describe("Shared by the lines posted together"),
  kind: z.enum(MOVEMENT_KINDS),
  itemId: z.string(),
  itemSku: z.string(),
  itemName: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  locationId: z.string(),
  locationName: z.string(),
  quantity: quantity.describe("Positive for stock that came in, negative for stock that went out"),
  unitCost: amount.describe("In dollars; null if the cost is not fully known, or if you may not see costs"),
  totalCost: amount.describe("Dollars; null if you may not see costs"),
  uncostedQuantity: quantity,
  lots: z
    .array(z.object({ lotId: z.string(), number: z.string(), expiresOn: text, quantity }))
    .describe("The lots it took from or added to; the rest of the quantity is in no lot"),
  transferId: text.describe("Shared by both movements of a transfer"),
  reversesId: text,
  reversedById: text,
  workOrderId: text,
  workOrderNumber: z.number().int().nullable(),
  reason: text,
  note: text,
  occurredOn: z.string(),
  createdAt: z.string(),
  createdBy: text,
});

export function movementOf(movement: Movement) {
  const { id, postingId, kind, itemId, itemSku, itemName, baseUnit, locationId, locationName } = movement;
  const { transferId, reversesId, reversedById, workOrderId, workOrderNumber, reason, note } = movement;
  const { occurredOn, createdAt, createdBy } = movement;
  return {
    ...{ id, postingId, kind, itemId, itemSku, itemName, baseUnit, locationId, locationName },
    ...{ transferId, reversesId, reversedById, workOrderId, workOrderNumber, reason, note },
    ...{ occurredOn, createdAt, createdBy },
    quantity: quantityOf(movement.quantityMilli),
    unitCost: decimalOrNull(movement.unitCostMinor),
    totalCost: decimalOrNull(movement.totalCostMinor),
    uncostedQuantity: quantityOf(movement.uncostedMilli),
    lots: movement.lots.map(({ quantityMilli, ...lot }) => ({ ...lot, quantity: quantityOf(quantityMilli) })),
  };
}
