import { estimatePdf } from "~/domain/estimates/list.server";
import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { pageLoader } from "~/http/page-loader";

/** An estimate as PDF, as it was sent. */
export const loader = pageLoader(async ({ ctx, params }) => {
  return pdfAnswer(await estimatePdf(ctx, params.id ?? ""));
});
