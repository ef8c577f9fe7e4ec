import { expect, test } from "vitest";
import { readQuickTodo } from "~/domain/todos/quick-add";

/** A Tuesday at 10 AM in Chicago. */
const at = { now: Date.parse("2026-11-24T16:00:00Z"), zone: "America/Chicago" };

test.each<[string, string, string | null, string | null, string?]>([
  ["call Ortega tomorrow 9", "Call Ortega", "2026-11-25", "09:00"],
  ["Call Ortega tomorrow at 9", "Call Ortega", "2026-11-25", "09:00"],
  ["call back today 4", "Call back", "2026-11-24", "16:00"],
  ["order filters next Friday 2pm", "Order filters", "2026-12-04", "14:00"],
  ["order 2 filters by friday", "Order 2 filters", "2026-11-27", null],
  ["pay rent on the 1st", "Pay rent", "2026-12-01", null],
  ["pay rent by the 1st of the month", "Pay rent", "2026-12-01", null],
  ["on the 30th, call Ortega", "Call Ortega", "2026-11-30", null],
  ["call Ortega on the 30th 9:30", "Call Ortega", "2026-11-30", "09:30"],
  ["send quote on the 5th of March", "Send quote", "2027-03-05", null],
  ["check filter on the 2nd floor", "Check filter on the 2nd floor", null, null],
  ["Replace the 3rd belt", "Replace the 3rd belt", null, null],
  ["pull wire by the 1st panel tomorrow", "Pull wire by the 1st panel", "2026-11-25", null],
  ["send quote 12/3 at 14:30", "Send quote", "2026-12-03", "14:30"],
  ["check boiler in 2 weeks", "Check boiler", "2026-12-08", null],
  ["renew license March 5", "Renew license", "2027-03-05", null],
  ["meet Dana monday 8:30", "Meet Dana", "2026-11-30", "08:30"],
  ["order filter 25d4706d tomorrow 9", "Order filter 25d4706d", "2026-11-25", "09:00"],
  ["order filters 1571503d", "Order filters 1571503d", null, null],
  ["order part 9d486975 second shelf", "Order part 9d486975 second shelf", null, null],
  ["fix 3 units", "Fix 3 units", null, null],
  ["call Mar about sat dish", "Call Mar about sat dish", null, null],
  ["call Ortega 555-1234 tomorrow", "Call Ortega 555-1234", "2026-11-25", null],
  ["tomorrow call Ortega", "Call Ortega", "2026-11-25", null],
  ["tomorrow 3 filters arrive", "3 filters arrive", "2026-11-25", null],
  ["tomorrow", "tomorrow", "2026-11-25", null],
  ["check the van every monday", "Check the van", "2026-11-30", null, "1 week"],
  ["back up the books daily", "Back up the books", "2026-11-24", null, "1 day"],
  ["clean the shop every other friday 3pm", "Clean the shop", "2026-11-27", "15:00", "2 week"],
  [
    "change water filter every 3 months starting December 1",
    "Change water filter starting",
    "2026-12-01",
    null,
    "3 month",
  ],
  ["renew insurance every year on June 2", "Renew insurance", "2027-06-02", null, "1 year"],
])("%s", (text, title, dueOn, dueAt, every) => {
  const { repeat, ...read } = readQuickTodo(text, at);
  expect(read).toEqual({ title, dueOn, dueAt });
  expect(repeat ? `${repeat.every} ${repeat.unit}` : undefined).toBe(every);
});

test("a day is in the user's zone, not UTC", () => {
  const late = { now: Date.parse("2026-11-25T04:30:00Z"), zone: "America/Los_Angeles" };
  expect(readQuickTodo("call today", late).dueOn).toBe("2026-11-24");
  expect(readQuickTodo("call tomorrow", late).dueOn).toBe("2026-11-25");
});

test("no input is lost or causes an error", () => {
  for (const text of [
    "   ",
    "!!!",
    "every",
    "every 0 days feed cat",
    "at",
    "by by by",
    "2026-99-99",
    "9".repeat(200),
  ]) {
    const { title, dueAt, dueOn } = readQuickTodo(text, at);
    expect(title.length).toBeLessThanOrEqual(200);
    if (dueAt !== null) expect(dueOn).not.toBeNull();
  }
});
