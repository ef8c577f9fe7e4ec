import { describe, expect, it } from "vitest";
import { reminderAt } from "~/domain/todos/todo";

describe("when a to-do's reminder is due", () => {
  it.each<[string | null, string | null, number | null, string, string | null]>([
    ["2026-11-25", "15:00", 60, "2026-11-24T12:00:00.000Z", "2026-11-25T20:00:00.000Z"],
    ["2026-11-25", "15:00", 0, "2026-11-24T12:00:00.000Z", "2026-11-25T21:00:00.000Z"],
    // A to-do with a date but no time is due in the morning.
    ["2026-11-25", null, 1440, "2026-11-23T12:00:00.000Z", "2026-11-24T14:00:00.000Z"],
    // Clocks fell back in the night of November 1, so that a day before is still 24 hours.
    ["2026-11-01", "09:00", 1440, "2026-10-25T12:00:00.000Z", "2026-10-31T15:00:00.000Z"],
    // Its time has passed, but the to-do is not due yet: sent right away.
    ["2026-11-25", "15:00", 60, "2026-11-25T20:30:00.000Z", "2026-11-25T20:30:00.000Z"],
    ["2026-11-25", "15:00", 60, "2026-11-25T21:00:00.000Z", null],
    ["2026-11-25", "15:00", null, "2026-11-24T12:00:00.000Z", null],
    [null, null, null, "2026-11-24T12:00:00.000Z", null],
  ])("due %s %s, %s minutes before, saved at %s: %s", (dueOn, dueAt, reminderMinutes, now, expected) => {
    expect(reminderAt({ dueOn, dueAt, reminderMinutes }, { now: new Date(now), zone: "America/Chicago" })).toBe(
      expected,
    );
  });
});
