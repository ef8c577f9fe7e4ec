import { quantityOf } from "~/domain/inventory/quantity";
import type { StockFilter } from "~/domain/inventory/schema";
import { listStock } from "~/domain/inventory/stock-levels.server";
import { listFile, type Narrowed } from "./list-file.server";

const units = (milli: number | null) => (milli === null ? null : String(quantityOf(milli)));

export const stockFile = listFile({
  read: (ctx, filter: Narrowed<StockFilter>, page) => listStock(ctx, { ...filter, ...page }),
  columns: [
    ["SKU", (row) => row.sku],
    ["Name", (row) => row.name],
    ["Unit", (row) => row.baseUnit],
    ["On hand", (row) => units(row.onHandMilli)],
    ["Reserved", (row) => units(row.reservedMilli)],
    ["Expired", (row) => units(row.expiredMilli)],
    ["Available", (row) => units(row.availableMilli)],
    ["Incoming", (row) => units(row.incomingMilli)],
    ["Reorder point", (row) => units(row.reorderPointMilli)],
    ["Maximum", (row) => units(row.maxStockMilli)],
    ["Order", (row) => units(row.suggestedMilli)],
    ["Value", (row) => row.valueMinor],
    ["Locations", (row) => String(row.placeCount)],
  ],
  limit: 100,
});
