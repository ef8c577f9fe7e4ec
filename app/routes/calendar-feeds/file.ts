import { readCalendarFeed } from "~/domain/calendar-feeds/read.server";
import { pageLoader } from "~/http/page-loader";

/** What a calendar program reads. It asks with the tag of what it has, and gets nothing where that is all there is. */
export const loader = pageLoader(async ({ ctx, params, request }) => {
  const { body, tag } = await readCalendarFeed(ctx, (params.file ?? "").replace(/\.ics$/, ""));
  const headers = { ETag: tag, "Cache-Control": "private, max-age=300" };
  if (request.headers.get("If-None-Match")?.includes(tag)) return new Response(null, { status: 304, headers });
  return new Response(body, {
    headers: {
      ...headers,
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="plenum.ics"',
    },
  });
});
