import { and, eq, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { sitePhotos, sites } from "#drizzle/schema/sites";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { refuseOverQuota } from "~/domain/shared/files/photo-storage.server";
import { hasTooManyPixels, isHeic, readPicture, TOO_MANY_PIXELS } from "~/domain/shared/files/pictures";
import { type Limit, NOT_A_PICTURE } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { sha256Of } from "~/domain/shared/secrets/tokens.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { allowOnSite, allowTechnicianOrOffice, isSite, siteIdOf, siteNotFound, worksThere } from "./find.server";
import { MAX_SITE_PHOTO_BYTES, MAX_SITE_PHOTOS, SITE_PHOTO_IS_HEIC, SITE_PHOTO_TOO_LARGE } from "./site";

const PHOTOS: Limit = {
  ...{ name: "site-photos", what: "photos", perPerson: 300, perBusiness: 3000 },
  seconds: HOUR_SECONDS,
};

const refused = (code: "too_large" | "invalid", text: string) =>
  new DomainError(code, text, { fields: { photo: [text] } });

const noPhoto = () => notFound("Photo not found");

/**
 * Stores a JPEG, PNG or WebP of at most 8 MB and 50 megapixels with its site, without location and other metadata; for the office
 * and for technicians with a job there around that day.
 * @throws DomainError not_found; forbidden; too_large, also if the storage is full; invalid; conflict if there are sixty already
 */
export async function addSitePhoto(
  ctx: Ctx,
  ref: string,
  { photo, caption }: { photo: Blob; caption: string | null },
): Promise<{ id: string }> {
  const me = allowTechnicianOrOffice(ctx);
  if (photo.size > MAX_SITE_PHOTO_BYTES) throw refused("too_large", SITE_PHOTO_TOO_LARGE);
  await limitUse(ctx, PHOTOS);
  const sent = new Uint8Array(await photo.arrayBuffer());
  if (isHeic(sent)) throw refused("invalid", SITE_PHOTO_IS_HEIC);
  const picture = readPicture(sent);
  if (!picture) throw refused("invalid", NOT_A_PICTURE);
  if (hasTooManyPixels(picture)) throw refused("invalid", TOO_MANY_PIXELS);
  return once(ctx, "addSitePhoto", { ref, caption, sha256: await sha256Of(sent) }, async (commit) => {
    const addressId = await siteForPhotos(ctx, me, ref);
    await refuseOverQuota(ctx, me, { bytes: picture.bytes.length, field: "photo" });
    const id = ctx.newId();
    const fileKey = `site-photos/${me.orgId}/${addressId}/${id}`;
    // The file is stored first: a row never refers to a missing file.
    await ctx.providers.files.put(fileKey, picture.bytes.buffer, picture.type);
    try {
      return await commit(me, {
        writes: [
          ctx.db.insert(sitePhotos).values({
            ...{ orgId: me.orgId, addressId, id, caption, fileKey, contentType: picture.type },
            ...{ bytes: picture.bytes.length, userId: me.userId, createdAt: ctx.now.toISOString() },
          }),
        ],
        audit: [{ action: "site_photo.add", entity: "site", entityId: addressId, after: { id, caption } }],
        result: { id },
        refusals: {
          site_photos_full: () =>
            new DomainError("conflict", `A property has at most ${MAX_SITE_PHOTOS} photos. Remove one first.`),
        },
      });
    } catch (error) {
      const [saved] = await photoRow(ctx, me, ref, id);
      if (!saved) await ctx.providers.files.delete(fileKey);
      throw error;
    }
  });
}

/** The id of the site. @throws DomainError not_found; forbidden for members who are neither in the office nor at work there */
async function siteForPhotos(ctx: Ctx, me: Member, ref: string): Promise<string> {
  const [row] = await ctx.db
    .select({
      id: sites.addressId,
      isWorker: sql<boolean>`${worksThere(me, ctx.now, sql`sites.address_id`)}`.mapWith(Boolean).as("is_worker"),
    })
    .from(sites)
    .where(isSite(me, ref));
  if (!row) throw siteNotFound();
  allowOnSite(ctx, row, { message: PHOTOS_DENIED });
  return row.id;
}

const PHOTOS_DENIED =
  "Only the office, and technicians from the day before a job there to the day after, can add photos.";

function photoRow(ctx: Ctx, me: Member, ref: string, id: string) {
  return ctx.db
    .select({
      addressId: named(sitePhotos.addressId, "photo_site"),
      fileKey: sitePhotos.fileKey,
      caption: sitePhotos.caption,
    })
    .from(sitePhotos)
    .where(and(eq(sitePhotos.orgId, me.orgId), eq(sitePhotos.addressId, siteIdOf(me, ref)), eq(sitePhotos.id, id)));
}

/** The picture file. @throws DomainError not_found */
export async function readSitePhoto(ctx: Ctx, ref: string, id: string) {
  const me = allow(ctx, "customers.read");
  const [row] = await photoRow(ctx, me, ref, id);
  const file = row && (await ctx.providers.files.get(row.fileKey));
  if (!file) throw noPhoto();
  return file;
}

/** @throws DomainError not_found; forbidden */
export async function removeSitePhoto(ctx: Ctx, ref: string, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "customers.write");
  return once(ctx, "removeSitePhoto", { ref, id }, async (commit) => {
    const [row] = await photoRow(ctx, me, ref, id);
    if (!row) throw noPhoto();
    const { addressId, fileKey, caption } = row;
    const result = await commit(me, {
      writes: [
        ctx.db
          .delete(sitePhotos)
          .where(and(eq(sitePhotos.orgId, me.orgId), eq(sitePhotos.addressId, addressId), eq(sitePhotos.id, id))),
        assertRowChanged(ctx, "photo_gone"),
      ],
      audit: [{ action: "site_photo.remove", entity: "site", entityId: addressId, before: { id, caption } }],
      result: { id },
      refusals: { photo_gone: noPhoto },
    });
    ctx.after(ctx.providers.files.delete(fileKey));
    return result;
  });
}
