import { priceBook } from "~/domain/estimates/price-book.server";
import { pageLoader } from "~/http/page-loader";

/** Price book entries that match the typed text. */
export const loader = pageLoader(async ({ ctx, url }) =>
  Response.json({ entries: await priceBook(ctx, (url.searchParams.get("q") ?? "").trim().slice(0, 100)) }),
);
