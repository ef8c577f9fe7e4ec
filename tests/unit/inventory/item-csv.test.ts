import { expect, test } from "vitest";
import { cellText, ITEM_COLUMNS, matchColumns, readChoice, readFlag } from "~/domain/inventory/items/item-csv";

test("columns match by the export's headings, a field name or a synonym, each once", () => {
  expect(matchColumns(ITEM_COLUMNS.map(({ header }) => header))).toEqual(ITEM_COLUMNS.map(({ field }) => field));
  expect(matchColumns(["Part number", "item name", "UPC", "list_price", "Price", "Bin"])).toEqual([
    ...["sku", "name", "barcode", "listPrice", null, null],
  ]);
});

test.each([
  ["Yes", true],
  [" x ", true],
  ["0", false],
  ["", false],
  ["maybe", null],
])("%s is read as a flag", (cell, flag) => {
  expect(readFlag(cell)).toBe(flag);
});

test("a choice is matched by value or label, and anything else is passed on to be rejected", () => {
  const labels = { EA: "Each", FT: "Foot" };
  expect(["ea", "foot", "yard"].map((cell) => readChoice(cell, labels))).toEqual(["EA", "FT", "yard"]);
});

test("the quote an export puts before a formula is removed", () => {
  expect(["'=A1", "'-10 fitting", "'tis", " x "].map(cellText)).toEqual(["=A1", "-10 fitting", "'tis", "x"]);
});
