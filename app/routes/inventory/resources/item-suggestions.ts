import { itemSuggestions } from "~/domain/inventory/stock.server";
import { pageLoader } from "~/http/page-loader";

/** For each `name`, the item whose name or SKU contains all its words, if any. */
export const loader = pageLoader(async ({ ctx, url }) =>
  Response.json({ suggestions: await itemSuggestions(ctx, url.searchParams.getAll("name")) }),
);
