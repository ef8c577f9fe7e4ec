import type { StockedItem } from "~/domain/inventory/stock.server";
import { lookUp } from "~/lib/request";
import { paths } from "~/paths";

/** Finds an item by id or scanned code. `item` is null if none matches; returns null without a connection. */
export function lookUpItem(query: { id?: string; code?: string }): Promise<{ item: StockedItem | null } | null> {
  return lookUp(paths.itemStock(query));
}
