import { expect, test } from "vitest";
import { drawnText } from "~/domain/shared/pdf/right-to-left";

const codes = (text: string) => [...text].map((letter) => letter.codePointAt(0)?.toString(16)).join(" ");

test.each([
  ["Latin stays as it is", "Ada (Lovelace) 24", "Ada (Lovelace) 24"],
  ["letters take the form that their neighbors ask for, from right to left", "بيت", "\ufe96\ufef4\ufe91"],
  ["what joins no next letter breaks the word", "دار", "\ufead\ufe8d\ufea9"],
  ["lam and alef are one", "لا", "\ufefb"],
  ["lam and alef behind a letter are joined to it", "سلا", "\ufefc\ufeb3"],
  ["a number within stays as it is", "بيت 24 دار", "\ufead\ufe8d\ufea9 24 \ufe96\ufef4\ufe91"],
  ["brackets within turn round", "א (ב) ג", "ג (ב) א"],
  ["a bracket at the end turns with the one that it closes", "אב (גד)", "(דג) בא"],
  ["a bracket that was opened before stays", "(אב) Inc", "(בא) Inc"],
  ["Latin beside stays where it is", "Air אב Inc", "Air בא Inc"],
  ["a number behind stands to the left", "בא 24", "24 אב"],
  ["vowel marks are left out", "بَيت", "\ufe96\ufef4\ufe91"],
])("%s", (_, given, drawn) => {
  expect(codes(drawnText(given))).toBe(codes(drawn));
});
