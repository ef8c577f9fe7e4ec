import { customerEstimatePdf } from "~/domain/estimates/answer.server";
import { pageLoader } from "~/http/page-loader";

/** PDF of the estimate, for a customer's link. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, fileName } = await customerEstimatePdf(ctx, params.token ?? "");
  return new Response(body, {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": `attachment; filename="${fileName}"` },
  });
});
