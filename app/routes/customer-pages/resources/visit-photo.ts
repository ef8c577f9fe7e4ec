import { visitPhoto } from "~/domain/visits/customer-page.server";
import { pageLoader } from "~/http/page-loader";

/** A photo of the visit that is visible to the customer. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, contentType } = await visitPhoto(ctx, params.token ?? "", params.photoId ?? "");
  return new Response(body, { headers: { "Content-Type": contentType, "Cache-Control": "private, max-age=3600" } });
});
