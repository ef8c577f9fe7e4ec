import { expect, test } from "vitest";
import { formatIssueNumber, ISSUE_PRIORITIES, parseIssueRef, rankOfPriority } from "~/domain/issues/issue";
import { likeness, similarExpressions } from "~/domain/issues/reports/similar";

test.each([
  ["", 0],
  ["Photos", 0],
  ["The and for", 0],
  ["Photos stay", 1],
  ["Photos stay uploading", 3],
  ["Photos stay on uploading in the basement", 4],
])("%j is searched for with %i expressions", (title, count) => {
  expect(similarExpressions(title)).toHaveLength(count);
});

test("quotes and full-text operators are not part of the search", () => {
  for (const expression of similarExpressions('NEAR("compressor" OR *) {title}: rattles'))
    expect(expression).toMatch(/^\{title\} : \("\w+"\* AND "\w+"\*\)$/);
});

test.each([
  ["Photos stay uploading", "Photos stay on uploading", 1],
  ["Photos stay uploading", "Photos vanish", 0.25],
  ["Photos", "Invoices", 0],
])("the similarity of %j and %j is %d", (a, b, expected) => {
  expect(likeness(a, b)).toBeCloseTo(expected);
});

test.each([
  ["12", { by: "number", number: 12 }],
  ["#12", { by: "number", number: 12 }],
  ["bug-12", { by: "number", number: 12 }],
  ["0", null],
  ["BUG-1234567890", null],
  ["x", null],
])("%j refers to issue %o", (text, expected) => {
  expect(parseIssueRef(text)).toEqual(expected);
});

test("an issue is numbered BUG-7, and a higher priority has a lower rank", () => {
  expect(formatIssueNumber(7)).toBe("BUG-7");
  expect(ISSUE_PRIORITIES.map(rankOfPriority)).toEqual([4, 3, 2, 1, 0]);
});
