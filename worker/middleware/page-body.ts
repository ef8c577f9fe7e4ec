import { createMiddleware } from "hono/factory";
import { MAX_BYTES as MAX_IMPORT_BYTES } from "~/domain/finance/imports/csv/decode";
import { DomainError } from "~/domain/shared/errors";
import { MAX_PHOTO_BYTES } from "~/domain/shared/limits";
import type { HonoEnv } from "../env";
import { declaredLength, FORM_OVERHEAD_BYTES, limit, MAX_FORM_BYTES } from "./body";

/** Screens whose forms carry a file, and how large it may be. */
const UPLOADS: { path: RegExp; maxBytes: number }[] = [
  { path: /^\/resources\/imports(\.data)?$/, maxBytes: MAX_IMPORT_BYTES },
  { path: /^\/messages\/[^/]+(\.data)?$/, maxBytes: MAX_PHOTO_BYTES },
  { path: /^\/(technician\/jobs|resources\/technician-mutations)\/[^/]+$/, maxBytes: MAX_PHOTO_BYTES },
];

const formLimit = limit(MAX_FORM_BYTES, "The form is larger than 1 MB.");
const uploadLimits = UPLOADS.map(({ path, maxBytes }) => ({
  path,
  limit: limit(maxBytes + FORM_OVERHEAD_BYTES, "The file is too large."),
}));

/** A guest is asked to sign in without a look at the file. */
const UNREAD_FOR_GUESTS = "/resources/imports";

/**
 * A screen's form: 1 MB, and room for a file where one is expected. Whoever's session has ended meanwhile may send it too: the
 * screen then asks to sign in, where a 413 would refuse the file for good. Browsers say how long their file is, so a guest's
 * chunks get no such room. @throws DomainError too_large
 */
export const pageBody = createMiddleware<HonoEnv>((c, next) => {
  const isGuest = c.var.ctx.actor.kind === "guest";
  if (isGuest) {
    if (c.req.path === UNREAD_FOR_GUESTS) throw new DomainError("unauthenticated", "Please sign in to continue.");
    // Ours says so in its own way, which keeps the file that was chosen.
    if (c.req.path === `${UNREAD_FOR_GUESTS}.data`) return next();
  }
  const hasRoom = !isGuest || declaredLength(c.req.raw) !== null;
  const upload = uploadLimits.find(({ path }) => hasRoom && path.test(c.req.path));
  return (upload?.limit ?? formLimit)(c, next);
});
