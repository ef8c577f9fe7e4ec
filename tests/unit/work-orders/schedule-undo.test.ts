import { expect, test } from "vitest";
import { entriesSince, stepsBack } from "~/domain/work-orders/schedule/schedule-undo";

/** Newest first: "c3 c2>c1 c1" has the entry c2, which undoes c1; entries joined by + are from one step. */
function history(text: string) {
  return text.split(" ").flatMap((step) =>
    step.split("+").map((entry) => {
      const [id = "", undoes = null] = entry.split(">");
      return { id, undoes, recordedAt: step };
    }),
  );
}

test.each([
  ["the newest change", "b a", "b", "b"],
  ["a change from before the newest", "b a", "a", null],
  ["a change after which all others were undone", "u>b b a", "a", "u b a"],
  ["a change that was undone already", "u>b b a", "b", null],
  ["changes undone one by one", "v>a u>b b a z", "z", "v u b a z"],
  ["the undo itself", "u>b b a", "u", "u"],
  ["a change that was undone and done again", "r>u u>b b a", "b", "r u b"],
  ["the change done again", "r>u u>b b a", "r", "r"],
  ["a change before one that was done again", "r>u u>b b a", "a", null],
  ["a change whose step has two entries", "d+c a", "c", "d c"],
  ["a change before an undo in two entries", "e+u>b b+x a", "a", "e u b x a"],
  ["a change that is not there", "b a", "y", null],
])("%s can be undone only if nothing else has changed since", (_, text, id, expected) => {
  const since = entriesSince(history(text), (entry) => entry.id === id);
  expect(since?.map((entry) => entry.id).join(" ") ?? null).toBe(expected);
});

test("a dispatched job is recalled and dispatched again as two changes", () => {
  expect(stepsBack("unscheduled", "dispatched")).toEqual(["scheduled", "dispatched"]);
  expect(stepsBack("dispatched", "unscheduled")).toEqual(["scheduled", "unscheduled"]);
  expect(stepsBack("scheduled", "on_hold")).toEqual(["on_hold"]);
});
