import { readFileSync } from "node:fs";
import fontkit from "@cantoo/fontkit";
import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { eachCharacterOnce, startPdf } from "~/domain/shared/pdf/document.server";

const options = {
  title: "Order 7",
  author: "Comfort Air",
  createdAt: new Date("2026-11-21T15:00:00Z"),
  footer: "Order 7",
};

async function sample(rows: number, words = 6): Promise<ArrayBuffer> {
  const pdf = await startPdf(options);
  await pdf.header({
    name: "Comfort Air Żółć & Ñandú",
    lines: ["12 Main St", null, "Milwaukee, WI 53202"],
    title: "Purchase order",
    subtitle: "PO-7",
  });
  pdf.blocks([
    { title: "Supplier", lines: ["Johnstone Supply", "“Counter” – orders@example.com"] },
    { title: "Details", lines: ["Ordered Nov 21, 2026", "Expected Nov 28, 2026"] },
  ]);
  const detail = Array.from({ length: words }, (_, at) => `word${at}`).join(" ");
  pdf.table(
    [
      { header: "Item", share: 2 },
      { header: "Quantity", width: 70, align: "right" },
      { header: "Amount", width: 90, align: "right" },
    ],
    Array.from({ length: rows }, (_, at) => [{ text: `CAP-${at}`, detail }, "12 EA", "$1,234.50"]),
  );
  pdf.totals([
    { label: "Subtotal", value: "$1,111.10" },
    { label: "Total", value: "$1,111.10", strong: true },
  ]);
  pdf.heading("Notes");
  pdf.text("Net 30. 漢 is not in the font.", { muted: true });
  return pdf.finish();
}

const pagesOf = async (file: ArrayBuffer) => (await PDFDocument.load(file)).getPageCount();

test("a short document has one page and its own title", async () => {
  const file = await sample(3);
  const read = await PDFDocument.load(file, { updateMetadata: false });
  expect([read.getPageCount(), read.getTitle(), read.getAuthor()]).toEqual([1, "Order 7", "Comfort Air"]);
  expect(read.getCreationDate()).toEqual(options.createdAt);
  expect(file.byteLength).toBeLessThan(60_000);
});

test("a long table continues over pages, and so does a row taller than a page", async () => {
  expect(await pagesOf(await sample(120))).toBeGreaterThan(4);
  expect(await pagesOf(await sample(1, 3000))).toBeGreaterThan(2);
});

test("the same document is the same file", async () => {
  const [first, second] = [await sample(2), await sample(2)];
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
});

test.each(["regular", "semibold"])("a text's glyphs in Inter %s match its characters", (weight) => {
  const bytes = readFileSync(`app/domain/shared/pdf/fonts/inter-${weight}.ttf`);
  const [whole, byCharacter] = [fontkit.create(bytes), eachCharacterOnce.create(bytes)];
  if (!("layout" in whole)) throw new Error("a font's file holds one font");
  const every = String.fromCodePoint(...whole.characterSet);
  const texts = [every, [...every].join(" "), "1/2 x 10 - 3 -> AV To fi ffi", "10:30 $1,234.50 (24 x 24)", "11.11"];
  const glyphsIn = (font: typeof whole | typeof byCharacter, text: string) =>
    font.layout(text, { tnum: true }).glyphs.map(({ id, advanceWidth }) => [id, advanceWidth]);
  for (const text of [...texts, ...texts]) expect(glyphsIn(byCharacter, text)).toEqual(glyphsIn(whole, text));
  const digits = new Set([..."0123456789"].flatMap((digit) => glyphsIn(byCharacter, digit).map(([, width]) => width)));
  expect(digits.size).toBe(1);
});
