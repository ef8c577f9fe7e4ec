import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { VERDICT_LETTERS } from "~/domain/finance/imports/verdicts";
import { type FileRow, filterRows, ROW_KINDS, readFileRows } from "~/routes/finances/accounts/import/file-rows";
import { fixtureBytes, importFixture, importText } from "../imports/import-file";

const fixtures = readdirSync(new URL("../../../fixtures/csv/", import.meta.url)).filter((name) =>
  name.endsWith(".csv"),
);
const always = () => true;

test.each(fixtures)("the browser reads %s into the rows that the server judged", async (name) => {
  const { mapping, rows, errors, skipped } = importFixture(name, "USD");
  const verdicts = VERDICT_LETTERS.new.repeat(rows.length);
  const bytes = new Uint8Array(fixtureBytes(name));
  const read = await readFileRows(new File([bytes], name), { mapping, verdicts, currency: "USD" }, always);
  expect(read?.new.map(({ row }) => row)).toEqual(rows.map(({ row }) => row));
  expect(read?.error.map(({ row }) => row)).toEqual(errors.map(({ row }) => row));
  expect(read?.skipped.map(({ row }) => row)).toEqual(skipped.map(({ row }) => row));
});

const text =
  "Date,Description,Amount\n2026-10-05,Coffee,-4.75\n2026-10-06,Tea,-3.00\n2026-13-01,Bad,-1.00\n2026-10-07,Pay,900.00\n";
const file = new File([text], "a.csv");
const { mapping } = importText(text);

test("each row stands under its verdict, errors under their sentence", async () => {
  const read = await readFileRows(file, { mapping, verdicts: "dpn", currency: "USD" }, always);
  const numbers = ROW_KINDS.map((kind) => [kind, read?.[kind].map(({ row }) => row)]);
  expect(Object.fromEntries(numbers)).toEqual({ new: [5], possible: [3], duplicate: [2], error: [4], skipped: [] });
  expect(read?.error[0]).toMatchObject({ sentence: expect.stringContaining("2026-13-01") });
});

test.each(["nn", "nnnn"])("with verdicts of another file (%s) nothing is claimed", async (verdicts) => {
  expect(await readFileRows(file, { mapping, verdicts, currency: "USD" }, always)).toBeNull();
});

test("a reading that nobody wants any more ends without rows", async () => {
  expect(await readFileRows(file, { mapping, verdicts: "nnn", currency: "USD" }, () => false)).toBeNull();
});

const rows: FileRow[] = [
  { row: 2, date: "2026-10-05", amountMinor: -475, description: "BLUE BOTTLE COFFEE", pending: false },
  { row: 3, date: "2026-10-06", amountMinor: 90_000, description: "Payroll", pending: false },
  { row: 4, sentence: "Row 4: amount 'twelve' is not a number" },
];

test.each([
  ["", [2, 3, 4]],
  ["coffee", [2]],
  ["blue 4.75", [2]],
  ["900.00", [3]],
  ["2026-10", [2, 3]],
  ["row 3", [3]],
  ["twelve", [4]],
  ["nothing like it", []],
])("the filter '%s' finds rows %j", (query, found) => {
  expect(filterRows(rows, query).map(({ row }) => row)).toEqual(found);
});
