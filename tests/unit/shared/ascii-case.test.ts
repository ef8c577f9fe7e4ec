import { expect, test } from "vitest";
import { asciiLowerCase, asciiUpperCase } from "~/domain/shared/text/ascii-case";

test.each([
  ["DUCT Ø 6", "duct Ø 6", "DUCT Ø 6"],
  ["Filtre à Air", "filtre à air", "FILTRE à AIR"],
  ["İstanbul", "İstanbul", "İSTANBUL"],
  ["Straße", "straße", "STRAßE"],
  ["40 µF [@Z`{z", "40 µf [@z`{z", "40 µF [@Z`{Z"],
  ["日本 AC 🔧", "日本 ac 🔧", "日本 AC 🔧"],
  ["", "", ""],
])("only A to Z of %s change their case", (text, lower, upper) => {
  expect([asciiLowerCase(text), asciiUpperCase(text)]).toEqual([lower, upper]);
});
