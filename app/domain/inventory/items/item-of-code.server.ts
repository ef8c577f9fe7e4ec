import { type SQL, sql } from "drizzle-orm";
import type { Member } from "~/domain/shared/context";
import { readCode } from "./code";
import { normalizeSku } from "./sku";

/**
 * The id of the item that a scanned or typed code names, within any statement: by one of our labels, else by barcode, as read
 * before its other form, else by SKU. Null if there is none.
 */
export function itemOfCode({ orgId }: Member, code: string): SQL {
  const { itemId, barcodes } = readCode(code);
  if (itemId) return sql`${itemId}`;
  return sql`coalesce(
    (select b.id from inventory_items b where b.org_id = ${orgId} and b.barcode in ${barcodes} order by b.barcode <> ${code.trim()} limit 1),
    (select s.id from inventory_items s where s.org_id = ${orgId} and s.sku = ${normalizeSku(code)}))`;
}
