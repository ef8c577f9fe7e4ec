import { expect, test } from "vitest";
import { isEcho } from "~/domain/voice/extraction/silence";

const names = ["Ana Núñez", "Mike Sullivan", "Bob Lee", "Lakeview Apartments"];

test.each([
  ["Names: Ana Núñez, Mike Sullivan, Bob Lee, Lakeview Apartments.", true],
  ["ana nunez mike sullivan bob lee", true],
  ["Ana Núñez", false],
  ["Mike Sullivan and Bob Lee", false],
  ["Send Mike Sullivan to Ana Núñez and Bob Lee, no heat.", false],
  ["", false],
])("%s is only an echo of the prompt: %s", (text, expected) => {
  expect(isEcho(text, names)).toBe(expected);
});
