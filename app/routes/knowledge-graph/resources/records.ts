import { findRecords } from "~/domain/knowledge-graph/find.server";
import { pageLoader } from "~/http/page-loader";

/** Searches records to start from or to find a path to, while typing. */
export const loader = pageLoader(async ({ ctx, url }) =>
  Response.json({ records: await findRecords(ctx, url.searchParams.get("q") ?? "") }),
);
