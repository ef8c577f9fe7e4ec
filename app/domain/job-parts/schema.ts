import { z } from "zod";
import { MAX_QUANTITY_MILLI, parseQuantity } from "~/domain/inventory/quantity";
import { normalizeSku } from "~/domain/inventory/sku";
import {
  blankToNull,
  clockOffsetMs,
  deviceInstant,
  optionalLine,
  optionalText,
  scheduleDate,
  version,
} from "~/domain/shared/fields";
import { hasWholeCents, minorFromDecimal, parseAmount } from "~/domain/shared/money";
import { MAX_DESCRIPTION, MAX_UNIT_MINOR } from "./part";

const priceText = "Please enter an amount between 0 and 1,000,000 with at most 2 decimals";
const quantityText = "Please enter a quantity above 0 with at most 3 decimals";

/** A decimal from JSON or as typed, stored in cents. Blank is unknown, never 0. */
const price = blankToNull(
  z.preprocess(
    (given: string | number) =>
      typeof given === "string" ? parseAmount(given) : typeof given === "number" ? cents(given) : given,
    z.number({ error: priceText }).min(0, priceText).max(MAX_UNIT_MINOR, priceText),
  ),
);

function cents(amount: number): number | null {
  return hasWholeCents(amount) ? minorFromDecimal(amount) : null;
}

/** A decimal from JSON or as typed, stored in thousandths. What cannot be read is refused. */
const quantity = z.preprocess(
  (given: string | number) => (typeof given === "string" || typeof given === "number" ? parseQuantity(given) : given),
  z.number({ error: quantityText }).min(1, quantityText).max(MAX_QUANTITY_MILLI, quantityText),
);

const id = (text: string) => blankToNull(z.guid({ error: text }).toLowerCase());

const description = z
  .string({ error: "Enter the part" })
  .trim()
  .min(1, "Enter the part")
  .max(4000, "Please use at most 4,000 characters")
  .regex(/^[^\p{Cc}]*$/u, "Please remove line breaks and control characters")
  // Names are cut rather than refused.
  .transform((text) => [...text].slice(0, MAX_DESCRIPTION).join(""));

/** `true` unless it is said otherwise; a form says `true` or `false`. */
const billable = z.preprocess(
  (given: boolean | string | undefined) => given !== false && given !== "false",
  z.boolean(),
);

/** Where what is good does not suffice. */
const takeExpired = z.preprocess(
  (given: boolean | string | undefined) => given === true || given === "on",
  z.boolean(),
);

const about = {
  notes: optionalText(1000),
  supplier: optionalLine(120),
  equipmentId: id("Choose equipment from the list"),
  /** To the customer, of one unit; of an item its list price where nothing is said. */
  price,
  /** Of one unit of what is no item: an item costs what the ledger says. */
  costPerUnit: price,
};

const added = {
  ...about,
  quantity: quantity.default(1000),
  inventoryItemId: id("Choose a part from the list"),
  inventorySku: blankToNull(z.string().trim().max(64, "Please use at most 64 characters").transform(normalizeSku)),
  /** Where an item comes from; the truck of who goes, where nothing is said. */
  locationId: id("Choose a location"),
  billable,
  takeExpired,
};

/** A part that was used: an item by its id or SKU, or anything else by its description alone. */
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

/** What is left out stays as it is; null or blank clears. An item keeps its name and costs what the ledger says. */
export const PartChange = z
  .object({
    ...about,
    partDescription: description,
    quantity,
    locationId: id("Choose a location"),
    billable: z.boolean(),
    takeExpired: z.boolean(),
  })
  .partial()
  .extend({ version: version.optional() });
export type PartChange = z.output<typeof PartChange>;

/** The form shows every field. */
export const PartForm = z.object({
  quantity,
  notes: about.notes,
  supplier: about.supplier,
  equipmentId: about.equipmentId,
  price,
  costPerUnit: price,
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
 * A part as a technician enters it: chosen from the truck, or scanned or typed as a barcode, a SKU or words. It is in the hand,
 * so that what the ledger does not have is taken as found.
 */
export const PartInHand = z.object({
  part: description,
  quantity: blankToNull(quantity).transform((milli) => milli ?? 1000),
  itemId: id("Choose a part from the list"),
  equipmentId: id("Choose equipment from the list"),
  notes: about.notes,
  usedAt: blankToNull(deviceInstant),
  clockOffsetMs: clockOffsetMs.optional(),
});
export type PartInHand = z.output<typeof PartInHand>;

export const PartChoice = z.object({ partId: z.string().max(64) });
export const PartRemoval = PartChoice.extend({ version });

/** What a job lacks, and where it is taken from. */
export const JobSupply = z.object({
  itemId: z.guid({ error: "Choose an item" }).toLowerCase(),
  locationId: z.guid({ error: "Choose a location" }).toLowerCase(),
  quantity,
});
export type JobSupply = z.output<typeof JobSupply>;

/** The form that ticks a pick off. */
export const PickChoice = z.object({ pickId: z.string().min(1).max(100) });

export const PickFilter = z.object({
  date: scheduleDate.optional(),
  technicianId: z.string().max(64).optional(),
});
export type PickFilter = z.output<typeof PickFilter>;

/** The list's address in the browser. */
export const PickView = z.object({
  date: scheduleDate.optional().catch(undefined),
  technicianId: z.string().max(64).optional().catch(undefined),
});
