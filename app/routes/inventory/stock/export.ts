import { neutraliseCell, writeCsv } from "~/domain/finance/imports/csv/write";
import { quantityOf } from "~/domain/inventory/quantity";
import { StockView } from "~/domain/inventory/schema";
import { listStock, type StockLevel } from "~/domain/inventory/stock-levels.server";
import { toDecimal } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { dayBounds } from "~/domain/shared/time-zones";
import { pageLoader } from "~/http/page-loader";

const HEADER = [
  ...[
    "SKU",
    "Name",
    "Unit",
    "On hand",
    "Reserved",
    "Expired",
    "Available",
    "Incoming",
    "Reorder point",
    "Maximum",
    "Order",
  ],
  ...["Value", "Locations"],
];
const ROWS_AT_ONCE = 100;

/** The filtered table as CSV, streamed as it is read. */
export const loader = pageLoader(({ ctx, url }) => {
  const me = allow(ctx, "inventory.read");
  const { asOf: day, ...filter } = StockView.parse(Object.fromEntries(url.searchParams));
  const asOf = day && new Date(dayBounds(day, me.timeZone).end - 1).toISOString();
  const encoder = new TextEncoder();
  let cursor: string | undefined;
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const page = await listStock(ctx, { ...filter, asOf, limit: ROWS_AT_ONCE, cursor, before: undefined });
      const csv = writeCsv(HEADER, page.items.map(rowOf));
      controller.enqueue(encoder.encode(isFirst ? csv : csv.slice(csv.indexOf("\r\n"))));
      isFirst = false;
      cursor = page.nextCursor ?? undefined;
      if (!cursor) controller.close();
    },
  });
  const date = day ?? ctx.now.toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="stock-${date}.csv"`,
    },
  });
});

const units = (milli: number | null) => (milli === null ? "" : String(quantityOf(milli)));

function rowOf(row: StockLevel): string[] {
  return [
    ...[row.sku, row.name, row.baseUnit].map(neutraliseCell),
    ...[row.onHandMilli, row.reservedMilli, row.expiredMilli, row.availableMilli, row.incomingMilli].map(units),
    ...[row.reorderPointMilli, row.maxStockMilli, row.suggestedMilli].map(units),
    row.valueMinor === null ? "" : String(toDecimal(row.valueMinor)),
    String(row.placeCount),
  ];
}
