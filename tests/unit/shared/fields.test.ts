import { expect, test } from "vitest";
import { optionalText } from "~/domain/shared/fields";

test.each([
  ["\0Leave at the door\0", "Leave at the door"],
  ["\0 ", null],
  ["", null],
])("a NUL in %j is left out, because the database would end the text there", (given, read) => {
  expect(optionalText().parse(given)).toBe(read);
});
