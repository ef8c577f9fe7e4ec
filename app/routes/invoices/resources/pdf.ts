import { invoicePdf } from "~/domain/invoices/pdf.server";
import { pageLoader } from "~/http/page-loader";

/** An issued document as PDF. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, fileName } = await invoicePdf(ctx, params.id ?? "");
  return new Response(body, {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": `attachment; filename="${fileName}"` },
  });
});
