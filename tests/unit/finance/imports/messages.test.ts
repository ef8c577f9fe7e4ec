import { expect, test } from "vitest";
import {
  importFailure,
  importSuccess,
  importWarning,
  isStatementUpload,
  usageWarning,
} from "~/domain/finance/imports/messages";

test.each([
  ["export.csv", "text/csv", true],
  ["export.txt", "text/csv", true],
  ["export.csv", "text/csv; charset=utf-8", true],
  ["EXPORT.CSV", "application/vnd.ms-excel", true],
  ["export.csv", "", true],
  ["export.xls", "application/vnd.ms-excel", false],
  ["export", "", false],
  ["export.csv", "application/pdf", false],
  ["export.csv", "text/plain", false],
])("%s labeled '%s' is accepted as CSV: %s", (name, type, taken) => {
  expect(isStatementUpload({ name, type })).toBe(taken);
});

test("the summary counts added and skipped rows", () => {
  expect(importSuccess({ importedCount: 12, skippedCount: 3 })).toBe(
    "Import successful! 12 transactions added, 3 skipped.",
  );
});

test.each([
  [[], null],
  [["Row 2: a"], "Row 2: a"],
  [["Row 2: a", "Row 3: b", "Row 4: c"], "Row 2: a; Row 3: b; Row 4: c"],
  [["Row 2: a", "Row 3: b", "Row 4: c", "Row 5: d"], "Row 2: a; Row 3: b; Row 4: c..."],
])("the warning for %j is %j", (errors, warning) => {
  expect(importWarning(errors)).toBe(warning);
});

test.each([
  [{ waiting: 3, allowed: 20, leftThisHour: 90 }, null],
  [
    { waiting: 16, allowed: 20, leftThisHour: 90 },
    "16 of 20 files are waiting to be reviewed. Import or cancel them to make room.",
  ],
  [
    { waiting: 20, allowed: 20, leftThisHour: 90 },
    "20 files are waiting to be reviewed. Import or cancel one of them first.",
  ],
  [{ waiting: 0, allowed: 20, leftThisHour: 10 }, "You can import 10 more files this hour."],
  [{ waiting: 0, allowed: 20, leftThisHour: 1 }, "You can import 1 more file this hour."],
  [
    { waiting: 0, allowed: 20, leftThisHour: 0 },
    "You have imported many files this hour. Please try again in the next one.",
  ],
])("with usage %j the warning is %j", (usage, warning) => {
  expect(usageWarning(usage)).toBe(warning);
});

test("a failure gives the reason, or suggests checking the file", () => {
  expect(importFailure("The file is empty.")).toBe("Import failed: The file is empty.");
  expect(importFailure()).toBe("Import failed: Please check the file format and try again.");
});
