import { expect, test } from "vitest";
import { searchExpression } from "~/domain/customers/search";
import { sameAs, similarExpression } from "~/domain/customers/similar";
import { wordsOrPhone } from "~/domain/shared/text/search";

const words: [string, string[]][] = [
  ["Rosa Alvarez", ["rosa", "alvarez"]],
  ["  O'Brien ", ["o", "brien"]],
  ["(414) 555-0142", ["4145550142"]],
  ["+1 414 555", ["414555"]],
  ["1 414 555 0142", ["4145550142"]],
  ["0142", ["0142"]],
  ["12", ["12"]],
  ["1417 W Vliet", ["1417", "w", "vliet"]],
  ['" OR name:* NEAR(', ["or", "name", "near"]],
  ["zoë", ["zoë"]],
  ["- ' *", []],
];

for (const [text, expected] of words) {
  test(`a search for ${JSON.stringify(text)} looks for ${expected.join(" and ") || "nothing"}`, () => {
    expect(wordsOrPhone(text)).toEqual(expected);
  });
}

test("a search expression has the filters and every word, quoted", () => {
  expect(searchExpression('ros "al', { status: "active", archived: false })).toBe(
    'kind : (current AND active) AND {name contact place} : ("ros"* AND "al"*)',
  );
  expect(searchExpression("ros", { type: "commercial", archived: true })).toBe(
    'kind : (archived AND commercial) AND {name contact place} : ("ros"*)',
  );
  expect(searchExpression("  ", { archived: false })).toBeNull();
});

const known = { name: "Rosa Alvarez", phone: "+14145550142", email: "rosa@example.com", postalCodes: ["53205-1234"] };
const blank = { name: null, phone: null, email: null, postalCode: null };

const likeness: [string, object, string | null][] = [
  ["the same phone number in another format", { phone: "4145550142" }, "Same phone"],
  ["the same email in capitals", { email: "Rosa@Example.com" }, "Same email"],
  ["the same name and ZIP code", { name: "rosa  alvarez", postalCode: "53205" }, "Same name and ZIP code"],
  [
    "name, phone and email",
    { name: "Rosa Alvarez", phone: "4145550142", postalCode: "53205" },
    "Same phone, same name and ZIP code",
  ],
  ["the same name with accents", { name: "Rosa Álvarez", postalCode: "53205" }, "Same name and ZIP code"],
  ["the same name in another ZIP code", { name: "Rosa Alvarez", postalCode: "60601" }, null],
  ["the same name only", { name: "Rosa Alvarez" }, null],
  ["another phone", { phone: "4145550143" }, null],
];

for (const [what, entered, reason] of likeness) {
  test(`${what} ${reason ? "may be the same customer" : "is no sign"}`, () => {
    expect(sameAs(known, { ...blank, ...entered })).toBe(reason);
  });
}

test("possible duplicates are looked up by phone, email, or name with ZIP code", () => {
  expect(similarExpression(blank)).toBeNull();
  expect(similarExpression({ ...blank, name: "Rosa Alvarez" })).toBeNull();
  expect(
    similarExpression({
      name: "Rosa Alvarez",
      phone: "+1 414 555 0142".replace(/ /g, ""),
      email: "r@x.com",
      postalCode: "53205",
    }),
  ).toBe('contact : "4145550142" OR contact : "r x com" OR (name : "rosa alvarez" AND place : "53205")');
});
