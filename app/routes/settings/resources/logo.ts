import { readLogo } from "~/domain/people/organization.server";
import { pageLoader } from "~/http/page-loader";

/** The logo of the user's own business. Its URL contains a version tag, so browsers may cache it. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const file = await readLogo(ctx, params.orgId ?? "");
  if (!file) return new Response("Not found", { status: 404 });
  return new Response(file.body, {
    headers: {
      "Content-Type": file.contentType,
      "Content-Disposition": "inline",
      "Cache-Control": "private, max-age=86400",
      Vary: "Cookie",
    },
  });
});
