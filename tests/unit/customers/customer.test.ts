import { expect, test } from "vitest";
import {
  type CustomerNames,
  type CustomerType,
  customerProblems,
  displayName,
  parseCustomerRef,
  secondName,
  sortName,
} from "~/domain/customers/customer";
import { normalizePhone } from "~/domain/shared/text/normalize-phone";
import { formatPhone } from "~/domain/shared/text/phones";

type Names = [CustomerType, string | null, string | null, string | null];

const named = ([customerType, firstName, lastName, companyName]: Names): CustomerNames => ({
  customerType,
  firstName,
  lastName,
  companyName,
});

const people: [Names, { shown: string; second: string | null; sorted: string }][] = [
  [["residential", "Rosa", "Alvarez", null], { shown: "Rosa Alvarez", second: null, sorted: "alvarez, rosa" }],
  [
    ["residential", "Rosa", "Alvarez", "Alvarez Trust"],
    { shown: "Rosa Alvarez", second: "Alvarez Trust", sorted: "alvarez, rosa" },
  ],
  [["residential", null, null, "Alvarez Trust"], { shown: "Alvarez Trust", second: null, sorted: "alvarez trust" }],
  [["residential", "Rosa", null, "Alvarez Trust"], { shown: "Alvarez Trust", second: null, sorted: "alvarez trust" }],
  [
    ["commercial", "Ines", "Becker", "Harbor  Lofts"],
    { shown: "Harbor  Lofts", second: "Ines Becker", sorted: "harbor lofts" },
  ],
  [["commercial", "Ines", "Becker", null], { shown: "Ines Becker", second: null, sorted: "becker, ines" }],
  [["government", null, null, "City of Racine"], { shown: "City of Racine", second: null, sorted: "city of racine" }],
  [["residential", "Zoë", "Ångström", null], { shown: "Zoë Ångström", second: null, sorted: "angstrom, zoe" }],
];

for (const [names, { shown, second, sorted }] of people) {
  test(`${names.join(" / ")} is shown as ${shown} and sorted under ${sorted}`, () => {
    expect(displayName(named(names))).toBe(shown);
    expect(secondName(named(names))).toBe(second);
    expect(sortName(named(names))).toBe(sorted);
  });
}

const nobody = { emergencyContactName: null, emergencyContactPhone: null };

const problems: [Names, string[]][] = [
  [["residential", "Rosa", "Alvarez", null], []],
  [["residential", null, null, "Alvarez Trust"], []],
  [["commercial", "Ines", "Becker", null], []],
  [
    ["residential", null, null, null],
    ["firstName", "lastName"],
  ],
  [["residential", "Rosa", null, null], ["lastName"]],
  [["commercial", null, null, null], ["companyName"]],
  [["commercial", null, "Becker", null], ["firstName"]],
];

for (const [names, fields] of problems) {
  test(`${names.join(" / ")} ${fields.length ? `lacks ${fields.join(" and ")}` : "is name enough"}`, () => {
    expect(Object.keys(customerProblems({ ...named(names), ...nobody }))).toEqual(fields);
  });
}

const contacts: [string | null, string | null, string[]][] = [
  [null, null, []],
  ["Sam", "4145550199", []],
  ["Sam", null, ["emergencyContactPhone"]],
  [null, "4145550199", ["emergencyContactName"]],
];

for (const [name, phone, fields] of contacts) {
  test(`an emergency contact of ${name ?? "no one"} at ${phone ?? "no number"} lacks ${fields.join() || "nothing"}`, () => {
    const person = named(["residential", "Rosa", "Alvarez", null]);
    const found = customerProblems({ ...person, emergencyContactName: name, emergencyContactPhone: phone });
    expect(Object.keys(found)).toEqual(fields);
  });
}

const phones = [
  ["4145550142", "(414) 555-0142"],
  ["+14145550142", "(414) 555-0142"],
  ["14145550142", "(414) 555-0142"],
  ["+4930123456", "+4930123456"],
  ["+493012345", "+493012345"],
  ["5550142", "5550142"],
  ["+14145550142;ext=12", "(414) 555-0142 ext. 12"],
] as const;

for (const [stored, shown] of phones) {
  test(`the phone number ${stored} is shown as ${shown}`, () => expect(formatPhone(stored)).toBe(shown));
}

const typedPhones = [
  ["4145550142", "+14145550142"],
  ["(414) 555-0142", "+14145550142"],
  ["1-414-555-0142", "+14145550142"],
  ["+1 414 555 0199 ext 12", "+14145550199;ext=12"],
  ["+14145550199;ext=12", "+14145550199;ext=12"],
  ["604 555 0142", "+16045550142"],
  ["+49 30 123456", "+4930123456"],
  ["1", null],
  ["12", null],
  ["call me", null],
  ["555 0142", "5550142"],
  ["+1234567890123456", "+1234567890123456"],
  ["0123456789", null],
  ["555 0142 x12", "5550142;ext=12"],
  ["call 414 555 0199 after 5", null],
  ["414-555-0199 or 0177", null],
  ["414 555 0199 Bob", null],
  ["555-0199/555-0177", null],
] as const;

for (const [typed, stored] of typedPhones) {
  test(`the phone number ${typed} is ${stored ? `stored as ${stored}` : "refused"}`, () =>
    expect(normalizePhone(typed)).toBe(stored));
}

test("a URL refers to a customer by number or by id", () => {
  const id = "01a1f8f0-70aa-7ea8-bb49-63d754824d01";
  expect(parseCustomerRef("12")).toEqual({ by: "number", number: 12 });
  expect(parseCustomerRef("#12")).toEqual({ by: "number", number: 12 });
  expect(parseCustomerRef(id.toUpperCase())).toEqual({ by: "id", id });
  for (const text of ["", "0", "-1", "1.5", "12a", "1234567890", "create", `${id}0`])
    expect(parseCustomerRef(text), text).toBeNull();
});
