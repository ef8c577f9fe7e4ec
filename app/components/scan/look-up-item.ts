import type { StockedItem } from "~/domain/inventory/stock.server";
import { paths } from "~/paths";

/** An item by its id or by a code that was scanned, null where none has it; null for all without a connection. */
export async function lookUpItem(query: { id?: string; code?: string }): Promise<{ item: StockedItem | null } | null> {
  try {
    const response = await fetch(paths.itemStock(query), { headers: { Accept: "application/json" } });
    return response.ok && !response.redirected ? await response.json() : null;
  } catch {
    return null;
  }
}
