import { expect, test } from "vitest";
import { applied } from "~/routes/work-orders/scheduler/applied";
import { crewAfter } from "~/routes/work-orders/scheduler/drag-target";
import { type Drop, dropAnswerOf, formOf } from "~/routes/work-orders/scheduler/drops";
import { reassignmentAnswerOf } from "~/routes/work-orders/scheduler/reassignment-answer";

const job = { id: "1", number: 1, version: 3, at: null };
const to = { technicianIds: ["luis", "ana"], start: Date.UTC(2026, 10, 20, 15), minutes: 90 };
const drop: Drop = { key: "k", job, to, overrideReason: "Same roof" };

test("a drop is sent with everything that says where the job goes", () => {
  expect(Object.fromEntries([...formOf(drop)].map(([name, value]) => [name, String(value)]))).toEqual({
    intent: "place",
    idempotencyKey: "k",
    workOrderId: "1",
    version: "3",
    technicianId: "luis",
    "helperIds[0]": "ana",
    start: "2026-11-20T15:00:00.000Z",
    durationMinutes: "90",
    overrideReason: "Same roof",
  });
  expect(formOf({ ...drop, to: null }).get("intent")).toBe("unplace");
});

const refusal = (message: string) => ({ lastResult: { status: "error", error: { "": [message] } } });

test.each([
  [
    { placed: { notice: "The clocks go back.", version: 4 } },
    { kind: "placed", notice: "The clocks go back.", version: 4 },
  ],
  [{ unplaced: { id: "1" } }, { kind: "placed", notice: null, version: null }],
  [
    { unreached: true, ...refusal("Not saved, you are offline.") },
    { kind: "unreached", message: "Not saved, you are offline." },
  ],
  [
    { sessionEnded: true, ...refusal("Sign in") },
    { kind: "session-ended", message: "Not saved, your session has ended." },
  ],
  [
    {
      ...refusal("Luis is on WO-002."),
      details: {
        conflicts: [{ message: "Luis is on WO-002." }, { message: 4 }],
        fixes: [{ jobId: "1", start: 5, technicianIds: ["ana"], message: "Give it to Ana." }, { jobId: "1" }],
        overridable: true,
      },
    },
    {
      kind: "refused",
      message: "Luis is on WO-002.",
      against: ["Luis is on WO-002."],
      fixes: [{ jobId: "1", start: 5, technicianIds: ["ana"], message: "Give it to Ana." }],
      overridable: true,
    },
  ],
  [null, { kind: "refused", message: "", against: [], fixes: [], overridable: false }],
])("what the server answers is read for what it is: %#", (data, expected) => {
  expect(dropAnswerOf(data)).toEqual(expected);
});

test.each([
  [{ rescued: { id: "r", jobs: 3 } }, { kind: "rescued", id: "r", jobs: 3 }],
  [{ undone: { id: "r" } }, { kind: "undone" }],
  [refusal("The day has changed."), { kind: "refused", message: "The day has changed." }],
])("what a reassignment is answered is read for what it is: %#", (data, expected) => {
  expect(reassignmentAnswerOf(data)).toEqual(expected);
});

test("letting go in another lane puts that technician in the place of the one it was dragged from", () => {
  expect(crewAfter([], null, "luis")).toEqual(["luis"]);
  expect(crewAfter(["luis", "ana"], "luis", "sam")).toEqual(["sam", "ana"]);
  expect(crewAfter(["luis", "ana"], "ana", "sam")).toEqual(["luis", "sam"]);
  expect(crewAfter(["luis", "ana"], "ana", "luis")).toEqual(["luis", "ana"]);
});

const waiting = {
  ...{ id: "1", number: 1, title: "No heat", priority: "high" as const, customerName: "Bo", city: "Troy", minutes: 60 },
  ...{ start: null, holdReason: null, zone: null, addressId: "a", latitude: null, longitude: null, version: 3 },
  status: "unscheduled" as const,
};

test("a drop under way shows at once: out of the tray, into a lane, elsewhere, and back out of it", () => {
  const placed = applied({ jobs: [], tray: [waiting] }, [drop]);
  expect(placed).toMatchObject({ jobs: [{ id: "1", ...to, status: "scheduled" }], tray: [] });
  const later = { ...to, start: to.start + 3_600_000 };
  const moved = applied(placed, [{ ...drop, to: later }]);
  expect(moved).toMatchObject({ jobs: [{ ...later, overrideReason: "Same roof" }], tray: [] });
  expect(applied(moved, [{ ...drop, to: null }]).jobs).toEqual([]);
  expect(applied(moved, []).jobs).toEqual(moved.jobs);
});
