import { expect, test } from "vitest";
import { decode, MAX_BYTES } from "~/domain/finance/imports/csv/decode";

const bytes = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string, order: "le" | "be", mark: boolean) => {
  const codes = Array.from(mark ? `\ufeff${text}` : text, (letter) => letter.charCodeAt(0));
  return Uint8Array.from(codes.flatMap((code) => (order === "le" ? [code & 255, code >> 8] : [code >> 8, code & 255])));
};

test.each([
  ["UTF-8", bytes("Datum,Café €\n"), "utf-8"],
  ["UTF-8 with a byte order mark", bytes("\ufeffDatum,Café €\n"), "utf-8"],
  ["UTF-8 padded with NUL", bytes("Datum,Caf\0é €\n\0"), "utf-8"],
  ["UTF-16 little endian", utf16("Datum,Café €\n", "le", true), "utf-16le"],
  ["UTF-16 big endian", utf16("Datum,Café €\n", "be", true), "utf-16be"],
  ["UTF-16 without a mark", utf16("Datum,Café €\n", "le", false), "utf-16le"],
  ["UTF-16 big endian without a mark", utf16("Datum,Café €\n", "be", false), "utf-16be"],
  ["windows-1252", latin("Datum,Caf\xe9 \x80\n"), "windows-1252"],
])("%s is read as it was written", (_, file, encoding) => {
  expect(decode(file)).toEqual({ text: "Datum,Café €\n", encoding });
});

test.each([
  ["a PDF", latin("%PDF-1.7\n1 0 obj")],
  ["an Excel workbook or ZIP archive", latin("PK\x03\x04\x14\x00")],
  ["an old Excel workbook", latin("\xd0\xcf\x11\xe0\xa1\xb1")],
  ["a PNG picture", latin("\x89PNG\r\n\x1a\n")],
  ["a JPEG picture", latin("\xff\xd8\xff\xe0")],
  ["a web page", bytes("<!DOCTYPE html><html>")],
  ["an OFX file", bytes("OFXHEADER:100\nDATA:OFXSGML\n")],
  ["a QIF file", bytes("!Type:Bank\nD11/14/2025\nT-4.75\n^\n")],
  ["a JSON file", bytes('[ { "amount": 1 } ]')],
  ["a binary file", Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7_919) % 256)],
])("%s is called by its name and refused", (kind, file) => {
  expect(decode(file)).toEqual({ refusal: `The file is ${kind}, not a CSV.` });
});

test("an empty or blank file is refused", () => {
  expect(decode(new Uint8Array())).toEqual({ refusal: "The file is empty." });
  expect(decode(bytes("\ufeff\r\n \r\n"))).toEqual({ refusal: "The file is empty." });
});

test("a file over 16 MB is refused before it is looked at, one of 6 MB is not", () => {
  expect(decode(new Uint8Array(MAX_BYTES + 1024 * 1024))).toEqual({
    refusal: "The file is 17 MB; the limit is 16 MB.",
  });
  expect(decode(bytes("2025-11-14,Coffee,-4.75\n".repeat(262_144)))).toHaveProperty("encoding", "utf-8");
});
