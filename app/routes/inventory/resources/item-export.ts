import { csvAnswer, csvFile } from "~/domain/export/csv-answer.server";
import { itemFile, itemFileHeader, itemFileName } from "~/domain/inventory/items/item-file.server";
import { ItemView } from "~/domain/inventory/schema";
import { allow } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";

/** The filtered list as CSV in the format of the import, streamed as it is read; `template` returns only the header row. */
export const loader = pageLoader(({ ctx, url }) => {
  allow(ctx, "inventory.read");
  if (url.searchParams.has("template"))
    return csvFile({ fileName: "items-template.csv", header: itemFileHeader(ctx), rows: [] });
  const { only, limit, cursor, before, ...filter } = ItemView.parse(Object.fromEntries(url.searchParams));
  return csvAnswer(ctx, itemFile(ctx, { ...filter, ...(only && { [only]: true }) }), {
    header: itemFileHeader(ctx),
    fileName: itemFileName(ctx),
  });
});
