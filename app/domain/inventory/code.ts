const LABEL_URL = /\/inventory\/(items|locations)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?#]|$)/i;

export interface ScannedCode {
  /** Of our own labels: the item or the location whose page they open. */
  itemId: string | null;
  locationId: string | null;
  /** A UPC is read as 12 digits by one scanner and as an EAN of 13 with a leading 0 by another: both. */
  barcodes: string[];
}

/** What a scanner read: a barcode or SKU as it is, or the address in the QR code of a label of ours. */
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
