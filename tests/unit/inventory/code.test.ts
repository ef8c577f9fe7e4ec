import { expect, test } from "vitest";
import { readCode } from "~/domain/inventory/items/code";

const id = "0199f0aa-1111-7222-8333-123456789abc";

test.each([
  [" CAP-45 ", { itemId: null, locationId: null, barcodes: ["CAP-45"] }],
  ["687152012345", { itemId: null, locationId: null, barcodes: ["687152012345", "0687152012345"] }],
  ["0687152012345", { itemId: null, locationId: null, barcodes: ["0687152012345", "687152012345"] }],
  ["4006381333931", { itemId: null, locationId: null, barcodes: ["4006381333931"] }],
  [`https://plenum.example/inventory/items/${id}`, { itemId: id, locationId: null, barcodes: [] }],
  [
    `https://plenum.example/inventory/locations/${id.toUpperCase()}?x=1`,
    { itemId: null, locationId: id, barcodes: [] },
  ],
  ["https://plenum.example/inventory/items/create", expect.objectContaining({ itemId: null, locationId: null })],
])("%s is read as the record it identifies", (text, read) => {
  expect(readCode(text)).toEqual(read);
});
