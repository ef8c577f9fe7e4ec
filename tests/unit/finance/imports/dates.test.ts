import { expect, test } from "vitest";
import { type DateOrder, decideDateOrder, readBankDate } from "~/domain/finance/imports/csv/dates";

test.each<[string, string]>([
  ["2025-03-04", "2025-03-04"],
  ["2025/3/4", "2025-03-04"],
  ["20250304", "2025-03-04"],
  ["20250304101112", "2025-03-04"],
  ["2025-03-04 23:59:59", "2025-03-04"],
  ["2025-03-04T23:59:59Z", "2025-03-04"],
  ["4 Mar 2025", "2025-03-04"],
  ["4. März 2025", "2025-03-04"],
  ["04-MAR-25", "2025-03-04"],
  ["4 févr. 2025", "2025-02-04"],
  ["4 mei 2025", "2025-05-04"],
  ["4 ene 2025", "2025-01-04"],
  ["Mar 4, 2025", "2025-03-04"],
  ["Tuesday, March 4, 2025", "2025-03-04"],
])("%s is read as %s without a known order", (text, date) => {
  expect(readBankDate(text, null)).toBe(date);
});

test.each<[string, DateOrder, string]>([
  ["03/04/2025", "mdy", "2025-03-04"],
  ["03/04/2025", "dmy", "2025-04-03"],
  ["3/4/2025 10:11 PM", "mdy", "2025-03-04"],
  ["Tue 03/04/2025", "mdy", "2025-03-04"],
  ["Tuesday, 04.03.2025", "dmy", "2025-03-04"],
  ["4.3.2025", "dmy", "2025-03-04"],
  ["4. 3. 2025", "dmy", "2025-03-04"],
  ["04-03-25", "dmy", "2025-03-04"],
  ["03/04/69", "mdy", "2069-03-04"],
  ["03/04/70", "mdy", "1970-03-04"],
  ["04032025", "dmy", "2025-03-04"],
  ["25-03-04", "ymd", "2025-03-04"],
  ["29/02/2024", "dmy", "2024-02-29"],
])("%s in the order %s is read as %s", (text, order, date) => {
  expect(readBankDate(text, order)).toBe(date);
});

test.each<[string, string, DateOrder | null]>([
  ["a date whose order is unknown", "03/04/2025", null],
  ["February 29 outside a leap year", "29/02/2025", "dmy"],
  ["April 31", "31/04/2025", "dmy"],
  ["month 13", "13/13/2025", "mdy"],
  ["month 0", "00/10/2025", "mdy"],
  ["a year with a leading zero", "03/04/0025", "mdy"],
  ["a date with four parts", "2025-03-04-05", "ymd"],
  ["a date with two kinds of separators", "03/04-2025", "mdy"],
  ["a word", "yesterday", "mdy"],
  ["an empty cell", "", "mdy"],
])("%s is not read as a date", (_, text, order) => {
  expect(readBankDate(text, order)).toBeNull();
});

test.each<[string, string[], DateOrder]>([
  ["a first number over 12", ["03/04/2025", "25/03/2025"], "dmy"],
  ["a second number over 12", ["03/04/2025", "03/25/2025"], "mdy"],
  ["a year at the start", ["2025-03-04", "2025-03-05"], "ymd"],
  ["only dates with equal day and month", ["01/01/2025", "02/02/2025"], "mdy"],
  ["a two-digit year at the end", ["17.11.25", "14.11.25", "03.11.25"], "dmy"],
  ["a two-digit year at the start", ["25-11-17", "25-11-14", "25-11-03"], "ymd"],
  ["month names", ["4 Mar 2025", "5 Mar 2025"], "ymd"],
  ["a broken value among good ones", ["25/03/2025", "99/99/2025", "Pending"], "dmy"],
])("the date order is proven by %s", (_, values, order) => {
  expect(decideDateOrder(values)).toEqual({ order, choices: [], example: null });
});

test("ambiguous dates raise a question, in any row order", () => {
  expect(decideDateOrder(["01/01/2025", "03/04/2025", "05/06/2025"])).toEqual({
    order: null,
    choices: ["mdy", "dmy"],
    example: "03/04/2025",
  });
});

test("two rows do not prove the position of a two-digit year", () => {
  expect(decideDateOrder(["17.11.25", "14.11.25"])).toMatchObject({ order: null, choices: ["ymd", "dmy"] });
});

test("dates that fit no common order raise a question without choices", () => {
  expect(decideDateOrder(["25/03/2025", "03/25/2025"])).toMatchObject({ order: null, choices: [] });
});
