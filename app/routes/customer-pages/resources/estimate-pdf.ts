import { customerEstimatePdf } from "~/domain/estimates/answer.server";
import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { pageLoader } from "~/http/page-loader";

/** PDF of the estimate, for a customer's link. */
export const loader = pageLoader(async ({ ctx, params }) => {
  return pdfAnswer(await customerEstimatePdf(ctx, params.token ?? ""));
});
