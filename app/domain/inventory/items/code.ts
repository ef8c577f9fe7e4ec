import { UUID_PATTERN } from "~/domain/shared/record-ref";

const LABEL_URL = new RegExp(`\\/inventory\\/(items|locations)\\/(${UUID_PATTERN})(?:[/?#]|$)`, "i");

interface ScannedCode {
  /** From our own labels: the item or location whose page they open. */
  itemId: string | null;
  locationId: string | null;
  /** One scanner reads a UPC as 12 digits, another as an EAN of 13 digits with a leading 0: contains both forms. */
  barcodes: string[];
}

/** Parses a scanned code: a barcode or SKU as read, or the URL in the QR code of one of our labels. */
export function readCode(text: string): ScannedCode {
  const code = text.trim();
  const [, kind, id] = LABEL_URL.exec(code) ?? [];
  const labeled = id?.toLowerCase() ?? null;
  return {
    itemId: kind === "items" ? labeled : null,
    locationId: kind === "locations" ? labeled : null,
    barcodes: labeled ? [] : [code, ...twinOf(code)],
  };
}

function twinOf(code: string): string[] {
  if (/^\d{12}$/.test(code)) return [`0${code}`];
  return /^0\d{12}$/.test(code) ? [code.slice(1)] : [];
}
