import fc from "fast-check";
import { expect, test } from "vitest";
import { commonPasswords } from "~/domain/auth/common-passwords.rules";
import { frontCoded, frontDecoded } from "~/domain/auth/front-coding.rules";

test("a word is what it does not share with the one before", () => {
  expect(frontCoded(["winter", "winter1", "winter12", "wisdom"])).toBe("AwinterG1H2Csdom");
});

test("any words without capitals come back as they were", () => {
  const word = fc.string({ unit: fc.constantFrom(..."ab1!é🔥,"), maxLength: 60 });
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(frontDecoded(frontCoded(words))).toEqual(words);
    }),
  );
});

test("the common passwords survive, in less than half the length", () => {
  const words = [...commonPasswords].sort();
  const coded = frontCoded(words);
  expect(frontDecoded(coded)).toEqual(words);
  expect(coded.length).toBeLessThan(words.join(" ").length / 2);
});
