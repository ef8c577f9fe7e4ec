import { neutraliseCell, writeCsv } from "~/domain/finance/imports/csv/write";
import { cellsOf } from "~/domain/inventory/import.server";
import { ITEM_COLUMNS } from "~/domain/inventory/item-csv";
import { type Item, listItems } from "~/domain/inventory/items.server";
import { ItemView } from "~/domain/inventory/schema";
import { allow } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";

const ROWS_AT_ONCE = 100;

/** The filtered list as CSV that the import reads, sent as it is read; `template` writes the first line alone. */
export const loader = pageLoader(({ ctx, url }) => {
  allow(ctx, "inventory.read");
  const isTemplate = url.searchParams.has("template");
  const { only, ...filter } = ItemView.parse(Object.fromEntries(url.searchParams));
  const header = ITEM_COLUMNS.map((column) => column.header);
  const encoder = new TextEncoder();
  let cursor: string | undefined;
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const page = isTemplate
        ? { items: [], nextCursor: null }
        : await listItems(ctx, {
            ...filter,
            ...(only && { [only]: true }),
            limit: ROWS_AT_ONCE,
            cursor,
            before: undefined,
          });
      const csv = writeCsv(header, page.items.map(rowOf));
      controller.enqueue(encoder.encode(isFirst ? csv : csv.slice(csv.indexOf("\r\n"))));
      isFirst = false;
      cursor = page.nextCursor ?? undefined;
      if (!cursor) controller.close();
    },
  });
  const name = isTemplate ? "items-template" : `items-${ctx.now.toISOString().slice(0, 10)}`;
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
});

function rowOf(item: Item): string[] {
  const cells = cellsOf(item);
  return ITEM_COLUMNS.map(({ field }) => (TEXTS.has(field) ? neutraliseCell(cells[field]) : cells[field]));
}

const TEXTS = new Set<string>(["sku", "name", "description", "secondaryCategory", "manufacturer", "barcode"]);
