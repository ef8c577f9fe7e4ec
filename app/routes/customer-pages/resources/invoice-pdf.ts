import { customerPdf } from "~/domain/invoices/pdf.server";
import { pageLoader } from "~/http/page-loader";

/** PDF of the invoice, for a customer's link. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, fileName } = await customerPdf(ctx, params.token ?? "");
  return new Response(body, {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": `attachment; filename="${fileName}"` },
  });
});
