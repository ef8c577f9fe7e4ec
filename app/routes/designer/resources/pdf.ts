import { designPdf } from "~/domain/designs/pdf.server";
import { pageLoader } from "~/http/page-loader";

export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, fileName } = await designPdf(ctx, params.id ?? "");
  return new Response(body, {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": `attachment; filename="${fileName}"` },
  });
});
