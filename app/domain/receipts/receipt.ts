import { MAX_ZIP_BYTES } from "~/domain/shared/files/zip";
import { can, type Rights } from "~/domain/shared/permissions";

/** The owner: a business, whose members share its receipts, or a household, whose receipts no one at work sees. */
export const RECEIPT_OWNERS = ["business", "household"] as const;
export type ReceiptOwner = (typeof RECEIPT_OWNERS)[number];

/** What a receipt is for: a record of the business, or an expense of the household. */
export const SUBJECT_KINDS = ["work_order", "purchase_order", "item", "expense"] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The right to see each record of the business that a receipt may be for. */
export const SUBJECT_PERMISSIONS = {
  work_order: "work_orders.read",
  purchase_order: "inventory.read",
  item: "inventory.read",
} as const;

export const MAX_RECEIPT_BYTES = 8_000_000;
/** Maximum size of a chosen file; it is scaled down before the upload. */
export const MAX_CHOSEN_BYTES = 50_000_000;
export const RECEIPT_TOO_LARGE = "The picture is larger than 8 MB";
export const RECEIPT_IS_HEIC =
  "This is a HEIC photo, which browsers cannot show. Take it as a JPEG: on an iPhone, Settings, Camera, Formats, Most Compatible.";
/** Maximum bytes of receipts per household. */
export const HOUSEHOLD_RECEIPT_QUOTA = 2_000_000_000;
/** Unconfirmed receipts are counted up to this number. */
export const MAX_COUNTED = 99;
/** Maximum pictures per ZIP file. */
export const MAX_ZIP_PICTURES = 900;

/** Members who do the books see every receipt of the business; others see those they added. */
export const seesEveryReceipt = (member: Rights): boolean => can(member, "invoices.read");
export const changesEveryReceipt = (member: Rights): boolean => can(member, "invoices.write");

/** A normalized merchant name: 'The Home Depot #4921' and 'HOME DEPOT' are equal. */
function merchantKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/\b(the|inc|llc|co|corp|store|supply)\b/g, " ")
    .replace(/[^a-z]+/g, "");
}

/** Whether two names may be the same merchant: text recognition drops letters at the ends. */
export function isSameMerchant(one: string, other: string): boolean {
  const [a, b] = [merchantKey(one), merchantKey(other)];
  if (a === "" || b === "") return one.trim().toLowerCase() === other.trim().toLowerCase();
  return a.includes(b) || b.includes(a);
}

interface Named {
  boughtOn: string | null;
  addedOn: string;
  merchant: string | null;
  contentType: string;
}

const ENDINGS: Record<string, string> = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };

/** A picture's name in a ZIP file: '007-2026-11-03-home-depot.jpg'. */
export function pictureName({ boughtOn, addedOn, merchant, contentType }: Named, position: number): string {
  const words = (merchant ?? "receipt")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  const name = [String(position).padStart(3, "0"), boughtOn ?? addedOn, words || "receipt"].join("-");
  return `${name}.${ENDINGS[contentType] ?? "bin"}`;
}

/** Why a month's pictures cannot be put into one ZIP file; null if they can. */
export function zipRefusal(pictures: readonly { bytes: number }[]): string | null {
  const instead = "Download the CSV file instead.";
  if (pictures.length > MAX_ZIP_PICTURES)
    return `This month has ${pictures.length} receipts; a ZIP file holds ${MAX_ZIP_PICTURES} pictures. ${instead}`;
  const bytes = pictures.reduce((sum, picture) => sum + picture.bytes, 0);
  if (bytes <= MAX_ZIP_BYTES) return null;
  return `This month's pictures are larger than a ZIP file can be, ${MAX_ZIP_BYTES / 1_000_000_000} GB. ${instead}`;
}
