import { listIssues } from "~/domain/issues/list.server";
import { TypedTitle } from "~/domain/issues/schema";
import { pageLoader } from "~/http/page-loader";

const MAX_FOUND = 8;

/** Finds issues by number or by words of their title, for a field that selects one. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { title } = TypedTitle.parse({ title: (url.searchParams.get("title") ?? "").slice(0, 200) });
  const { items } = await listIssues(ctx, { search: title, limit: MAX_FOUND });
  const similar = items.map(({ number, title: name, category }) => ({
    ...{ number, title: name, isClosed: category === "closed" },
  }));
  return Response.json({ similar });
});
