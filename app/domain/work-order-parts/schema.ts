import { z } from "zod";
import { normalizeSku } from "~/domain/inventory/items/sku";
import { MAX_QUANTITY_MILLI, parseQuantity } from "~/domain/inventory/quantity";
import { someText } from "~/domain/inventory/schema";
import {
  blankToNull,
  clockOffsetMs,
  deviceInstant,
  id,
  optionalId,
  optionalLine,
  optionalText,
  price,
  scheduleDate,
  version,
} from "~/domain/shared/fields";
import { MAX_DESCRIPTION } from "./part";

/** Blank means unknown, never 0. */
const optionalPrice = blankToNull(price);

/** A decimal from JSON or typed text, stored in thousandths. Unreadable values are refused. */
const quantity = z.preprocess(
  (given: string | number) => (typeof given === "string" || typeof given === "number" ? parseQuantity(given) : given),
  z.number({ error: someText }).min(1, someText).max(MAX_QUANTITY_MILLI, someText),
);

const description = z
  .string({ error: "Enter the part" })
  .trim()
  .min(1, "Enter the part")
  .max(4000, "Please use at most 4,000 characters")
  .regex(/^[^\p{Cc}]*$/u, "Please remove line breaks and control characters")
  // Long descriptions are cut off instead of refused.
  .transform((text) => [...text].slice(0, MAX_DESCRIPTION).join(""));

/** `true` by default; a form sends `true` or `false`. */
const billable = z.preprocess(
  (given: boolean | string | undefined) => given !== false && given !== "false",
  z.boolean(),
);

/** Allows expired stock if the rest is not enough. */
const takeExpired = z.preprocess(
  (given: boolean | string | undefined) => given === true || given === "on",
  z.boolean(),
);

const about = {
  notes: optionalText(1000),
  supplier: optionalLine(120),
  equipmentId: optionalId("Choose equipment from the list"),
  /** The customer's price per unit; defaults to an item's list price. */
  price: optionalPrice,
  /** Cost per unit of a part that is not an item; an item's cost comes from the ledger. */
  costPerUnit: optionalPrice,
};

const added = {
  ...about,
  quantity: quantity.default(1000),
  inventoryItemId: optionalId("Choose a part from the list"),
  inventorySku: blankToNull(z.string().trim().max(64, "Please use at most 64 characters").transform(normalizeSku)),
  /** The location an item is taken from; defaults to the assigned technician's truck. */
  locationId: optionalId("Choose a location"),
  billable,
  takeExpired,
};

/** A used part: an item by its id or SKU, or anything else by description only. */
export const NewPart = z
  .object({ ...added, partDescription: blankToNull(description) })
  .superRefine(({ partDescription, inventoryItemId, inventorySku }, check) => {
    if (!partDescription && !inventoryItemId && !inventorySku)
      check.addIssue({ code: "custom", path: ["partDescription"], message: "Enter the part" });
  });
export type NewPart = z.output<typeof NewPart>;

/** An item from stock. */
export const NewPartFromStock = z
  .object({ ...added, partDescription: blankToNull(description) })
  .superRefine(({ inventoryItemId, inventorySku }, check) => {
    if (!inventoryItemId && !inventorySku)
      check.addIssue({ code: "custom", path: ["inventoryItemId"], message: "Choose a part from the list" });
  });

/**
 * Omitted fields keep their values; null or an empty string clears them. An item keeps its name, and its cost comes from the
 * ledger.
 */
export const PartChange = z
  .object({
    ...about,
    partDescription: description,
    quantity,
    locationId: optionalId("Choose a location"),
    billable: z.boolean(),
    takeExpired: z.boolean(),
  })
  .partial()
  .extend({ version: version.optional() });
export type PartChange = z.output<typeof PartChange>;

/** The form submits every field. */
export const PartForm = z.object({
  quantity,
  notes: about.notes,
  supplier: about.supplier,
  equipmentId: about.equipmentId,
  price: optionalPrice,
  costPerUnit: optionalPrice,
  billable,
  takeExpired,
  version,
});

export const PartVersion = z.object({ version: version.optional() });

export const PartsFilter = z.object({ equipmentId: z.string().max(64).optional() });

export const SuggestionFilter = z.object({
  workOrderId: z.string().max(100).optional(),
  equipmentId: z.string().max(64).optional(),
  serviceTypeId: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(12),
});
export type SuggestionFilter = z.output<typeof SuggestionFilter>;

/**
 * A part as entered by a technician: chosen from the truck, or scanned or typed as a barcode, a SKU or text. It is in the
 * technician's hand, so stock missing in the ledger is added as found.
 */
export const TechnicianPart = z.object({
  part: description,
  quantity: blankToNull(quantity).transform((milli) => milli ?? 1000),
  itemId: optionalId("Choose a part from the list"),
  equipmentId: optionalId("Choose equipment from the list"),
  notes: about.notes,
  usedAt: blankToNull(deviceInstant),
  clockOffsetMs: clockOffsetMs.optional(),
});
export type TechnicianPart = z.output<typeof TechnicianPart>;

export const PartChoice = z.object({ partId: z.string().max(64) });
export const PartRemoval = PartChoice.extend({ version });

/** A missing part of a job, and where to take it from. */
export const WorkOrderSupply = z.object({
  itemId: id("Choose an item"),
  locationId: id("Choose a location"),
  quantity,
});
export type WorkOrderSupply = z.output<typeof WorkOrderSupply>;

/** The form that completes a pick. */
export const PickChoice = z.object({ pickId: z.string().min(1).max(100) });

export const PickFilter = z.object({
  date: scheduleDate.optional(),
  technicianId: z.string().max(64).optional(),
});
export type PickFilter = z.output<typeof PickFilter>;

/** The list's URL in the browser. */
export const PickView = z.object({
  date: scheduleDate.optional().catch(undefined),
  technicianId: z.string().max(64).optional().catch(undefined),
});
