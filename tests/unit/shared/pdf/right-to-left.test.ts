import { expect, test } from "vitest";
import { drawnText } from "~/domain/shared/pdf/right-to-left";

const codes = (text: string) => [...text].map((letter) => letter.codePointAt(0)?.toString(16)).join(" ");

test.each([
  ["Latin text is unchanged", "Ada (Lovelace) 24", "Ada (Lovelace) 24"],
  ["letters are drawn right to left in the form for their neighbors", "بيت", "\ufe96\ufef4\ufe91"],
  ["a letter that does not join the next one breaks the word", "دار", "\ufead\ufe8d\ufea9"],
  ["lam and alef are one glyph", "لا", "\ufefb"],
  ["lam and alef after a letter join it", "سلا", "\ufefc\ufeb3"],
  ["a number within the text is unchanged", "بيت 24 دار", "\ufead\ufe8d\ufea9 24 \ufe96\ufef4\ufe91"],
  ["brackets within the text are mirrored", "א (ב) ג", "ג (ב) א"],
  ["a closing bracket at the end is mirrored with its opening one", "אב (גד)", "(דג) בא"],
  ["brackets opened in Latin text are unchanged", "(אב) Inc", "(בא) Inc"],
  ["Latin text next to it keeps its place", "Air אב Inc", "Air בא Inc"],
  ["a number after the text is drawn to its left", "בא 24", "24 אב"],
  ["vowel marks are omitted", "بَيت", "\ufe96\ufef4\ufe91"],
])("%s", (_, given, drawn) => {
  expect(codes(drawnText(given))).toBe(codes(drawn));
});
