import { partChoices } from "~/domain/work-order-parts/screen.server";
import { pageLoader } from "~/http/page-loader";

/** Items that match the typed or scanned text. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const query = (url.searchParams.get("q") ?? "").trim();
  return Response.json({ query, choices: await partChoices(ctx, query) });
});
