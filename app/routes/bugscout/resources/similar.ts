import { similarIssues } from "~/domain/issues/choices.server";
import { TypedTitle } from "~/domain/issues/schema";
import { pageLoader } from "~/http/page-loader";

/** Possible duplicates of an issue whose title is being typed. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { title } = TypedTitle.parse({ title: (url.searchParams.get("title") ?? "").slice(0, 256) });
  return Response.json({ similar: await similarIssues(ctx, title) });
});
