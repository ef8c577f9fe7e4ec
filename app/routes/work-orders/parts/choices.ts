import { partChoices } from "~/domain/job-parts/screen.server";
import { pageLoader } from "~/http/page-loader";

/** The items that fit what is typed or scanned. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const query = (url.searchParams.get("q") ?? "").trim();
  return Response.json({ query, choices: await partChoices(ctx, query) });
});
