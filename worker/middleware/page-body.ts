import { createMiddleware } from "hono/factory";
import { MAX_BYTES as MAX_IMPORT_BYTES } from "~/domain/finance/imports/csv/decode";
import { DomainError } from "~/domain/shared/errors";
import { MAX_PHOTO_BYTES } from "~/domain/shared/limits";
import type { HonoEnv } from "../env";
import { declaredLength, FORM_OVERHEAD_BYTES, limit, MAX_FORM_BYTES } from "./body";

/** Screens whose forms carry a file, with its maximum size. */
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

/** Guests are asked to sign in without reading the file. */
const UNREAD_FOR_GUESTS = "/resources/imports";

/**
 * Limits a screen's form to 1 MB, plus the file where one is expected. This holds for users whose session has ended, too: the
 * screen then asks them to sign in, where a 413 would reject the file for good. Browsers declare the length of their files, so
 * chunked requests of guests get no extra room.
 * @throws DomainError too_large
 */
export const pageBody = createMiddleware<HonoEnv>((c, next) => {
  const isGuest = c.var.ctx.actor.kind === "guest";
  if (isGuest) {
    if (c.req.path === UNREAD_FOR_GUESTS) throw new DomainError("unauthenticated", "Please sign in to continue.");
    // The screen handles this case and keeps the chosen file.
    if (c.req.path === `${UNREAD_FOR_GUESTS}.data`) return next();
  }
  const hasRoom = !isGuest || declaredLength(c.req.raw) !== null;
  const upload = uploadLimits.find(({ path }) => hasRoom && path.test(c.req.path));
  return (upload?.limit ?? formLimit)(c, next);
});
