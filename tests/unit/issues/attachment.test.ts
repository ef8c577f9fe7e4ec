import fc from "fast-check";
import { expect, test } from "vitest";
import { attachmentName, attachmentType, contentDisposition } from "~/domain/issues/attachment";

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...part].map((c) => c.charCodeAt(0)) : part)));

test.each([
  ["a GIF", bytes("GIF89a"), "image/gif"],
  ["a PDF", bytes("%PDF-1.4"), "application/pdf"],
  ["a ZIP archive", bytes("PK", [3, 4, 20, 0]), "application/zip"],
  ["an MP4", bytes([0, 0, 0, 24], "ftypisom"), "video/mp4"],
  ["a WebM", bytes([0x1a, 0x45, 0xdf, 0xa3, 1]), "video/webm"],
  ["a log with colors", bytes([0x1b], "[31merror", [0x1b], "[0m\r\n\tat x"), "text/plain"],
  ["text in UTF-8", new TextEncoder().encode("Überhitzung 3 °C"), "text/plain"],
  ["text in Latin-1", bytes([0xdc, 0x62]), null],
  ["a program", bytes("MZ", [0x90, 0, 3]), null],
  ["text followed by a zero byte", bytes("hello", [0]), null],
])("%s is recognized by its first bytes", (_, given, type) => {
  expect(attachmentType(given)).toBe(type);
});

test.each([
  ["C:\\Users\\dana\\shot.png", "shot.png"],
  ["../../etc/passwd", "passwd"],
  ["invoice\u202egnp.exe", "invoicegnp.exe"],
  ["a\r\nSet-Cookie: x.txt", "aSet-Cookie: x.txt"],
  [".hidden", "hidden"],
  [" \t ", "file"],
  ["a/", "file"],
  [`${"x".repeat(300)}.log`, `${"x".repeat(196)}.log`],
])("%j is stored as %j", (given, name) => {
  expect(attachmentName(given)).toBe(name);
});

test("any file name is shortened to fit the table, and the header stays one line of ASCII", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.boolean(), (given, shown) => {
      const name = attachmentName(given);
      expect(name.length).toBeGreaterThan(0);
      expect([...name].length).toBeLessThanOrEqual(200);
      const header = contentDisposition(name, shown);
      expect(header).toMatch(/^(inline|attachment); filename="[ !#-[\]-~]+"; filename\*=UTF-8''[A-Za-z0-9!~._%*-]+$/);
    }),
  );
});
