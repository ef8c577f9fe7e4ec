import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createHasher } from "~/domain/finance/imports/sha256";

const reference = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);

test.each([0, 3, 55, 56, 63, 64, 65, 119, 120, 5_000])(
  "a text of %d bytes has the first half of its SHA-256",
  (length) => {
    const text = "a".repeat(length);
    expect(createHasher()(text)).toBe(reference(text));
  },
);

test("any text, in any order, has the hash that everyone else computes", () => {
  const hash = createHasher();
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => hash(text) === reference(text)));
});
