import { pictureByLink } from "~/domain/messages/picture-links.server";
import { pageLoader } from "~/http/page-loader";

/** A picture that goes with a text, for the text host alone. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, contentType } = await pictureByLink(ctx, params.token ?? "");
  return new Response(body, { headers: { "Content-Type": contentType, "Cache-Control": "private, max-age=3600" } });
});
