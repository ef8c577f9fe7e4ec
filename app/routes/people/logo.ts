import { readLogo } from "~/domain/people/organization.queries.server";
import { pageLoader } from "~/http/page-loader";

/** The logo of one's own business. The address carries a mark of the picture, so a browser may keep it. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, contentType } = await readLogo(ctx, params.orgId ?? "");
  return new Response(body, {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": "inline",
      "Cache-Control": "private, max-age=86400",
      Vary: "Cookie",
    },
  });
});
