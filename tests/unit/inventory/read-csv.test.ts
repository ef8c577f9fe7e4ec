import { expect, test } from "vitest";
import { readCsv } from "~/routes/inventory/items-import/read-csv";

const read = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => readCsv(new File(parts, "items.csv"));
const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

test("rows keep their place in the file, and blank ones are left out", async () => {
  const { header, rows } = await read("SKU,Name\r\nA-1,Coil\r\n,\r\n\r\nA-2,Fan\r\n");
  expect(header).toEqual(["SKU", "Name"]);
  expect(rows).toEqual([
    { line: 2, cells: ["A-1", "Coil"] },
    { line: 5, cells: ["A-2", "Fan"] },
  ]);
});

test.each([
  ["UTF-8 with a mark", ["\uFEFFSKU,Name\nA-1,Elbow 90°"]],
  ["the encoding of Windows", [bytesOf("SKU,Name\nA-1,Elbow 90\xb0")]],
  ["UTF-16", [bytesOf("\xff\xfe"), bytesOf([..."SKU,Name\nA-1,Elbow 90°"].map((sign) => `${sign}\0`).join(""))]],
])("a file in %s is read without damage", async (_, parts) => {
  const { header, rows } = await read(...parts);
  expect([header[0], rows[0]?.cells]).toEqual(["SKU", ["A-1", "Elbow 90°"]]);
});

test("a quoted cell without an end is refused with its row, because it would swallow those that follow", async () => {
  await expect(read('SKU,Name\nA-1,Coil\nA-2,"3/4 elbow\nA-3,Fan\n')).rejects.toThrow("Row 3 has a quotation mark");
  expect((await read('SKU,Name\nA-1,"3/4"" elbow"\nA-2,1/2" elbow\n')).rows.map(({ cells }) => cells[1])).toEqual([
    '3/4" elbow',
    '1/2" elbow',
  ]);
});

test("a workbook is refused with what to do", async () => {
  await expect(read("PK\x03\x04 …")).rejects.toThrow("Save it as CSV");
});
