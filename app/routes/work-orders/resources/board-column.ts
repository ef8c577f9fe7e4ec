import { z } from "zod";
import { DomainError } from "~/domain/shared/errors";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { boardColumn } from "~/domain/work-orders/board.server";
import { pageLoader } from "~/http/page-loader";
import { resource } from "~/http/resource";
import { readFilter } from "~/routes/work-orders/shared/read-filter.server";

export { clientLoader } from "~/lib/client-loader";

const ColumnQuery = z.object({
  column: z.enum(WORK_ORDER_STATUSES),
  cursor: z.string().optional(),
  pages: z.coerce.number().int().min(1).max(8).default(1),
});

/** More cards of one column, with the board's filters. */
export const loader = resource(
  pageLoader(async ({ ctx, url }) => {
    const query = ColumnQuery.safeParse(Object.fromEntries(url.searchParams));
    if (!query.success)
      throw new DomainError("invalid", "This page of the board is no longer valid. Reload the board.");
    const { column, cursor, pages } = query.data;
    const { filter } = readFilter(url);
    const { items, nextCursor } = await boardColumn(ctx, column, { cursor, pages, filter });
    return { items, nextCursor, pages };
  }),
);
