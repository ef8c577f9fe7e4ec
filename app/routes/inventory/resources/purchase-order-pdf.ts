import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { purchaseOrderPdf } from "~/domain/purchasing/send-order.server";
import { pageLoader } from "~/http/page-loader";

/** A purchase order as PDF. */
export const loader = pageLoader(async ({ ctx, params }) => {
  return pdfAnswer(await purchaseOrderPdf(ctx, params.id ?? ""));
});
