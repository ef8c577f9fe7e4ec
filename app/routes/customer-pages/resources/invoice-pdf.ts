import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { customerPdf } from "~/domain/invoices/pdf.server";
import { pageLoader } from "~/http/page-loader";

/** PDF of the invoice, for a customer's link. */
export const loader = pageLoader(async ({ ctx, params }) => {
  return pdfAnswer(await customerPdf(ctx, params.token ?? ""));
});
