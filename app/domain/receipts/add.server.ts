import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import { refuseOverQuota } from "~/domain/shared/files/photo-storage.server";
import { hasTooManyPixels, isHeic, readPicture, TOO_MANY_PIXELS } from "~/domain/shared/files/pictures";
import { crc32 } from "~/domain/shared/files/zip";
import { formatBytes, type Limit, NOT_A_PICTURE } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { sha256Of } from "~/domain/shared/secrets/tokens.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { once } from "~/domain/shared/write.server";
import { allowReceipts, isReceipt, type ReceiptBook } from "./book.server";
import {
  HOUSEHOLD_RECEIPT_QUOTA,
  MAX_RECEIPT_BYTES,
  RECEIPT_IS_HEIC,
  RECEIPT_TOO_LARGE,
  type ReceiptOwner,
} from "./receipt";
import type { ReceiptPicture } from "./schema";

const PICTURES: Limit = {
  ...{ name: "receipts", what: "receipts", perPerson: 300, perBusiness: 2000 },
  seconds: HOUR_SECONDS,
};

const refused = (code: "too_large" | "invalid", text: string) =>
  new DomainError(code, text, { fields: { picture: [text] } });

/**
 * Stores a picture, without location and other metadata, as a receipt to be confirmed.
 * @throws DomainError too_large, also if the storage is full; invalid; conflict with `{ receiptId }` if the picture was already
 * added
 */
export async function addReceipt(
  ctx: Ctx,
  of: ReceiptOwner | undefined,
  { picture: photo, sha256: chosen }: ReceiptPicture,
): Promise<{ id: string; of: ReceiptOwner }> {
  const book = allowReceipts(ctx, of);
  if (photo.size > MAX_RECEIPT_BYTES) throw refused("too_large", RECEIPT_TOO_LARGE);
  await limitUse(ctx, PICTURES);
  const sent = new Uint8Array(await photo.arrayBuffer());
  if (isHeic(sent)) throw refused("invalid", RECEIPT_IS_HEIC);
  const picture = readPicture(sent);
  if (!picture) throw refused("invalid", NOT_A_PICTURE);
  if (hasTooManyPixels(picture)) throw refused("invalid", TOO_MANY_PIXELS);
  const sha256 = chosen ?? (await sha256Of(sent));
  return once(ctx, "addReceipt", { of: book.of, sha256 }, async (commit) => {
    const { table, ownerId, userId, member, today } = book;
    const there = await pictureOf(ctx, book, sha256);
    if (there) throw alreadyThere(book, there);
    await refuseOverRoom(ctx, book, picture.bytes.length);
    const id = ctx.newId();
    const fileKey = `receipts/${ownerId}/${id}`;
    const at = ctx.now.toISOString();
    // The file is stored first: a row never refers to a missing file.
    await ctx.providers.files.put(fileKey, picture.bytes.buffer, picture.type);
    try {
      return await commit(member, {
        writes: [
          ctx.db.insert(table).values({
            ...{ ownerId, id, fileKey, contentType: picture.type, bytes: picture.bytes.length, sha256 },
            ...{ crc32: crc32(picture.bytes), addedOn: today, addedBy: userId, createdAt: at, updatedAt: at },
          }),
        ],
        audit: member ? [{ action: "receipt.add", entity: "receipt", entityId: id }] : [],
        result: { id, of: book.of },
      });
    } catch (error) {
      const [stored] = await ctx.db.select({ id: table.id }).from(table).where(isReceipt(book, id));
      if (!stored) await ctx.providers.files.delete(fileKey);
      if (failedOn(error, `${book.tableName}.sha256`)) throw alreadyThere(book, await pictureOf(ctx, book, sha256));
      throw error;
    }
  });
}

interface KnownPicture {
  id: string;
  addedBy: string;
}

/** `receiptId` is null if the person may not see that receipt. */
function alreadyThere({ seesAll, userId }: ReceiptBook, known: KnownPicture | undefined): DomainError {
  const text = "This picture was already added.";
  const receiptId = known && (seesAll || known.addedBy === userId) ? known.id : null;
  return new DomainError("conflict", text, { fields: { picture: [text] }, details: { receiptId } });
}

async function pictureOf(ctx: Ctx, { table, ownerId }: ReceiptBook, sha256: string): Promise<KnownPicture | undefined> {
  const [row] = await ctx.db
    .select({ id: table.id, addedBy: table.addedBy })
    .from(table)
    .where(and(eq(table.ownerId, ownerId), eq(table.sha256, sha256)));
  return row;
}

/** @throws DomainError too_large */
async function refuseOverRoom(ctx: Ctx, { member, ownerId }: ReceiptBook, bytes: number): Promise<void> {
  if (member) return refuseOverQuota(ctx, member, { bytes, field: "picture" });
  const [row] = await ctx.db.all<{ value: number }>(
    sql`SELECT value FROM household_counters WHERE user_id = ${ownerId} AND name = 'receipt_bytes'`,
  );
  if ((row?.value ?? 0) + bytes <= HOUSEHOLD_RECEIPT_QUOTA) return;
  const room = formatBytes(HOUSEHOLD_RECEIPT_QUOTA);
  throw refused("too_large", `Your household has used its ${room} for receipts. Delete some first.`);
}
