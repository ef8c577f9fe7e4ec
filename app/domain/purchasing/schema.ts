import { z } from "zod";
import { lotFields } from "~/domain/inventory/lots/schema";
import { parseQuantity } from "~/domain/inventory/quantity";
import { flag, optionalPrice, some } from "~/domain/inventory/schema";
import {
  blankToNull,
  email,
  id,
  line,
  optionalEmail,
  optionalLine,
  optionalPhone,
  optionalText,
  paging,
  pagingView,
  scheduleDate,
  version,
} from "~/domain/shared/fields";
import { MAX_PRICE_MINOR } from "~/domain/shared/money";
import { COUNTED_IN, MAX_ORDER_LINES, ORDER_METHODS, PURCHASE_ORDER_STATUSES, unitPriceOf } from "./purchase-order";

const leadTimeText = "Please enter a whole number of days between 0 and 365";

const supplier = {
  name: line("Name is required", 120),
  contactName: optionalLine(120),
  phone: optionalPhone,
  email: optionalEmail,
  accountNumber: optionalLine(64),
  leadTimeDays: blankToNull(
    z.coerce
      .number<string | number>({ error: leadTimeText })
      .int(leadTimeText)
      .min(0, leadTimeText)
      .max(365, leadTimeText),
  ),
  terms: optionalLine(120),
  notes: optionalText(),
};

export const NewSupplier = z.object(supplier).partial().extend({ name: supplier.name });
export type NewSupplier = z.output<typeof NewSupplier>;

/** Omitted fields keep their values; null or an empty string clears them. */
export const SupplierChange = z.object(supplier).partial().extend({ active: z.boolean().optional(), version });
export type SupplierChange = z.output<typeof SupplierChange>;

/** The form submits every field. */
export const SupplierForm = z.object({ ...supplier, active: flag, version });

export const SupplierFilter = z.object({
  active: z.stringbool("active must be true or false").optional(),
  ...paging,
});
export type SupplierFilter = z.output<typeof SupplierFilter>;

/** The list's URL in the browser: invalid values are ignored instead of refused. */
export const SupplierView = z.object({
  active: z.stringbool().optional().catch(undefined),
  ...pagingView,
});

const supplierItem = {
  partNumber: optionalLine(64),
  packSize: some.default(1000),
  /** Per base unit; if this and the pack price are blank, the prices are unchanged. */
  price: optionalPrice,
  /** Per pack; exact, while the unit's share of it may be rounded. */
  packPrice: optionalPrice,
  validFrom: scheduleDate.optional(),
};

interface Offered {
  price: number | null;
  packPrice: number | null;
  packSize: number;
}

function onePrice({ price: ofUnit, packPrice, packSize }: Offered, check: z.RefinementCtx): void {
  if (packPrice === null) return;
  const refuse = (message: string) => check.addIssue({ code: "custom", path: ["packPrice"], message });
  if (ofUnit !== null) refuse("Enter the price of a unit or of a pack, not both");
  else if (unitPriceOf(packPrice, packSize) > MAX_PRICE_MINOR)
    refuse("That is more than 1,000,000 for one unit. Check the pack size");
}

export const SupplierItemInput = z
  .object({ ...supplierItem, preferred: z.boolean().default(false) })
  .superRefine(onePrice);
export type SupplierItemInput = z.output<typeof SupplierItemInput>;

export const SupplierItemForm = z
  .object({
    ...supplierItem,
    preferred: flag,
    supplierId: z.guid({ error: "Choose a supplier" }).toLowerCase(),
  })
  .superRefine(onePrice);

const orderLine = z.object({
  itemId: id("Choose an item"),
  locationId: id("Choose where it goes"),
  quantity: some,
  /** Per base unit; omitted or blank: the supplier's current price. */
  unitCost: optionalPrice,
  partNumber: optionalLine(64),
});
export type OrderLineInput = z.output<typeof orderLine>;

const orderLines = z
  .array(orderLine)
  .min(1, "Add at least one line")
  .max(MAX_ORDER_LINES, `Please use at most ${MAX_ORDER_LINES} lines`)
  .superRefine((lines, check) => {
    const seen = new Set<string>();
    lines.forEach(({ itemId, locationId }, at) => {
      const key = `${itemId} ${locationId}`;
      if (seen.has(key))
        check.addIssue({
          code: "custom",
          path: [at, "itemId"],
          message: "This item already has a line for this location",
        });
      seen.add(key);
    });
  });

const order = {
  supplierId: id("Choose a supplier"),
  expectedOn: blankToNull(scheduleDate),
  note: optionalText(2000),
  lines: orderLines,
};

export const NewPurchaseOrder = z.object(order);
export type NewPurchaseOrder = z.output<typeof NewPurchaseOrder>;

/** The entire contents of a draft. */
export const PurchaseOrderChange = z.object({ ...order, version });
export type PurchaseOrderChange = z.output<typeof PurchaseOrderChange>;

export const PlaceOrder = z.object({
  method: z.enum(ORDER_METHODS, { error: "Choose how it was ordered" }),
  expectedOn: blankToNull(scheduleDate),
  supplierReference: optionalLine(64),
  version,
});
export type PlaceOrder = z.output<typeof PlaceOrder>;

/** An email to the supplier; sending it also places a draft. */
export const SendOrder = z.object({
  to: email,
  subject: line("Subject is required", 200),
  message: z
    .string({ error: "Message is required" })
    .trim()
    .min(1, "Message is required")
    .max(4000, "Please use at most 4000 characters"),
  version,
});
export type SendOrder = z.output<typeof SendOrder>;

export const CancelOrder = z.object({ reason: line("Enter a reason", 500), version });
export type CancelOrder = z.output<typeof CancelOrder>;

/** Without a version, the draft is deleted whatever its contents. */
export const DeleteOrder = z.object({ version: version.optional() });

const noneOrSome = blankToNull(
  z.preprocess(
    (given: string | number) => (typeof given === "string" || typeof given === "number" ? parseQuantity(given) : given),
    z.number({ error: "Please enter a quantity of 0 or more with at most 3 decimals" }).min(0),
  ),
);

export const ReceiveOrder = z.object({
  receivedOn: blankToNull(scheduleDate),
  /** Packing slip or delivery note. */
  note: optionalText(1000),
  /** Accepts more than was ordered. */
  acceptExcess: flag,
  version,
  lines: z
    .array(
      z.object({
        position: z.coerce.number<string | number>().int().min(1),
        quantity: noneOrSome,
        /** The unit of the quantity: base units, or the line's packs. */
        countedIn: z.enum(COUNTED_IN, { error: "Choose units or packs" }).default("units"),
        /** If other than the ordered location. */
        locationId: blankToNull(id("Choose where it goes")),
        ...lotFields,
      }),
    )
    .max(MAX_ORDER_LINES)
    .transform((lines) =>
      // The index names the line in errors, since lines without a quantity are left out.
      lines.flatMap(({ quantity, ...line }, index) => (quantity ? [{ ...line, quantity, index }] : [])),
    )
    .refine((lines) => lines.length > 0, "Enter the quantity received for at least one line")
    .refine((lines) => new Set(lines.map(({ position }) => position)).size === lines.length, "List each line once")
    .refine(
      (lines) => lines.every(({ lotNumber, expiresOn }) => expiresOn === null || lotNumber !== null),
      "Enter the lot number for stock with an expiration date",
    ),
});
export type ReceiveOrder = z.output<typeof ReceiveOrder>;

const orderFilter = {
  search: z.string().trim().max(100, "Please use at most 100 characters").optional(),
  status: z.enum([...PURCHASE_ORDER_STATUSES, "open", "overdue"], { error: "Unknown status" }).optional(),
  supplierId: z.string().max(64).optional(),
};
export const PurchaseOrderFilter = z.object({ ...orderFilter, ...paging });
export type PurchaseOrderFilter = z.output<typeof PurchaseOrderFilter> & { before?: string };

/** The list's URL in the browser. */
export const PurchaseOrderView = z.object({
  search: orderFilter.search.catch(undefined),
  status: orderFilter.status.catch(undefined),
  supplierId: orderFilter.supplierId.catch(undefined),
  ...pagingView,
});
export type PurchaseOrderView = z.output<typeof PurchaseOrderView>;

/** Items to reorder, with one draft per supplier. */
export const Reorder = z.object({
  locationId: id("Choose where it goes"),
  lines: z
    .array(
      z.object({
        itemId: id("Choose an item"),
        quantity: some,
        /** Omitted: the preferred one. */
        supplierId: blankToNull(id("Choose a supplier")),
      }),
    )
    .min(1, "Choose at least one item")
    .max(MAX_ORDER_LINES, `Please use at most ${MAX_ORDER_LINES} lines`)
    .refine((lines) => new Set(lines.map(({ itemId }) => itemId)).size === lines.length, "List each item once"),
});
export type Reorder = z.output<typeof Reorder>;

/** The form shows every suggestion; only chosen ones are ordered. */
export const ReorderForm = z
  .object({
    locationId: id("Choose where it goes"),
    lines: z
      .array(
        z.object({
          itemId: id("Choose an item"),
          chosen: flag,
          quantity: noneOrSome,
          supplierId: blankToNull(id("Choose a supplier")),
        }),
      )
      .max(MAX_ORDER_LINES),
  })
  .superRefine(({ lines }, check) => {
    if (!lines.some(({ chosen }) => chosen))
      check.addIssue({ code: "custom", path: ["lines"], message: "Choose at least one item" });
    lines.forEach(({ chosen, quantity, supplierId }, at) => {
      if (chosen && !quantity)
        check.addIssue({ code: "custom", path: ["lines", at, "quantity"], message: "Enter how much to order" });
      if (chosen && supplierId === null)
        check.addIssue({ code: "custom", path: ["lines", at, "supplierId"], message: "Choose a supplier" });
    });
  });

/** The lines of the form to order. */
export function reorderOf({ locationId, lines }: z.output<typeof ReorderForm>): Reorder {
  return {
    locationId,
    lines: lines.flatMap(({ chosen, quantity, ...line }) => (chosen && quantity ? [{ ...line, quantity }] : [])),
  };
}
