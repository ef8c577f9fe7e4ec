import { customerEstimateLogo } from "~/domain/estimates/answer.server";
import { pageLoader } from "~/http/page-loader";

/** Logo of the business, for a customer's link. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, contentType } = await customerEstimateLogo(ctx, params.token ?? "");
  return new Response(body, { headers: { "Content-Type": contentType, "Cache-Control": "private, max-age=86400" } });
});
