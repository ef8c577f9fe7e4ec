import { issueColumn } from "~/domain/issues/board.server";
import { parseFilter } from "~/domain/issues/filter/schema";
import { pageLoader } from "~/http/page-loader";

/** More cards of one column of the board. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { filter } = parseFilter(url.searchParams);
  const column = await issueColumn(ctx, url.searchParams.get("column") ?? "", filter);
  return Response.json({ items: column.items, nextCursor: column.nextCursor });
});
