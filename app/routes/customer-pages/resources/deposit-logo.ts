import { depositLogo } from "~/domain/invoices/deposits/customer-page.server";
import { pageLoader } from "~/http/page-loader";

/** Logo of the business, for a deposit's link. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, contentType } = await depositLogo(ctx, params.token ?? "");
  return new Response(body, { headers: { "Content-Type": contentType, "Cache-Control": "private, max-age=86400" } });
});
