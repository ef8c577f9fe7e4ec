import { itemChoices } from "~/domain/inventory/stock.server";
import { pageLoader } from "~/http/page-loader";

/** Items that match the text typed in a picker; without text, the first ones by name. */
export const loader = pageLoader(async ({ ctx, url }) =>
  Response.json({ choices: await itemChoices(ctx, (url.searchParams.get("q") ?? "").trim().slice(0, 100)) }),
);
