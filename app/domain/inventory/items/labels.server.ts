import { LOCATION_TYPE_LABELS } from "~/domain/inventory/locations/location";
import { findLocation, listLocations } from "~/domain/inventory/locations/locations.server";
import type { LabelView } from "~/domain/inventory/schema";
import type { Ctx } from "~/domain/shared/context";
import { pathOf } from "~/domain/shared/dark-modules";
import { paths } from "~/paths";
import { findItem, type Item, listItems } from "./items.server";
import { canBeBars, fitsLabel, type LabelSheet } from "./label";

interface LabelText {
  id: string;
  title: string;
  /** The barcode's value and the text below it; null: QR code only. */
  code: string | null;
  detail: string | null;
  path: string;
}

/**
 * Draws the labels of one item or location, or of a list: a Code 128 barcode of the barcode or SKU if it can be printed wide
 * enough, and a QR code with the URL of its page. Marks are SVG path data, one unit per module.
 * @param origin of this product, for the URL that a phone's camera opens
 * @throws DomainError not_found
 */
export async function drawLabels(ctx: Ctx, view: LabelView, origin: string) {
  const { labels, previousCursor, nextCursor } = await labelContents(ctx, view);
  const { bars, qr } = await marks();
  return {
    ...{ previousCursor, nextCursor },
    labels: labels.map(({ id, title, code, detail, path }) => ({
      ...{ id, title, code, detail },
      bars: code === null ? null : bars(code, view.sheet),
      qr: qr(`${origin}${path}`),
    })),
  };
}

interface LabelPage {
  labels: LabelText[];
  previousCursor: string | null;
  nextCursor: string | null;
}

const ALL_SHOWN = { previousCursor: null, nextCursor: null };

async function labelContents(ctx: Ctx, view: LabelView): Promise<LabelPage> {
  const { itemId, locationId, of, sheet: _, used: __, copies, only, ...filter } = view;
  if (itemId) return { labels: copiesOf(itemText(await findItem(ctx, itemId)), copies), ...ALL_SHOWN };
  if (locationId) return { labels: copiesOf(locationText(await findLocation(ctx, locationId)), copies), ...ALL_SHOWN };
  if (of === "locations") {
    const { limit, cursor, before } = filter;
    const { items, previousCursor, nextCursor } = await listLocations(ctx, { active: true, limit, cursor, before });
    return { labels: items.map(locationText), previousCursor, nextCursor };
  }
  const { items, previousCursor, nextCursor } = await listItems(ctx, { ...filter, ...(only && { [only]: true }) });
  return { labels: items.map(itemText), previousCursor, nextCursor };
}

const copiesOf = (label: LabelText, copies: number) => Array.from({ length: copies }, () => label);

function itemText({ id, name, sku, barcode }: Item): LabelText {
  const detail = barcode === null ? null : sku;
  return { id, title: name, code: barcode ?? sku, detail, path: paths.item(id) };
}

function locationText({ id, name, type, parentName }: Awaited<ReturnType<typeof findLocation>>): LabelText {
  const detail = parentName ?? LOCATION_TYPE_LABELS[type];
  return { id, title: name, code: null, detail, path: paths.location(id) };
}

/** Loaded only by this page. */
async function marks() {
  const [{ encode }, { default: JsBarcode }] = await Promise.all([import("uqr"), import("jsbarcode")]);
  return {
    qr: (text: string) => {
      const { data, size } = encode(text, { border: 0, ecc: "L" });
      return { path: pathOf(data), size };
    },
    bars: (code: string, sheet: LabelSheet) => {
      if (!canBeBars(code)) return null;
      const drawn: { encodings?: { data: string }[] } = {};
      JsBarcode(drawn, code, { format: "CODE128" });
      const modules = [...(drawn.encodings ?? []).map(({ data }) => data).join("")].map((bit) => bit === "1");
      return fitsLabel(modules.length, sheet) ? { path: pathOf([modules]), size: modules.length } : null;
    },
  };
}
