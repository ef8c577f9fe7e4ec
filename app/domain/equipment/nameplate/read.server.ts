import type { Ctx } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { hasTooManyPixels, readPicture, TOO_MANY_PIXELS } from "~/domain/shared/files/pictures";
import { type Limit, NOT_A_PICTURE, PRO_ALLOWANCE } from "~/domain/shared/limits";
import { limitSearches, limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { type Nameplate, readNameplate } from "./nameplate";
import { MAX_NAMEPLATE_BYTES, NAMEPLATE_TOO_LARGE, type NameplateInput } from "./schema";

const PHOTOS: Limit = {
  ...{
    name: "nameplate-photos",
    what: "photos of nameplates",
    perPerson: 60,
    perBusiness: 300,
    timesOnPro: PRO_ALLOWANCE,
  },
  seconds: HOUR_SECONDS,
};

/**
 * Returns the data on a nameplate, from its text or a photo, with the text that was read. Nothing is saved, including the
 * photo.
 * @throws DomainError invalid, too_large; unavailable if the photo cannot be read at the moment
 */
export async function readPlate(ctx: Ctx, { text, photo }: NameplateInput): Promise<Nameplate & { text: string }> {
  const me = allow(ctx, "equipment.write");
  const read = photo ? await textOn(ctx, photo) : (text ?? "");
  if (!photo) await limitSearches(ctx);
  return { text: read, ...readNameplate(read, Number(todayOf(ctx, me).slice(0, 4))) };
}

async function textOn(ctx: Ctx, photo: Blob): Promise<string> {
  const { nameplateReader } = ctx.providers;
  if (!nameplateReader) throw invalidField("photo", "Photo reading isn't set up. Type what the plate says.");
  if (photo.size > MAX_NAMEPLATE_BYTES) {
    throw new DomainError("too_large", NAMEPLATE_TOO_LARGE, { fields: { photo: [NAMEPLATE_TOO_LARGE] } });
  }
  await limitUse(ctx, PHOTOS);
  const picture = readPicture(new Uint8Array(await photo.arrayBuffer()));
  if (!picture) throw invalidField("photo", NOT_A_PICTURE);
  if (hasTooManyPixels(picture)) throw invalidField("photo", TOO_MANY_PIXELS);
  // Without location and other metadata, which `readPicture` removes.
  const text = await nameplateReader.textOn(picture);
  if (text === null) {
    throw new DomainError(
      "unavailable",
      "The photo could not be read right now. Try again, or type what the plate says.",
    );
  }
  if (text === "") throw invalidField("photo", "No text was found in the photo. Move closer and avoid glare.");
  return text;
}
