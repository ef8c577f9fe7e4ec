import { expect, test } from "vitest";
import { checkAddress, placeLabel, placeQuery, placeSearchText, readTyped } from "~/domain/addresses/geocode";

test.each([
  ["Milwau", { line1: null, place: "Milwau" }],
  ["53208", { line1: null, place: "53208" }],
  ["53208, WI", { line1: null, place: "53208 WI" }],
  ["Milwaukee, WI", { line1: null, place: "Milwaukee WI" }],
  ["1417 W Vliet St, Milw", { line1: "1417 W Vliet St", place: "Milw" }],
  ["12 Oak", { line1: "12 Oak", place: "" }],
  ["1420 W Palm Ln", { line1: "1420 W Palm Ln", place: "" }],
  ["53208 Milwaukee", { line1: null, place: "53208 Milwaukee" }],
  ["1417 W Vliet St Milwaukee WI", { line1: "1417 W Vliet St", place: "Milwaukee WI" }],
  ["  12  Oak   Street,   ", { line1: "12 Oak Street", place: "" }],
])("%s splits into street and place", (typed, expected) => {
  expect(readTyped(typed)).toEqual(expected);
});

test("every word is matched by prefix, and only words reach the query", () => {
  expect(placeQuery('Milwaukee "WI" OR *')).toBe('"milwaukee"* "wi"* "or"*');
  expect(placeQuery(" ,; ")).toBeNull();
});

test("a ZIP code's search text has its city and the state's code and name", () => {
  expect(placeSearchText({ postalCode: "53208", city: "Milwaukee", state: "WI" })).toBe("53208 Milwaukee WI Wisconsin");
});

const zip = { postalCode: "53208", city: "Milwaukee", state: "WI", latitude: 43.05, longitude: -87.97 };
const given = { line1: "1417 W Vliet St", city: "Milwaukee", state: "WI", postalCode: "53208" };

test.each([
  ["without changes", given, zip, "partial", given, []],
  [
    "spelled differently",
    { ...given, city: "MILWAUKEE", state: "Wisconsin" },
    zip,
    "corrected",
    { ...given, city: "MILWAUKEE" },
    [],
  ],
  [
    "with the ZIP code of another state",
    { ...given, state: "IL", city: "Chicago" },
    zip,
    "corrected",
    given,
    ["53208 is in WI, not in IL.", "53208 is Milwaukee, WI."],
  ],
  [
    "with a city that is not the ZIP code's",
    { ...given, city: "Wauwatosa" },
    zip,
    "corrected",
    { ...given, city: "Wauwatosa" },
    ["53208 is Milwaukee, WI."],
  ],
  [
    "with an unknown ZIP code",
    { ...given, postalCode: "00000" },
    null,
    "unverified",
    { ...given, postalCode: "00000" },
    ["00000 is not a known ZIP code."],
  ],
] as const)("an address %s", (_, address, known, verdict, expected, messages) => {
  expect(checkAddress(address, known)).toEqual({ verdict, address: expected, messages });
});

test("a label contains only the known parts", () => {
  expect(placeLabel({ line1: null, city: "Milwaukee", state: "WI", postalCode: null })).toBe("Milwaukee, WI");
  expect(placeLabel(given)).toBe("1417 W Vliet St, Milwaukee, WI 53208");
});
