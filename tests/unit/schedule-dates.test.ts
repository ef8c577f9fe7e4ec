import { expect, test } from "vitest";
import { scheduleDate, scheduleInstant } from "~/domain/shared/fields";

const sane = ["2000-01-01", "2026-11-27", "2028-02-29", "2100-12-31"];
const far = ["1999-12-31", "2101-01-01", "9999-12-31", "0001-01-01"];

test.each(sane)("work can be scheduled for %s", (day) => {
  expect(scheduleDate.parse(day)).toBe(day);
  expect(scheduleInstant.parse(`${day}T15:00:00-06:00`)).toBe(`${day}T21:00:00.000Z`);
});

test.each(far)("work cannot be scheduled for %s", (day) => {
  for (const answer of [scheduleDate.safeParse(day), scheduleInstant.safeParse(`${day}T15:00:00-06:00`)])
    expect(answer.error?.issues[0]?.message).toBe("Please choose a date between 2000 and 2100");
});

test("a time that its offset moves out of range counts as its UTC day", () => {
  expect(scheduleInstant.safeParse("2100-12-31T20:00:00-06:00").success).toBe(false);
  expect(scheduleInstant.safeParse("1999-12-31T20:00:00-06:00").success).toBe(true);
});
