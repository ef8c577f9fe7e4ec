import { DomainError } from "~/domain/shared/errors";
import { readSiteAccess } from "~/domain/sites/access.server";
import { pageLoader } from "~/http/page-loader";
import { resource } from "~/http/resource";

/** Access notes of a property, loaded on request; a refusal is returned as a message. */
export const loader = resource(
  pageLoader(async ({ ctx, params }) => {
    try {
      return { access: await readSiteAccess(ctx, params.id ?? ""), message: null };
    } catch (error) {
      if (error instanceof DomainError && error.code === "forbidden") return { access: null, message: error.message };
      throw error;
    }
  }),
);
