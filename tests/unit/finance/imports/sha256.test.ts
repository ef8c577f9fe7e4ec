import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createHasher } from "~/domain/finance/imports/sha256";

const reference = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);

test.each([0, 3, 55, 56, 63, 64, 65, 119, 120, 5_000])(
  "the hash of %d bytes is the first half of their SHA-256",
  (length) => {
    const text = "a".repeat(length);
    expect(createHasher()(text)).toBe(reference(text));
  },
);

// FIPS 180-4 and NIST's example values.
test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb924"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223"],
  ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039"],
  [
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
    "cf5b16a778af8380036ce59e7b049237",
  ],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67"],
])("the standard's example %# has its published hash", (text, hash) => {
  expect(createHasher()(text)).toBe(hash);
});

test("any text, in any order, has the same hash as other implementations compute", () => {
  const hash = createHasher();
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => hash(text) === reference(text)));
});
