import { svgOf } from "~/domain/designs/drawing";
import { findDesign } from "~/domain/designs/load.server";
import { pageLoader } from "~/http/page-loader";

/** The drawing as an image file. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { layout, title } = await findDesign(ctx, params.id ?? "");
  return new Response(svgOf(layout, title), {
    headers: { "Content-Type": "image/svg+xml", "Content-Disposition": 'attachment; filename="layout.svg"' },
  });
});
