import { expect, test } from "vitest";
import { readRows } from "~/domain/finance/imports/csv/read-rows";
import { withSavedMapping } from "~/domain/finance/imports/saved-mapping";
import { detectText, inShort } from "./import-file";

const file = (...rows: string[]) => `Date,Description,Amount\n${rows.join("\n")}\n`;

test("an answered question is not asked again for files with the same header", () => {
  const first = detectText(file("03/04/2025,Coffee,4.75"));
  expect(first.questions.map((question) => question.kind)).toEqual(["dateOrder", "sign"]);
  const saved = { ...first.mapping, dateOrder: "dmy" as const, flip: true };
  const next = detectText(file("05/06/2025,Rent,900.00"));
  const { mapping, questions } = withSavedMapping(next, saved);
  expect(next.headerHash).toBe(first.headerHash);
  expect(questions).toEqual([]);
  expect(readRows(next.text, mapping).rows.map(inShort)).toEqual(["2025-06-05 -900.00 Rent"]);
});

test("evidence in the rows overrides the saved mapping", () => {
  const next = detectText(file("03/25/2025,Rent,-900.00"));
  const { mapping } = withSavedMapping(next, { ...next.mapping, dateOrder: "dmy", decimalMark: "," });
  expect(mapping).toMatchObject({ dateOrder: "mdy", decimalMark: "." });
});

test("a question that the saved mapping cannot answer remains", () => {
  const next = detectText(file("03/04/2025,Rent,-900.00"));
  const { questions } = withSavedMapping(next, { ...next.mapping, dateOrder: null });
  expect(questions.map((question) => question.kind)).toEqual(["dateOrder"]);
});
