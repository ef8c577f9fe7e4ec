import { estimatePdf } from "~/domain/estimates/list.server";
import { pageLoader } from "~/http/page-loader";

/** An estimate as PDF, as it was sent. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, fileName } = await estimatePdf(ctx, params.id ?? "");
  return new Response(body, {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": `attachment; filename="${fileName}"` },
  });
});
