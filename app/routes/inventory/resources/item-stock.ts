import { stockOf } from "~/domain/inventory/stock.server";
import { pageLoader } from "~/http/page-loader";

/** One item, by `id` or scanned `code`, with its locations; `item` is null if no item has that code. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const [id, code] = [url.searchParams.get("id") ?? undefined, url.searchParams.get("code") ?? undefined];
  return Response.json({ code, item: await stockOf(ctx, { id, code: code?.slice(0, 100) }) });
});
