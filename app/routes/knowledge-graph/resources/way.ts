import { parseState } from "~/domain/knowledge-graph/record";
import { findWay } from "~/domain/knowledge-graph/way.server";
import { pageLoader } from "~/http/page-loader";

/** The shortest way between the two records of an address; null where it names none. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { from, to, hidden } = parseState(url.searchParams);
  return Response.json({ way: from && to ? await findWay(ctx, from, to, hidden) : null });
});
