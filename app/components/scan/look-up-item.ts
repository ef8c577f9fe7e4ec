import type { StockedItem } from "~/domain/inventory/stock.server";
import { paths } from "~/paths";

/** Finds an item by id or scanned code. `item` is null if none matches; returns null without a connection. */
export async function lookUpItem(query: { id?: string; code?: string }): Promise<{ item: StockedItem | null } | null> {
  try {
    const response = await fetch(paths.itemStock(query), { headers: { Accept: "application/json" } });
    return response.ok && !response.redirected ? await response.json() : null;
  } catch {
    return null;
  }
}
