import { readSiteAccess } from "~/domain/sites/access.server";
import { pageLoader } from "~/http/page-loader";
import { refusable } from "~/http/refusable";
import { resource } from "~/http/resource";

/** Access notes of a property, loaded on request; a refusal is returned as a message. */
export const loader = resource(
  pageLoader(async ({ ctx, params }) => {
    const { answer: access, refusal } = await refusable(readSiteAccess(ctx, params.id ?? ""), ["forbidden"]);
    return { access, message: refusal?.message ?? null };
  }),
);
