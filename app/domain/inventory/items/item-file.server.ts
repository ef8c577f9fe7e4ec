import { seesCosts } from "~/domain/inventory/costs";
import type { ItemFilter } from "~/domain/inventory/schema";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { cellsOf } from "./import.server";
import { ITEM_COLUMNS } from "./item-csv";
import { listItems } from "./items.server";

const PAGE = 100;

/** The columns without costs for members who may not see them: an import would read blank cells as cleared costs. */
function columnsFor(ctx: Ctx) {
  const sees = seesCosts(allow(ctx, "inventory.read"));
  return ITEM_COLUMNS.filter(({ field }) => sees || field !== "unitCost");
}

export const itemFileHeader = (ctx: Ctx): string[] => columnsFor(ctx).map((column) => column.header);

export const itemFileName = (ctx: Ctx): string => `items-${todayOf(ctx, allow(ctx, "inventory.read"))}.csv`;

type FileFilter = Omit<ItemFilter, "limit" | "cursor" | "before">;

/** Yields the matching items in batches, as rows of the columns that the import reads. */
export function itemFile(ctx: Ctx, filter: FileFilter): AsyncGenerator<string[][]> {
  const columns = columnsFor(ctx);
  return filePages(ctx, filter, columns);
}

async function* filePages(
  ctx: Ctx,
  filter: FileFilter,
  columns: ReturnType<typeof columnsFor>,
): AsyncGenerator<string[][]> {
  for (let cursor: string | undefined; ; ) {
    const page = await listItems(ctx, { ...filter, limit: PAGE, cursor });
    yield page.items.map((item) => {
      const cells = cellsOf(item);
      return columns.map(({ field }) => cells[field]);
    });
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}
