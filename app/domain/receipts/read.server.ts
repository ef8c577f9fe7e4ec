import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { type Limit, PRO_ALLOWANCE } from "~/domain/shared/limits";
import { limitSearches, limitUse } from "~/domain/shared/limits.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { allowReceipts } from "./book.server";
import { readReceiptPicture } from "./list.server";
import { type ReadReceipt, readReceiptText } from "./read-text";
import type { ReceiptOwner } from "./receipt";

const READINGS: Limit = {
  ...{
    name: "receipt-readings",
    what: "receipts to read",
    perPerson: 120,
    perBusiness: 600,
    timesOnPro: PRO_ALLOWANCE,
  },
  seconds: HOUR_SECONDS,
};

const unavailable = (text: string) => new DomainError("unavailable", text);

/**
 * Data a model reads from a receipt's picture, with the recognized text. Nothing is saved.
 * @throws DomainError not_found; unavailable without a model or if it does not respond
 */
export async function readReceiptByModel(
  ctx: Ctx,
  of: ReceiptOwner | undefined,
  id: string,
): Promise<ReadReceipt & { text: string }> {
  const { today } = allowReceipts(ctx, of);
  const file = await readReceiptPicture(ctx, of, id);
  const { nameplateReader: reader } = ctx.providers;
  if (!reader) throw unavailable("No reader is set up here. Read the picture on this device, or type what it says.");
  await limitUse(ctx, READINGS);
  const bytes = new Uint8Array(await new Response(file.body).arrayBuffer());
  const text = await reader.textOn({ bytes, type: file.contentType }, "receipt");
  if (text === null) throw unavailable("The picture could not be read right now. Try again, or type what it says.");
  return { text, ...readReceiptText(text, today) };
}

/** Data parsed from a receipt's text. */
export async function readTextOfReceipt(ctx: Ctx, of: ReceiptOwner | undefined, text: string): Promise<ReadReceipt> {
  const { today } = allowReceipts(ctx, of);
  await limitSearches(ctx);
  return readReceiptText(text, today);
}
