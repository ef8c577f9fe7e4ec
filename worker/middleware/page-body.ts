import { createMiddleware } from "hono/factory";
import type { HonoEnv } from "#worker/env";
import { MAX_BYTES as MAX_IMPORT_BYTES } from "~/domain/finance/imports/csv/decode";
import { MAX_ITEM_PICTURE_BYTES, PICTURE_TOO_LARGE } from "~/domain/inventory/items/picture";
import { ATTACHMENT_TOO_LARGE, MAX_ATTACHMENT_BYTES } from "~/domain/issues/attachment";
import { LOGO_TOO_LARGE, MAX_LOGO_BYTES } from "~/domain/people/organization";
import { DomainError } from "~/domain/shared/errors";
import { MAX_PHOTO_BYTES, PHOTO_TOO_LARGE } from "~/domain/shared/limits";
import { MAX_SITE_PHOTO_BYTES, SITE_PHOTO_TOO_LARGE } from "~/domain/sites/site";
import { paths } from "~/paths";
import { declaredLength, drain, FORM_OVERHEAD_BYTES, limit, MAX_FORM_BYTES } from "./body";

interface FormLimit {
  maxBytes: number;
  tooLarge: string;
}

const IMPORT_TOO_LARGE = `The file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB.`;

/** Screens whose forms carry a file, with its maximum size. */
const UPLOADS: (FormLimit & { path: RegExp })[] = [
  { path: /^\/resources\/imports(\.data)?$/, maxBytes: MAX_IMPORT_BYTES, tooLarge: IMPORT_TOO_LARGE },
  { path: /^\/messages\/[^/]+(\.data)?$/, maxBytes: MAX_PHOTO_BYTES, tooLarge: PHOTO_TOO_LARGE },
  {
    path: /^\/(technician\/jobs|resources\/technician-mutations)\/[^/]+$/,
    ...{ maxBytes: MAX_PHOTO_BYTES, tooLarge: PHOTO_TOO_LARGE },
  },
  {
    path: /^\/inventory\/items\/[^/]+\/picture(\.data)?$/,
    ...{ maxBytes: MAX_ITEM_PICTURE_BYTES, tooLarge: PICTURE_TOO_LARGE },
  },
  {
    path: /^\/properties\/[^/]+\/photos\/new(\.data)?$/,
    ...{ maxBytes: MAX_SITE_PHOTO_BYTES, tooLarge: SITE_PHOTO_TOO_LARGE },
  },
  { path: /^\/report-problem(\.data)?$/, maxBytes: MAX_ATTACHMENT_BYTES, tooLarge: ATTACHMENT_TOO_LARGE },
  { path: /^\/settings(\.data)?$/, maxBytes: MAX_LOGO_BYTES, tooLarge: LOGO_TOO_LARGE },
];

const plain: FormLimit = { maxBytes: MAX_FORM_BYTES, tooLarge: "The form is larger than 1 MB." };

/** The maximum size of the file in a screen's form; null for a screen whose forms carry none. */
export function uploadLimit(path: string): FormLimit | null {
  return UPLOADS.find((upload) => upload.path.test(path)) ?? null;
}

/** Guests are asked to sign in without reading the file. */
const UNREAD_FOR_GUESTS = paths.uploadImport();

/**
 * Limits a screen's form to 1 MB, plus the file where one is expected. This holds for users whose session has ended, too: the
 * screen then asks them to sign in, where a 413 would reject the file for good. Browsers declare the length of their files, so
 * chunked requests of guests get no extra room.
 * @throws DomainError too_large
 */
export const pageBody = createMiddleware<HonoEnv>(async (c, next) => {
  const isGuest = c.var.ctx.actor.kind === "guest";
  if (isGuest) {
    if (c.req.path === UNREAD_FOR_GUESTS) throw new DomainError("unauthenticated", "Please sign in to continue.");
    // The screen handles this case and keeps the chosen file.
    if (c.req.path === `${UNREAD_FOR_GUESTS}.data`) return next();
  }
  const length = declaredLength(c.req.raw);
  const upload = !isGuest || length !== null ? uploadLimit(c.req.path) : null;
  const { maxBytes, tooLarge } = upload ? { ...upload, maxBytes: upload.maxBytes + FORM_OVERHEAD_BYTES } : plain;
  if (!isGuest && length !== null && length > maxBytes && isScreen(c.req.path)) {
    // The screen's action refuses the form in the screen's format, so that the page remains.
    c.set("tooLarge", tooLarge);
    await drain(c.req.raw);
    c.req.raw = new Request(c.req.url, { method: c.req.method, headers: c.req.raw.headers });
    return next();
  }
  return limit(maxBytes, tooLarge)(c, next);
});

/** Resources requested directly are read by scripts that expect JSON. */
const isScreen = (path: string) => !path.startsWith("/resources/") || path.endsWith(".data");
