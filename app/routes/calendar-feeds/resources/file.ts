import { readCalendarFeed } from "~/domain/calendar-feeds/read.server";
import { pageLoader } from "~/http/page-loader";

/** A feed for calendar programs. If their ETag matches the current version, the response has no body. */
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
