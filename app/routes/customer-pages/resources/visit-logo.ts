import { visitLogo } from "~/domain/visits/customer-page.server";
import { pageLoader } from "~/http/page-loader";

/** Logo of the business, for a visit's link. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, contentType } = await visitLogo(ctx, params.token ?? "");
  return new Response(body, { headers: { "Content-Type": contentType, "Cache-Control": "private, max-age=86400" } });
});
