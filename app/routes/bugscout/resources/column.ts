import { issueColumn } from "~/domain/issues/board.server";
import { pageLoader } from "~/http/page-loader";
import { readFilter } from "~/routes/bugscout/shared/read-filter.server";

/** More cards of one column of the board. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { filter } = readFilter(url);
  const column = await issueColumn(ctx, url.searchParams.get("column") ?? "", filter);
  return Response.json({ items: column.items, nextCursor: column.nextCursor });
});
