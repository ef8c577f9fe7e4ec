import { escapeFormula, writeCsv } from "~/domain/finance/imports/csv/write";
import { ITEM_FILE_HEADER, itemFile } from "~/domain/inventory/item-file.server";
import { ItemView } from "~/domain/inventory/schema";
import { allow } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";

/** The filtered list as CSV in the format of the import, streamed as it is read; `template` returns only the header row. */
export const loader = pageLoader(({ ctx, url }) => {
  allow(ctx, "inventory.read");
  const isTemplate = url.searchParams.has("template");
  const { only, limit, cursor, before, ...filter } = ItemView.parse(Object.fromEntries(url.searchParams));
  const pages = itemFile(ctx, { ...filter, ...(only && { [only]: true }) });
  const encoder = new TextEncoder();
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next: IteratorResult<string[][]> = isTemplate ? { value: [], done: !isFirst } : await pages.next();
      if (next.done) return controller.close();
      const csv = writeCsv(
        ITEM_FILE_HEADER,
        next.value.map((row) => row.map(escapeFormula)),
      );
      controller.enqueue(encoder.encode(isFirst ? csv : csv.slice(csv.indexOf("\r\n"))));
      isFirst = false;
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
