import { designPdf } from "~/domain/designs/pdf.server";
import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { pageLoader } from "~/http/page-loader";

export const loader = pageLoader(async ({ ctx, params }) => {
  return pdfAnswer(await designPdf(ctx, params.id ?? ""));
});
