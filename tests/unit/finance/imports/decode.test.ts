import { expect, test } from "vitest";
import { decode, MAX_BYTES, readAgain } from "~/domain/finance/imports/csv/decode";

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
  ["UTF-16 without a byte order mark", utf16("Datum,Café €\n", "le", false), "utf-16le"],
  ["UTF-16 big endian without a byte order mark", utf16("Datum,Café €\n", "be", false), "utf-16be"],
  ["windows-1252", latin("Datum,Caf\xe9 \x80\n"), "windows-1252"],
])("%s is decoded as written", (_, file, encoding) => {
  expect(decode(file)).toEqual({ text: "Datum,Café €\n", encoding });
});

test.each([
  ["a PDF", latin("%PDF-1.7\n1 0 obj")],
  ["an Excel workbook or ZIP archive", latin("PK\x03\x04\x14\x00")],
  ["an old Excel workbook", latin("\xd0\xcf\x11\xe0\xa1\xb1")],
  ["a PNG picture", latin("\x89PNG\r\n\x1a\n")],
  ["a JPEG picture", latin("\xff\xd8\xff\xe0")],
  ["a web page", bytes("<!DOCTYPE html><html>")],
  ["an XML file", bytes('<?xml version="1.0"?><rss></rss>')],
  ["a JSON file", bytes('[ { "amount": 1 } ]')],
  ["a binary file", Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7_919) % 256)],
])("%s is named and rejected", (kind, file) => {
  expect(decode(file)).toEqual({ refusal: `The file is ${kind}, not a CSV.` });
});

test("an empty or blank file is rejected", () => {
  expect(decode(new Uint8Array())).toEqual({ refusal: "The file is empty." });
  expect(decode(bytes("\ufeff\r\n \r\n"))).toEqual({ refusal: "The file is empty." });
});

test("a file over 16 MB is rejected unread, but one of 6 MB is accepted", () => {
  expect(decode(new Uint8Array(MAX_BYTES + 1024 * 1024))).toEqual({
    refusal: "The file is 17 MB; the limit is 16 MB.",
  });
  expect(decode(bytes("2025-11-14,Coffee,-4.75\n".repeat(262_144)))).toHaveProperty("encoding", "utf-8");
});

/** Each character's byte in an encoding, as the platform decodes all 256. */
function inEncoding(text: string, encoding: string): Uint8Array {
  const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, at) => at));
  return Uint8Array.from(text, (letter) => all.indexOf(letter));
}

test.each([
  ["Polish", "windows-1250", "Zakupy spożywcze;Żabka Łódź;Płatność kartą;wpłata własna;miesięczna opłata"],
  ["Polish", "iso-8859-2", "Zakupy spożywcze;Żabka Łódź;Płatność kartą;wpłata własna;miesięczna opłata"],
  ["Czech", "windows-1250", "Platba kartou přijatá;Příchozí úhrada;Převod prostředků;Měsíční poplatek;útrata"],
  ["Czech", "iso-8859-2", "Platba kartou přijatá;Příchozí úhrada;Převod prostředků;Měsíční poplatek;tržby šek"],
  ["Hungarian", "windows-1250", "Vásárlás külföldön;Átutalás érkezett;Számlavezetési díj;belföldi átutalás;bérjellegű"],
  ["Lithuanian", "windows-1257", "Mokėjimo paskirtis;Įrašo numeris;grynųjų pinigų išėmimas;už būstą;sąskaita"],
  ["Russian", "windows-1251", "Оплата товаров и услуг;Перевод между счетами;Зарплата"],
  ["German", "windows-1252", "Überweisung;Bäckerei Müller;Straße;Gebühr für März;Café"],
  ["French", "windows-1252", "Prélèvement;Virement émis;Intérêts créditeurs;façade à Noël;chèque reçu"],
  ["Spanish", "windows-1252", "Nómina;Comisión;Devolución;Año;Recibo de teléfono"],
  ["Portuguese", "windows-1252", "Transferência;Pagamento de serviços;Comissão;João;prestação;água"],
  ["Danish", "windows-1252", "Beløb;Overførsel;Løn;Købmand på hjørnet;gebyr æbler"],
  ["Swedish", "windows-1252", "Överföring;Löneutbetalning;Kortköp;avgift för månad"],
])("the letters of %s identify %s", (_, encoding, text) => {
  expect(decode(inEncoding(text, encoding))).toEqual({ text, encoding });
});

test("text decoded in one encoding can be decoded again in another", () => {
  const polish = "Zakupy spożywcze";
  const misread = new TextDecoder("windows-1252").decode(inEncoding(polish, "windows-1250"));
  expect(readAgain(misread, "windows-1252", "windows-1250")).toBe(polish);
  expect(readAgain(polish, "windows-1250", "windows-1252")).toBe(misread);
  expect(readAgain("CafÃ©", "windows-1252", "utf-8")).toBe("Café");
  expect(readAgain("Café", "utf-8", "utf-8")).toBe("Café");
});
