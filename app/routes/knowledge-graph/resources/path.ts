import { parseState } from "~/domain/knowledge-graph/record";
import { findPath } from "~/domain/knowledge-graph/shortest-path.server";
import { pageLoader } from "~/http/page-loader";

/** The shortest path between the two records in the URL; null if they are not both given. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { from, to, hidden } = parseState(url.searchParams);
  return Response.json({ path: from && to ? await findPath(ctx, { from, to, hidden }) : null });
});
