import { itemChoices } from "~/domain/inventory/stock.server";
import { pageLoader } from "~/http/page-loader";

/** The items that fit what is typed in a picker; the first ones by name where nothing is. */
export const loader = pageLoader(async ({ ctx, url }) =>
  Response.json({ choices: await itemChoices(ctx, (url.searchParams.get("q") ?? "").trim().slice(0, 100)) }),
);
