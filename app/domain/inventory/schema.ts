import { z } from "zod";
import { COUNT_LINE_VIEWS, COUNT_SCOPES, COUNT_STATUSES } from "~/domain/inventory/counts/count";
import { BASE_UNITS, ITEM_CATEGORIES, MAX_ITEM_NAME } from "~/domain/inventory/items/item";
import { ITEM_COLUMNS } from "~/domain/inventory/items/item-csv";
import { LABEL_SHEETS } from "~/domain/inventory/items/label";
import { normalizeSku } from "~/domain/inventory/items/sku";
import { LOCATION_TYPES } from "~/domain/inventory/locations/location";
import {
  blankToNull,
  civilDate,
  id,
  line,
  optionalLine,
  optionalText,
  paging,
  pagingView,
  price,
  scheduleDate,
  version,
} from "~/domain/shared/fields";
import { type LineRefusal, lotFields, lotRefusals } from "./lots/schema";
import { ADJUSTMENT_REASONS, MOVEMENT_KINDS, POSTED_KINDS, type PostedKind } from "./movement";
import { MAX_QUANTITY_MILLI, parseQuantity } from "./quantity";
import { RESERVATION_STATUSES } from "./reservation";

export const optionalPrice = blankToNull(price);

/** A decimal from JSON or typed text, stored in thousandths. An unreadable value is refused, never 0. */
function quantity(text: string, min: number) {
  return z.preprocess(
    (given: string | number) => (typeof given === "string" || typeof given === "number" ? parseQuantity(given) : given),
    z.number({ error: text }).min(min, text),
  );
}

const levelText = "Please enter a number of 0 or more with at most 3 decimals";
const level = quantity(levelText, 0);
export const someText = "Please enter a quantity above 0 with at most 3 decimals";
export const some = quantity(someText, 1);
const days = (min: number) => {
  const text = `Please enter a whole number of days between ${min} and 36,500`;
  return blankToNull(z.coerce.number<string | number>({ error: text }).int(text).min(min, text).max(36_500, text));
};

/** A checkbox sends `on` or nothing. */
export const flag = z.preprocess(
  (given: string | boolean | null | undefined) => given === "on" || given === "true" || given === true,
  z.boolean(),
);

const sku = line("SKU is required", 64).transform(normalizeSku);

const item = {
  sku,
  name: line("Name is required", MAX_ITEM_NAME),
  description: optionalText(),
  primaryCategory: z.enum(ITEM_CATEGORIES, { error: "Choose a category" }),
  secondaryCategory: optionalLine(64),
  baseUnit: z.enum(BASE_UNITS, { error: "Choose a unit" }),
  unitCost: optionalPrice,
  listPrice: optionalPrice,
  manufacturer: optionalLine(120),
  barcode: optionalLine(64),
  minStockLevel: blankToNull(level).transform((milli) => milli ?? 0),
  maxStockLevel: blankToNull(level),
  reorderPoint: blankToNull(level),
  requiresCertification: flag,
  hazardousMaterial: flag,
  restrictedItem: flag,
  /** Pounds. */
  weight: blankToNull(quantity("Please enter a weight in pounds with at most 3 decimals", 0)),
  warrantyDays: days(0),
  shelfLifeDays: days(1),
};

interface Levels {
  minStockLevel?: number;
  maxStockLevel?: number | null;
  reorderPoint?: number | null;
}

function levelsFit(levels: Levels, check: z.RefinementCtx): void {
  const { minStockLevel = 0, maxStockLevel = null, reorderPoint = null } = levels;
  if (maxStockLevel === null) return;
  if (minStockLevel > maxStockLevel)
    check.addIssue({ code: "custom", path: ["maxStockLevel"], message: "The maximum is below the minimum" });
  if (reorderPoint !== null && reorderPoint > maxStockLevel)
    check.addIssue({ code: "custom", path: ["reorderPoint"], message: "The reorder point is above the maximum" });
}

/** Returns errors of levels in thousandths, stored or submitted. */
export function itemLevelsFit(levels: Levels): { message: string }[] {
  const checked = z.custom<Levels>().superRefine(levelsFit).safeParse(levels);
  return checked.success ? [] : checked.error.issues;
}

const MAX_IMPORTED = 500;

/** Rows of an item file, with cells as written. A large file is sent in pieces. */
export const ItemImport = z.object({
  rows: z
    .array(
      z.object({
        line: z.number().int().min(1).describe("Line number in the file; returned with the result of the row"),
        cells: z.partialRecord(z.enum(ITEM_COLUMNS.map(({ field }) => field)), z.string().max(4000)),
      }),
    )
    .min(1, "Send at least one row")
    .max(MAX_IMPORTED, `Please send at most ${MAX_IMPORTED} rows at once`),
});
export type ItemImport = z.output<typeof ItemImport>;

/** The cells of a row, after parsing yes and no. */
export const ImportedItem = z.object(item).partial().extend({ sku: item.sku, active: z.boolean().optional() });

export const NewItem = z
  .object(item)
  .partial()
  .extend({ sku: item.sku, name: item.name, primaryCategory: item.primaryCategory, baseUnit: item.baseUnit })
  .superRefine(levelsFit);
export type NewItem = z.output<typeof NewItem>;

/** Omitted fields keep their values; null or an empty string clears them. Stock changes only through movements. */
export const ItemChange = z
  .object(item)
  .partial()
  .extend({ active: z.boolean().optional(), version })
  .superRefine(levelsFit);
export type ItemChange = z.output<typeof ItemChange>;

/** The form submits every field. */
export const ItemForm = z.object({ ...item, active: flag, version }).superRefine(levelsFit);

export const ItemPictureInput = z.object({
  picture: z.instanceof(File, { error: "Choose a picture" }).meta({ type: "string", format: "binary" }),
});

/** Filters of the list by a flag. */
const ITEM_MARKS = ["low", "hazardousMaterial", "requiresCertification"] as const;
export type ItemMark = (typeof ITEM_MARKS)[number];

const ITEM_SORTS = ["name", "sku", "createdAt"] as const;
export type ItemSort = (typeof ITEM_SORTS)[number];

const itemFilter = {
  search: z.string().trim().max(100, "Please use at most 100 characters").optional(),
  primaryCategory: z.enum(ITEM_CATEGORIES, { error: "Unknown category" }).optional(),
  active: z.stringbool("active must be true or false").optional(),
  hazardousMaterial: z.stringbool("hazardousMaterial must be true or false").optional(),
  requiresCertification: z.stringbool("requiresCertification must be true or false").optional(),
  low: z.stringbool("low must be true or false").optional(),
  sortBy: z.enum(ITEM_SORTS, { error: "Unknown sort order" }).default("name"),
  sortOrder: z.enum(["asc", "desc"], { error: "sortOrder must be asc or desc" }).default("asc"),
};
export const ItemFilter = z.object({ ...itemFilter, ...paging });
export type ItemFilter = z.output<typeof ItemFilter> & { before?: string };

/** The list's URL in the browser: invalid values are ignored instead of refused. */
export const ItemView = z.object({
  search: itemFilter.search.catch(undefined),
  primaryCategory: itemFilter.primaryCategory.catch(undefined),
  active: itemFilter.active.catch(undefined),
  hazardousMaterial: itemFilter.hazardousMaterial.catch(undefined),
  requiresCertification: itemFilter.requiresCertification.catch(undefined),
  low: itemFilter.low.catch(undefined),
  /** One of the flags, as in the screen's select. */
  only: z.enum(ITEM_MARKS).optional().catch(undefined),
  sortBy: itemFilter.sortBy.catch("name"),
  sortOrder: itemFilter.sortOrder.catch("asc"),
  ...pagingView,
});
export type ItemView = z.output<typeof ItemView>;

const labelCount = (most: number, otherwise: number) => z.coerce.number().int().min(0).max(most).catch(otherwise);

/** What to label, from the URL: an item, a location, or those of a list. */
export const LabelView = ItemView.extend({
  itemId: z.string().max(64).optional().catch(undefined),
  locationId: z.string().max(64).optional().catch(undefined),
  of: z.enum(["items", "locations"]).catch("items"),
  sheet: z.enum(LABEL_SHEETS).catch("5160"),
  /** Labels of the first sheet that are already used. */
  used: labelCount(29, 0),
  copies: labelCount(120, 1),
  limit: paging.limit.catch(30),
});
export type LabelView = z.output<typeof LabelView>;

const STOCK_VIEWS = ["all", "reorder"] as const;

const stockFilter = {
  search: itemFilter.search,
  locationId: z.string().max(64).optional(),
  view: z.enum(STOCK_VIEWS, { error: "view must be all or reorder" }).default("all"),
};

/** Stock now, or at an instant. */
export const StockFilter = z.object({
  ...stockFilter,
  asOf: z.iso.datetime({ offset: true, error: "Please enter a valid date and time" }).optional(),
  ...paging,
});
export type StockFilter = z.output<typeof StockFilter> & { before?: string };

/** The screen's URL in the browser: `asOf` is a day, `time` a minute of it in the business's zone; without one, the day's end. */
export const StockView = z.object({
  search: stockFilter.search.catch(undefined),
  locationId: stockFilter.locationId.catch(undefined),
  view: z.enum([...STOCK_VIEWS, "grid"]).catch("all"),
  asOf: scheduleDate.optional().catch(undefined),
  time: z.iso.time({ precision: -1 }).optional().catch(undefined),
  ...pagingView,
});
export type StockView = z.output<typeof StockView>;

const location = {
  name: line("Name is required", 120),
  type: z.enum(LOCATION_TYPES, { error: "Choose a type" }),
  parentId: blankToNull(id("Choose a location")),
  technicianId: blankToNull(id("Choose a technician")),
  capacity: blankToNull(some),
  notes: optionalText(),
};

interface Placed {
  type: (typeof LOCATION_TYPES)[number];
  parentId?: string | null;
  technicianId?: string | null;
}

function placeFits({ type, parentId, technicianId }: Placed, check: z.RefinementCtx): void {
  if (type === "bin" && !parentId)
    check.addIssue({ code: "custom", path: ["parentId"], message: "Choose the location the bin is in" });
  if (type !== "bin" && parentId)
    check.addIssue({ code: "custom", path: ["parentId"], message: "Only a bin can be inside another location" });
  if (type !== "truck" && technicianId)
    check.addIssue({ code: "custom", path: ["technicianId"], message: "Only a truck belongs to a technician" });
}

export const NewLocation = z
  .object(location)
  .partial()
  .extend({ name: location.name, type: location.type })
  .superRefine(placeFits);
export type NewLocation = z.output<typeof NewLocation>;

/** A location's type cannot change. */
const { type: _, ...changeable } = location;
export const LocationChange = z.object(changeable).partial().extend({ active: z.boolean().optional(), version });
export type LocationChange = z.output<typeof LocationChange>;

export const LocationFilter = z.object({
  type: z.enum(LOCATION_TYPES, { error: "Unknown type" }).optional(),
  active: z.stringbool("active must be true or false").optional(),
  ...paging,
});
export type LocationFilter = z.output<typeof LocationFilter>;

/** A location as its form submits it: all fields except its type. */
export const LocationForm = z.object({ ...changeable, active: flag, version });

/** The list's URL in the browser: invalid values are ignored instead of refused. */
export const LocationView = z.object({
  type: z.enum(LOCATION_TYPES).optional().catch(undefined),
  active: z.stringbool().optional().catch(undefined),
  ...pagingView,
});

/** The levels of an item at a location. */
export const LocationLevelInput = z.object({ minStockLevel: level, maxStockLevel: level }).superRefine(levelsFit);
export type LocationLevelInput = z.output<typeof LocationLevelInput>;

/** The location to copy levels or take missing stock from. */
export const FromLocation = z.object({ fromLocationId: id("Choose a location") });
export type FromLocation = z.output<typeof FromLocation>;

const MAX_LINES = 200;

const postingLine = z.object({
  itemId: id("Choose an item"),
  locationId: id("Choose a location"),
  /** Destination of a transfer. */
  toLocationId: blankToNull(id("Choose where it goes")),
  /** Above 0; an adjustment may be negative; a count gives the total on hand. */
  quantity: quantity("Please enter a quantity with at most 3 decimals", -MAX_QUANTITY_MILLI),
  unitCost: optionalPrice,
  ...lotFields,
});

const posting = {
  kind: z.enum(POSTED_KINDS, { error: "Choose a kind of movement" }),
  occurredOn: scheduleDate.optional(),
  reason: blankToNull(z.enum(ADJUSTMENT_REASONS, { error: "Choose a reason" })),
  note: optionalText(1000),
  /** Allows expired stock if the rest is not enough. */
  takeExpired: flag.default(false),
};

/** Fields not allowed on a line of this kind. */
function lineRefusals(kind: PostedKind, line: Omit<z.output<typeof postingLine>, "itemId">): LineRefusal[] {
  const { quantity, toLocationId, locationId, unitCost } = line;
  const refusals: (LineRefusal | false)[] = [
    ...lotRefusals(kind, line),
    quantityRefusal(kind, quantity),
    kind === "transfer" && !toLocationId && { field: "toLocationId", message: "Choose where it goes" },
    kind === "transfer" &&
      toLocationId === locationId && { field: "toLocationId", message: "Choose a different destination" },
    kind !== "transfer" &&
      toLocationId !== null && { field: "toLocationId", message: "Only a transfer has a destination" },
    kind !== "receipt" && unitCost !== null && { field: "unitCost", message: "Only a receipt can have a cost" },
  ];
  return refusals.filter((refusal) => refusal !== false);
}

function quantityRefusal(kind: PostedKind, quantity: number): LineRefusal | false {
  if (kind === "count") return quantity < 0 && { field: "quantity", message: levelText };
  if (kind === "adjustment")
    return quantity === 0 && { field: "quantity", message: "Enter the quantity added or removed" };
  return quantity <= 0 && { field: "quantity", message: someText };
}

export const NewPosting = z
  .object({
    ...posting,
    workOrderId: blankToNull(id("Choose a work order")),
    lines: z
      .array(postingLine)
      .min(1, "Add at least one line")
      .max(MAX_LINES, `Please post at most ${MAX_LINES} lines at once`),
  })
  .superRefine(({ kind, reason, lines }, check) => {
    if (kind === "adjustment" && !reason)
      check.addIssue({ code: "custom", path: ["reason"], message: "Choose a reason" });
    lines.forEach((each, at) => {
      for (const { field, message } of lineRefusals(kind, each))
        check.addIssue({ code: "custom", path: ["lines", at, field], message });
    });
  });
export type NewPosting = z.output<typeof NewPosting>;

const { itemId: __, ...lineOfItem } = postingLine.shape;

/** A movement of one item, as posted by its own form. */
export const ItemMove = z.object({ ...posting, ...lineOfItem }).superRefine((move, check) => {
  if (move.kind === "adjustment" && !move.reason)
    check.addIssue({ code: "custom", path: ["reason"], message: "Choose a reason" });
  for (const { field, message } of lineRefusals(move.kind, move))
    check.addIssue({ code: "custom", path: [field], message });
});
export type ItemMove = z.output<typeof ItemMove>;

export const Reversal = z.object({ note: optionalText(1000) });

export const MovementFilter = z.object({
  kind: z.enum(MOVEMENT_KINDS, { error: "Unknown kind" }).optional(),
  itemId: z.string().max(64).optional(),
  locationId: z.string().max(64).optional(),
  workOrderId: z.string().max(64).optional(),
  ...paging,
});

/** The list's URL in the browser. */
export const MovementView = z.object({
  kind: z.enum(MOVEMENT_KINDS).optional().catch(undefined),
  itemId: z.string().max(64).optional().catch(undefined),
  locationId: z.string().max(64).optional().catch(undefined),
  ...pagingView,
});
export type MovementFilter = z.output<typeof MovementFilter>;

export const NewReservation = z.object({
  itemId: id("Choose an item"),
  locationId: id("Choose a location"),
  workOrderId: blankToNull(id("Choose a work order")),
  quantity: some,
  reservedUntil: blankToNull(civilDate),
  note: optionalText(1000),
});
export type NewReservation = z.output<typeof NewReservation>;

/** The form gives the work order by its reference: WO-012. */
export const ReservationForm = z.object({
  itemId: id("Choose an item"),
  locationId: id("Choose a location"),
  workOrder: optionalLine(40),
  quantity: some,
  reservedUntil: blankToNull(civilDate),
  note: optionalText(1000),
});

/** The list's URL in the browser. */
export const ReservationView = z.object({
  status: z.enum(RESERVATION_STATUSES).optional().catch(undefined),
  itemId: z.string().max(64).optional().catch(undefined),
  workOrderId: z.string().max(64).optional().catch(undefined),
  ...pagingView,
});

/** How much of a reservation is used: a quantity, or all that is open. */
export const ReservationUse = z.object({
  quantity: blankToNull(some),
  note: optionalText(1000),
  takeExpired: flag.default(false),
});
export type ReservationUse = z.output<typeof ReservationUse>;

export const ReservationFilter = z.object({
  status: z.enum(RESERVATION_STATUSES, { error: "Unknown status" }).optional(),
  itemId: z.string().max(64).optional(),
  workOrderId: z.string().max(64).optional(),
  ...paging,
});
export type ReservationFilter = z.output<typeof ReservationFilter>;

export const NewCount = z.object({
  locationId: id("Choose a location"),
  scope: z.enum(COUNT_SCOPES, { error: "Choose what to count" }).default("stock"),
  /** Limits the expected stock to one category. */
  category: blankToNull(z.enum(ITEM_CATEGORIES, { error: "Choose a category" })),
  blind: flag.default(false),
  note: optionalText(1000),
});
export type NewCount = z.output<typeof NewCount>;

/** An item to count that is not on the sheet yet, by its id or scanned code. */
export const NewCountLine = z
  .object({
    itemId: blankToNull(id("Choose an item")),
    /** A barcode, a SKU or the URL on one of our labels. */
    code: optionalLine(300),
    /** A bin of the location; omitted: the location itself. */
    locationId: blankToNull(id("Choose a location")),
  })
  .superRefine(({ itemId, code }, check) => {
    if (!itemId && !code) check.addIssue({ code: "custom", path: ["code"], message: "Scan a code or choose an item" });
  });
export type NewCountLine = z.output<typeof NewCountLine>;

/** The counted quantity of a line, and the version of the line that was shown. */
export const CountedLine = z.object({ quantity: quantity(levelText, 0), version });
export type CountedLine = z.output<typeof CountedLine>;

/** The sheet's own form includes the line. */
export const CountedLineForm = CountedLine.extend({ lineId: z.string().max(64) });

export const CountFilter = z.object({
  status: z.enum(COUNT_STATUSES, { error: "Unknown status" }).optional(),
  locationId: z.string().max(64).optional(),
  ...paging,
});
export type CountFilter = z.output<typeof CountFilter>;

/** The list's URL in the browser. */
export const CountView = z.object({
  status: z.enum(COUNT_STATUSES).optional().catch(undefined),
  locationId: z.string().max(64).optional().catch(undefined),
  ...pagingView,
});

export const CountLineFilter = z.object({
  view: z.enum(COUNT_LINE_VIEWS, { error: "view must be all, todo, counted or different" }).default("all"),
  ...paging,
});
export type CountLineFilter = z.output<typeof CountLineFilter>;

/** The sheet's URL in the browser; `line` is the one to count now. */
export const CountSheetView = z.object({
  view: z.enum(COUNT_LINE_VIEWS).catch("all"),
  line: z.string().max(64).optional().catch(undefined),
  ...pagingView,
  limit: paging.limit.catch(50).default(50),
});
export type CountSheetView = z.output<typeof CountSheetView>;
