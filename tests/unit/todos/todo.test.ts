import { describe, expect, it, test } from "vitest";
import { addDays } from "~/domain/shared/time/dates";
import { shownLabel } from "~/domain/todos/subjects.server";
import {
  ABOUT_NOTHING,
  dueGroup,
  nextDue,
  type Repetition,
  repetitionText,
  SUBJECT_FIELDS,
  SUBJECT_KINDS,
  subjectIn,
} from "~/domain/todos/todo";

const every = (count: number, unit: Repetition["unit"], from: Repetition["from"] = "due"): Repetition => ({
  ...{ every: count, unit, from },
});

describe("when a repeating to-do is due again", () => {
  it.each<[string, string, Repetition, string, string]>([
    ["2026-11-24", "2026-11-24", every(1, "day"), "2026-11-24", "2026-11-25"],
    ["2026-11-24", "2026-11-24", every(1, "week"), "2026-11-20", "2026-12-01"],
    ["2026-11-24", "2026-11-24", every(2, "week"), "2026-11-26", "2026-12-08"],
    // Four days late: the missed occurrences are not due at once.
    ["2026-11-20", "2026-11-01", every(1, "day"), "2026-11-24", "2026-11-25"],
    // Completed on the day the next one would have been due, that one counts as done, too.
    ["2026-11-17", "2026-11-17", every(1, "week"), "2026-11-24", "2026-12-01"],
    ["2026-02-28", "2026-01-31", every(1, "month"), "2026-02-28", "2026-03-31"],
    ["2028-02-29", "2028-02-29", every(1, "year"), "2028-03-01", "2029-02-28"],
    ["2026-11-01", "2026-11-01", every(3, "month", "completion"), "2026-11-24", "2027-02-24"],
    ["2026-12-24", "2026-12-24", every(1, "week", "completion"), "2026-11-24", "2026-12-01"],
  ])("due %s, counted from %s, %o, done on %s: %s", (dueOn, anchorOn, repeat, doneOn, expected) => {
    expect(nextDue({ dueOn, anchorOn, repeat }, doneOn)).toBe(expected);
  });

  it("is the first date of its series after both the due date and the completion", () => {
    for (const unit of ["day", "week", "month", "year"] as const) {
      for (let count = 1; count <= 5; count += 1) {
        for (let late = -40; late <= 900; late += 47) {
          const [anchorOn, repeat] = ["2024-01-31", every(count, unit)];
          const doneOn = addDays(anchorOn, late);
          const next = nextDue({ dueOn: anchorOn, anchorOn, repeat }, doneOn);
          const after = doneOn > anchorOn ? doneOn : anchorOn;
          expect(next > after).toBe(true);
          // Completed a day before it is due again, its next date stays.
          const dayBefore = addDays(next, -1);
          expect(nextDue({ dueOn: anchorOn, anchorOn, repeat }, dayBefore > after ? dayBefore : after)).toBe(next);
        }
      }
    }
  });
});

test("a repetition as text", () => {
  expect(repetitionText(every(1, "week"))).toBe("Every week");
  expect(repetitionText(every(3, "month", "completion"))).toBe("Every 3 months, counted from when it is done");
});

test.each([
  ["2026-11-23", "Overdue"],
  ["2026-11-24", "Today"],
  ["2026-11-25", "Tomorrow"],
  ["2026-12-01", "Next 7 days"],
  ["2026-12-02", "Later"],
  [null, "No date"],
])("%s is in the group %s", (dueOn, group) => {
  expect(dueGroup(dueOn, "2026-11-24")).toBe(group);
});

test("every kind of record that a to-do can be about has a field", () => {
  expect([...SUBJECT_KINDS].sort()).toEqual(Object.keys(SUBJECT_FIELDS).sort());
  expect(Object.keys(ABOUT_NOTHING).sort()).toEqual(Object.values(SUBJECT_FIELDS).sort());
  expect(subjectIn(ABOUT_NOTHING)).toBeNull();
  for (const kind of SUBJECT_KINDS)
    expect(subjectIn({ ...ABOUT_NOTHING, [SUBJECT_FIELDS[kind]]: "id" })).toEqual({ kind, id: "id" });
});

test.each([
  ["customer", "Ada Byron", "Ada Byron"],
  ["workOrder", "12", "WO-012"],
  ["purchaseOrder", "3", "PO-003"],
  ["invoice", "invoice 7", "INV-0007"],
  ["issue", "12 Board is slow", "BUG-12 Board is slow"],
  ["item", "16x25 filter", "16x25 filter"],
] as const)("the label of a record of the kind %s, stored as %s, is %s", (kind, raw, label) => {
  expect(shownLabel(kind, raw)).toBe(label);
});
