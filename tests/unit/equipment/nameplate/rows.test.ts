import { expect, test } from "vitest";
import { linesOf } from "~/components/scan/recognize-text";
import { readNameplate } from "~/domain/equipment/nameplate/nameplate";
import { builtText } from "~/domain/equipment/nameplate/serial-dates";
import { filledBy, rowsOf } from "~/routes/equipment/shared/nameplate-rows";

test("a plate's fields are listed one by one, with the value read first", () => {
  const rows = rowsOf(readNameplate("CARR1ER\nSERIAL 4OO6A17330\nR-410A CHARGE 6 LB 4 OZ", 2026));
  expect(rows.map(({ label, choices, certainty }) => [label, choices, certainty])).toEqual([
    ["Manufacturer", ["Carrier"], "Likely"],
    ["Model number", [], null],
    ["Serial number", ["4006A17330", "4OO6A17330"], "Likely"],
    ["Refrigerant", ["R-410A"], "Clear"],
    ["Factory charge", ["6.25 lb"], "Clear"],
    ["Built", ["week 40 of 2006"], "Likely"],
  ]);
});

test("empty fields are filled, other values go to the notes, and existing values stay", () => {
  const confirmed = { serialNumber: "4006A17330", refrigerant: "R-410A", built: "March 2014" };
  const stored = { manufacturer: "", modelNumber: "", serialNumber: "", notes: "Behind the shed" };
  expect(filledBy(confirmed, stored)).toEqual({
    fields: [["serialNumber", "4006A17330"]],
    notes: "Behind the shed\nNameplate: R-410A, built March 2014",
  });
  expect(filledBy({ manufacturer: "York" }, stored).notes).toBeNull();
  expect(filledBy({ chargeLb: "6.25 lb" }, { ...stored, notes: "" }).notes).toBe("Nameplate: charge 6.25 lb");
});

test("if the form has refrigerant and charge fields, they are filled and not noted", () => {
  const form = { manufacturer: "", modelNumber: "", serialNumber: "", refrigerant: "", chargeLb: "", notes: "" };
  expect(filledBy({ refrigerant: "R-410A", chargeLb: "6.25 lb", built: "2014" }, form)).toEqual({
    fields: [
      ["refrigerant", "R-410A"],
      ["chargeLb", "6.25"],
    ],
    notes: "Nameplate: built 2014",
  });
});

test.each([
  ["2014", "2014"],
  ["2014-03", "March 2014"],
  ["2014-W10", "week 10 of 2014"],
])("%s is read as %s", (built, text) => {
  expect(builtText(built)).toBe(text);
});

test("a value recognized from a photo is never certain", () => {
  const plate = readNameplate("CARRIER\nSERIAL 4006A17330\nR-410A CHARGE 6 LB 4 OZ", 2026);
  expect(rowsOf(plate).map(({ certainty }) => certainty)).toContain("Clear");
  expect(new Set(rowsOf(plate, { isRecognized: true }).map(({ certainty }) => certainty))).toEqual(
    new Set(["Likely", null]),
  );
});

test("borders and screws misread as text are dropped from a photo's text", () => {
  expect(linesOf("| CARRIER |\n~~ _\n  MODEL   24ABC636A003\n.\n")).toBe("CARRIER\nMODEL 24ABC636A003");
});
