import { and, eq, isNull } from "drizzle-orm";
import { inventoryItems } from "#drizzle/schema/inventory";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { refuseOverQuota } from "~/domain/shared/files/photo-storage.server";
import { hasTooManyPixels, readPicture, TOO_MANY_PIXELS } from "~/domain/shared/files/pictures";
import { type Limit, NOT_A_PICTURE } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { sha256Of } from "~/domain/shared/secrets/tokens.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { isItem, itemNotFound } from "./items.server";
import { MAX_ITEM_PICTURE_BYTES, PICTURE_TOO_LARGE } from "./picture";

const PICTURES: Limit = {
  ...{ name: "item-pictures", what: "pictures", perPerson: 300, perBusiness: 1000 },
  seconds: HOUR_SECONDS,
};

const refused = (code: "too_large" | "invalid", text: string) =>
  new DomainError(code, text, { fields: { picture: [text] } });

const replaced = {
  picture_replaced: () => new DomainError("conflict", "Someone else just changed the picture. Check it first."),
};

/**
 * Stores a JPEG, PNG or WebP of at most 4 MB and 50 megapixels as the item's picture, without location and other metadata, and
 * deletes the previous one.
 * @throws DomainError not_found; too_large, also if the business's storage is full; invalid; conflict if the picture was
 *   replaced in the meantime
 */
export async function saveItemPicture(ctx: Ctx, id: string, file: Blob): Promise<void> {
  const me = allow(ctx, "inventory.write");
  if (file.size > MAX_ITEM_PICTURE_BYTES) throw refused("too_large", PICTURE_TOO_LARGE);
  await limitUse(ctx, PICTURES);
  const sent = new Uint8Array(await file.arrayBuffer());
  const picture = readPicture(sent);
  if (!picture) throw refused("invalid", NOT_A_PICTURE);
  if (hasTooManyPixels(picture)) throw refused("invalid", TOO_MANY_PIXELS);
  await once(ctx, "saveItemPicture", { id, sha256: await sha256Of(sent) }, async (commit) => {
    const before = await keyOf(ctx, me, id);
    await refuseOverQuota(ctx, me, { bytes: picture.bytes.length, field: "picture" });
    const pictureKey = `items/${me.orgId}/${id}/${ctx.newId()}`;
    // Stores the file first, so that no row refers to a missing file.
    await ctx.providers.files.put(pictureKey, picture.bytes.buffer, picture.type);
    try {
      await commit(me, {
        writes: pictureWrites(ctx, me, { id, before, after: { pictureKey, pictureBytes: picture.bytes.length } }),
        audit: [audited(id, "save", { type: picture.type, bytes: picture.bytes.length })],
        result: null,
        refusals: replaced,
      });
    } catch (error) {
      // Keeps the file if the write succeeded and only the response was lost.
      if ((await keyOf(ctx, me, id)) !== pictureKey) await ctx.providers.files.delete(pictureKey);
      throw error;
    }
    if (before) ctx.after(ctx.providers.files.delete(before));
    return null;
  });
}

/** @throws DomainError not_found, also for an item without a picture; conflict if the picture was replaced in the meantime */
export async function removeItemPicture(ctx: Ctx, id: string): Promise<void> {
  const me = allow(ctx, "inventory.write");
  await once(ctx, "removeItemPicture", { id }, async (commit) => {
    const before = await keyOf(ctx, me, id);
    if (!before) throw noPicture();
    await commit(me, {
      writes: pictureWrites(ctx, me, { id, before, after: { pictureKey: null, pictureBytes: null } }),
      audit: [audited(id, "remove", null)],
      result: null,
      refusals: replaced,
    });
    ctx.after(ctx.providers.files.delete(before));
    return null;
  });
}

/** Returns the picture, for members of its business. @throws DomainError not_found */
export async function readItemPicture(ctx: Ctx, id: string) {
  const me = allow(ctx, "inventory.read");
  const key = await keyOf(ctx, me, id);
  const file = key && (await ctx.providers.files.get(key));
  if (!file) throw noPicture();
  return file;
}

const noPicture = () => notFound("This item has no picture");

const audited = (entityId: string, what: "save" | "remove", after: object | null) => ({
  ...{ action: `inventory_item_picture.${what}`, entity: "inventory_item", entityId },
  ...(after && { after }),
});

interface Replaced {
  id: string;
  before: string | null;
  after: { pictureKey: string | null; pictureBytes: number | null };
}

/**
 * Only replaces the picture that was read, so that one of two concurrent uploads is refused and no file is left without a row.
 */
function pictureWrites(ctx: Ctx, me: Member, { id, before, after }: Replaced) {
  const { pictureKey } = inventoryItems;
  return [
    ctx.db
      .update(inventoryItems)
      .set({ ...after, updatedAt: ctx.now.toISOString() })
      .where(and(isItem(me, id), before === null ? isNull(pictureKey) : eq(pictureKey, before))),
    assertRowChanged(ctx, "picture_replaced"),
  ];
}

async function keyOf(ctx: Ctx, me: Member, id: string): Promise<string | null> {
  const [row] = await ctx.db.select({ key: inventoryItems.pictureKey }).from(inventoryItems).where(isItem(me, id));
  if (!row) throw itemNotFound();
  return row.key;
}
