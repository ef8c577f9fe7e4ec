import { expect, test } from "vitest";
import {
  firstToRemind,
  isReminderTime,
  nextReminderOn,
  type ReminderRules,
  reminderOutcome,
  reminderRulesText,
} from "~/domain/invoices/receivables/reminders";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const rules: ReminderRules = { enabled: true, firstAfterDays: 3, everyDays: 7, maxCount: 3 };

test.each([
  ["the first", { dueOn: "2026-11-01", steps: 0, lastOn: null }, {}, "2026-11-04"],
  ["the first across a leap day", { dueOn: "2028-02-27", steps: 0, lastOn: null }, {}, "2028-03-01"],
  [
    "the first across the end of daylight saving time",
    { dueOn: "2026-10-30", steps: 0, lastOn: null },
    {},
    "2026-11-02",
  ],
  ["the second", { dueOn: "2026-11-01", steps: 1, lastOn: "2026-11-04" }, {}, "2026-11-11"],
  ["the second after a late first", { dueOn: "2026-01-01", steps: 1, lastOn: "2026-11-04" }, {}, "2026-11-11"],
  ["the first after a manual one", { dueOn: "2026-11-01", steps: 0, lastOn: "2026-11-03" }, {}, "2026-11-10"],
  ["the second after an early first", { dueOn: "2026-11-01", steps: 1, lastOn: "2026-11-02" }, {}, "2026-11-11"],
  ["none after the last", { dueOn: "2026-11-01", steps: 3, lastOn: "2026-11-18" }, {}, null],
  ["none after the limit was lowered", { dueOn: "2026-11-01", steps: 2, lastOn: "2026-11-11" }, { maxCount: 1 }, null],
  ["none while reminders are off", { dueOn: "2026-11-01", steps: 0, lastOn: null }, { enabled: false }, null],
])("%s", (_name, reminded, change, day) => {
  expect(nextReminderOn(reminded, { ...rules, ...change })).toBe(day);
});

test.each([
  ["America/Chicago", "2026-11-20T13:59:59Z", false],
  ["America/Chicago", "2026-11-20T14:00:00Z", true],
  ["America/Chicago", "2026-11-20T17:59:59Z", true],
  ["America/Chicago", "2026-11-20T18:00:00Z", false],
  ["America/Chicago", "2026-07-20T13:00:00Z", true],
  ["America/New_York", "2026-03-08T12:00:00Z", true],
  ["America/New_York", "2026-03-07T12:00:00Z", false],
  ["America/New_York", "2026-11-01T12:30:00Z", false],
  ["America/New_York", "2026-11-01T13:00:00Z", true],
  ["Pacific/Honolulu", "2026-11-20T18:00:00Z", true],
])("in %s at %s a reminder may be sent: %s", (zone, instant, may) => {
  expect(isReminderTime(wallTimeOf(Date.parse(instant), zone).time)).toBe(may);
});

test.each([
  [{ email: "a@example.com", isPaused: false, lastOn: null }, "send"],
  [{ email: "a@example.com", isPaused: false, lastOn: "2026-11-21" }, "send"],
  [{ email: "a@example.com", isPaused: false, lastOn: "2026-11-22" }, "today"],
  [{ email: null, isPaused: false, lastOn: null }, "no_email"],
  [{ email: null, isPaused: true, lastOn: null }, "paused"],
])("%j: %s", (row, outcome) => {
  expect(reminderOutcome(row, "2026-11-22")).toBe(outcome);
});

test("the rules are described in words", () => {
  expect(reminderRulesText({ ...rules, enabled: false })).toBe("Off: no one is reminded automatically.");
  expect(reminderRulesText(rules)).toBe("3 days after the due date, then every 7 days, 3 times at most.");
  expect(reminderRulesText({ ...rules, firstAfterDays: 1, maxCount: 1 })).toBe("Once, 1 day after the due date.");
});

test("of too many invoices, those that get a reminder are shown before those that do not, in their order", () => {
  const invoices = (["paused", "send", "no_email", "send", "today"] as const).map((outcome, id) => ({ id, outcome }));
  const shown = (count: number) => firstToRemind(invoices, count).map(({ id }) => id);
  expect([1, 2, 3, 5].map(shown)).toEqual([[1], [1, 3], [0, 1, 3], [0, 1, 2, 3, 4]]);
});
