import { expect, test } from "vitest";
import type { Act, Entry } from "~/domain/technician-app/entries";
import {
  clockOf,
  currentJob,
  jobAfter,
  mapUrl,
  missingOf,
  nextStep,
  type PhoneJob,
  type PhoneTask,
} from "~/domain/technician-app/job";
import { withEntries } from "~/domain/technician-app/merge";

const task: PhoneTask = {
  ...{ id: "t1", title: "Check the filter", kind: "check", instructions: null, required: true },
  ...{ unit: null, min: null, max: null, doneAt: null, result: null, outcome: null, version: 1 },
};

function job(change: Partial<PhoneJob> = {}): PhoneJob {
  return {
    ...{ id: "job-1", number: 1, reference: "WO-001", title: "No heat", description: null, status: "dispatched" },
    ...{
      holdReason: null,
      scheduledStart: "2026-11-20T15:00:00.000Z",
      durationMinutes: 60,
      arrivalWindowMinutes: null,
    },
    ...{ signatureRequired: false, customerName: "Ada Byron", customerPhone: null, address: "12 Oak Street, Austin" },
    ...{ accessNotes: null, timeZone: "America/Chicago", kinds: ["technician"], mine: true, tasks: [task], notes: [] },
    ...{ photos: [], signedBy: null, history: [], ...change },
  };
}

const entry = (order: number, act: Act, change: Partial<Entry> = {}): Entry => ({
  ...{ key: `key-${order}`, order, userId: "luis", jobId: "job-1", jobLabel: "WO-001", act },
  ...{ at: "2026-11-20T15:10:00.000Z", state: "queued", tries: 0, notBefore: 0, refusal: null },
  ...{ savedAt: null, settled: false, ...change },
});
const move = (from: PhoneJob["status"], to: PhoneJob["status"]): Act => ({
  ...{ kind: "move", from, to },
  ...{ holdReason: null, reason: null },
});

test("what was put down shows at once, in its order", () => {
  const shown = withEntries(job(), [
    entry(2, move("en_route", "in_progress")),
    entry(1, move("dispatched", "en_route")),
    entry(3, { kind: "tick", taskId: "t1", done: true }),
    entry(4, { kind: "note", body: "Sooty", customerVisible: false }),
  ]);
  expect(shown.status).toBe("in_progress");
  expect(shown.tasks[0]?.doneAt).toBe("2026-11-20T15:10:00.000Z");
  expect(shown.notes.map((note) => note.body)).toEqual(["Sooty"]);
});

test("the server's word stands where it differs: what needs somebody and what it shows already is not painted over it", () => {
  const cancelled = job({ status: "cancelled" });
  expect(withEntries(cancelled, [entry(1, move("in_progress", "completed"))]).status).toBe("cancelled");
  expect(withEntries(job(), [entry(1, move("dispatched", "en_route"), { state: "needs_you" })]).status).toBe(
    "dispatched",
  );
  const settled = entry(1, { kind: "note", body: "Sooty", customerVisible: false }, { state: "saved", settled: true });
  expect(withEntries(job(), [settled]).notes).toEqual([]);
});

test("the clock counts travel en route and labor in progress, with a break between", () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 15, minutes)).toISOString();
  const history: PhoneJob["history"] = [
    { status: "dispatched", at: at(0) },
    { status: "en_route", at: at(5) },
    { status: "in_progress", at: at(25) },
    { status: "on_hold", at: at(40) },
    { status: "in_progress", at: at(50) },
  ];
  const clock = clockOf({ history, status: "in_progress" }, Date.UTC(2026, 10, 20, 16, 0));
  expect(clock).toEqual({ travelSeconds: 1200, laborSeconds: 1500, running: "labor" });
});

test.each<[PhoneJob["status"], string | null]>([
  ["unscheduled", null],
  ["scheduled", "en_route"],
  ["dispatched", "en_route"],
  ["en_route", "in_progress"],
  ["in_progress", "completed"],
  ["on_hold", "in_progress"],
  ["completed", null],
  ["cancelled", null],
])("from %s the one next step is %s", (status, to) => {
  expect(nextStep(job({ status }))?.to ?? null).toBe(to);
  expect(nextStep(job({ status, kinds: [] }))).toBeNull();
});

test("before completing it says what is missing", () => {
  expect(missingOf(job())).toEqual([{ part: "checklist", words: "1 task" }]);
  const done = { ...task, doneAt: "2026-11-20T15:10:00.000Z" };
  expect(missingOf(job({ tasks: [done], signatureRequired: true }))).toEqual([
    { part: "signature", words: "signature" },
  ]);
  expect(missingOf(job({ tasks: [done, { ...task, required: false }] }))).toEqual([]);
});

test("the job under way comes before the next one, and what is over or another's comes never", () => {
  const early = job({ id: "a", status: "completed" });
  const next = job({ id: "b", scheduledStart: "2026-11-20T16:00:00.000Z" });
  const late = job({ id: "c", scheduledStart: "2026-11-20T18:00:00.000Z" });
  const others = job({ id: "d", mine: false, status: "in_progress" });
  expect(currentJob([early, next, late, others])?.id).toBe("b");
  expect(currentJob([early, next, { ...late, status: "in_progress" }])?.id).toBe("c");
  expect(currentJob([early, others])).toBeNull();
  expect(jobAfter([early, next, late], next)?.id).toBe("c");
  expect(jobAfter([early, next], late)?.id).toBe("b");
});

test("the map is asked for the address as it is written", () => {
  expect(mapUrl("12 Oak Street, Austin, TX 78701")).toContain(
    "destination=12%20Oak%20Street%2C%20Austin%2C%20TX%2078701",
  );
});
