import { issueFile } from "~/domain/export/issue-file.server";
import { parseFilter } from "~/domain/issues/filter/schema";
import { pageLoader } from "~/http/page-loader";

/** The filtered issues as CSV, or as JSON lines (`?format=json`), streamed as they are read. */
export const loader = pageLoader(({ ctx, url }) =>
  issueFile(ctx, parseFilter(url.searchParams).filter, url.searchParams.get("format") === "json" ? "json" : "csv"),
);
