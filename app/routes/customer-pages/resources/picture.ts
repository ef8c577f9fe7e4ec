import { pictureByLink } from "~/domain/messages/picture-links.server";
import { pageLoader } from "~/http/page-loader";

/** A picture attached to a text message, for the SMS provider only. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const { body, contentType } = await pictureByLink(ctx, params.token ?? "");
  return new Response(body, { headers: { "Content-Type": contentType, "Cache-Control": "private, max-age=3600" } });
});
