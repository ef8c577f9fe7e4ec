import { globalSearch } from "~/domain/search/search.server";
import { pageLoader } from "~/http/page-loader";

/** What the command palette asks for while somebody types. Finds nothing for whoever is not signed in any more. */
export const loader = pageLoader(async ({ ctx, url }) => ({
  found: await globalSearch(ctx, url.searchParams.get("q") ?? ""),
}));
