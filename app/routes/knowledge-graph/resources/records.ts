import { findRecords } from "~/domain/knowledge-graph/find.server";
import { pageLoader } from "~/http/page-loader";

/** Records to start from or to find the way to, while somebody types. */
export const loader = pageLoader(async ({ ctx, url }) =>
  Response.json({ records: await findRecords(ctx, url.searchParams.get("q") ?? "") }),
);
