import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { invoicePdf } from "~/domain/invoices/pdf.server";
import { pageLoader } from "~/http/page-loader";

/** An issued document as PDF. */
export const loader = pageLoader(async ({ ctx, params }) => {
  return pdfAnswer(await invoicePdf(ctx, params.id ?? ""));
});
