import { expect, test } from "vitest";
import { addressLine, addressLines, readPostalCode, readState } from "~/domain/addresses/address";

const place = { line1: "1417 W Vliet St", line2: null, city: "Milwaukee", state: "WI", postalCode: "53205" };

test("an address is formatted as a label and as one line", () => {
  expect(addressLines(place)).toEqual(["1417 W Vliet St", "Milwaukee, WI 53205"]);
  expect(addressLine({ ...place, line2: "Unit 2" })).toBe("1417 W Vliet St, Unit 2, Milwaukee, WI 53205");
});

const codes: [string, string | null][] = [
  ["53208", "53208"],
  [" 53208 ", "53208"],
  ["53208-1234", "53208-1234"],
  ["532081234", "53208-1234"],
  ["53208 1234", "53208-1234"],
  ["5320", null],
  ["53208-12", null],
  ["K1A 0B1", null],
  ["", null],
];

for (const [text, code] of codes) {
  test(`${JSON.stringify(text)} is ${code ?? "no ZIP code"}`, () => expect(readPostalCode(text)).toBe(code));
}

const states: [string, string | null][] = [
  ["WI", "WI"],
  ["wi", "WI"],
  ["Wisconsin", "WI"],
  [" new york ", "NY"],
  ["DC", "DC"],
  ["Puerto Rico", "PR"],
  ["Ontario", null],
  ["XX", null],
];

for (const [text, state] of states) {
  test(`${JSON.stringify(text)} is ${state ?? "no state"}`, () => expect(readState(text)).toBe(state));
}
