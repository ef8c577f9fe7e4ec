import { purchaseOrderPdf } from "~/domain/purchasing/send-order.server";
import { pageLoader } from "~/http/page-loader";

/** A purchase order as PDF. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, fileName } = await purchaseOrderPdf(ctx, params.id ?? "");
  return new Response(body, {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": `attachment; filename="${fileName}"` },
  });
});
