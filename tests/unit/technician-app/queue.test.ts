import fc from "fast-check";
import { expect, test } from "vitest";
import { type Act, actOf, type Entry, requestOf, wordsOf } from "~/domain/technician-app/entries";
import {
  afterAnswer,
  asSettled,
  canTakeBack,
  inPlaceOfTheirs,
  interrupted,
  isUncertain,
  nextToSend,
  tallyOf,
  wakeAt,
} from "~/domain/technician-app/queue";

const note: Act = { kind: "note", body: "Filter is black", customerVisible: false };
const move = (from: "dispatched" | "en_route" | "in_progress", to: "en_route" | "in_progress" | "completed"): Act => ({
  ...{ kind: "move", from, to },
  ...{ holdReason: null, reason: null },
});

const tick = (taskId: string): Act => ({ kind: "tick", taskId, version: 1, done: true });

function entry(order: number, change: Partial<Entry> = {}): Entry {
  return {
    ...{ key: `key-${order}`, order, userId: "luis", jobId: "job-1", jobLabel: "WO-001", act: note },
    ...{ at: "2026-11-20T15:00:00.000Z", state: "queued", tries: 0, notBefore: 0, refusal: null },
    ...{ savedAt: null, settled: false, ...change },
  };
}

const keyOf = (entries: Entry[], now = 1000) => nextToSend(entries, now)?.key ?? null;

test.each<[string, Entry[], string | null]>([
  ["the oldest first", [entry(2), entry(1)], "key-1"],
  ["nothing where all is saved", [entry(1, { state: "saved" })], null],
  ["what follows waits while the one before is on its way", [entry(1, { state: "sending" }), entry(2)], null],
  ["another job does not wait", [entry(1, { state: "sending" }), entry(2, { jobId: "job-2" })], "key-2"],
  ["a step waits for the time to take it back", [entry(1, { notBefore: 2000 })], null],
  ["what follows waits with it", [entry(1, { notBefore: 2000 }), entry(2)], null],
  ["a note goes past what needs somebody", [entry(1, { state: "needs_you" }), entry(2)], "key-2"],
  [
    "another task's result goes past a result that needs somebody",
    [entry(1, { act: tick("t1"), state: "needs_you" }), entry(2, { act: tick("t2") })],
    "key-2",
  ],
  [
    "a second word on the same task does not go past it",
    [entry(1, { act: tick("t1"), state: "needs_you" }), entry(2, { act: tick("t1") })],
    null,
  ],
  [
    "a step does not go past a result that needs somebody",
    [entry(1, { act: tick("t1"), state: "needs_you" }), entry(2, { act: move("in_progress", "completed") })],
    null,
  ],
  [
    "a tick does not go past a step that needs somebody",
    [entry(1, { act: move("dispatched", "en_route"), state: "needs_you" }), entry(2, { act: tick("t1") })],
    null,
  ],
  [
    "a step does not go past what needs somebody",
    [entry(1, { state: "needs_you" }), entry(2, { act: move("en_route", "in_progress") })],
    null,
  ],
])("sends %s", (_, entries, expected) => {
  expect(keyOf(entries)).toBe(expected);
});

test.each<[string, Parameters<typeof afterAnswer>[1], Entry["state"]]>([
  ["no answer at all", null, "queued"],
  ["the server in trouble", { status: 503, body: {}, at: "" }, "queued"],
  ["an ended session", { status: 401, body: {}, at: "" }, "queued"],
  ["too many at once", { status: 429, body: {}, at: "" }, "queued"],
  ["a success", { status: 201, body: {}, at: "2026-11-20T15:01:00.000Z" }, "saved"],
  ["a conflict", { status: 409, body: { message: "No", from: "cancelled" }, at: "" }, "needs_you"],
  ["a job that is gone", { status: 404, body: { message: "Work order not found" }, at: "" }, "needs_you"],
])("%s makes an entry what it is", (_, answer, state) => {
  const after = afterAnswer(entry(1, { state: "sending" }), answer, 1000);
  expect(after.state).toBe(state);
  expect(after.savedAt === null).toBe(state !== "saved");
});

test("a conflict keeps both sides", () => {
  const mine = entry(1, { act: move("in_progress", "completed") });
  const after = afterAnswer(mine, { status: 409, body: { message: "Not from there.", from: "cancelled" }, at: "" }, 0);
  expect(after.act).toEqual(mine.act);
  expect(after.refusal).toEqual({ message: "Not from there.", theirs: "Cancelled" });
});

test("what somebody else put down for a task is told with its version, and mine can be put in its place", () => {
  const body = { message: "Static pressure: Ana Ruiz put down 0.9 in the meantime.", theirs: { version: 4 } };
  const after = afterAnswer(entry(1, { act: tick("t1") }), { status: 409, body, at: "" }, 0);
  expect(after.refusal).toEqual({ message: body.message, theirs: null, version: 4 });
  expect(inPlaceOfTheirs(after)).toEqual({ kind: "tick", taskId: "t1", version: 4, done: true });
  expect(inPlaceOfTheirs(entry(1))).toBeNull();
});

test("a picture that the office shows need not lie on the device as well", () => {
  const act: Act = { kind: "photo", taskId: null, file: new Blob(["picture"]) };
  const { act: left, settled } = asSettled(entry(1, { act, state: "saved" }));
  expect([settled, left.kind === "photo" && left.file.size]).toEqual([true, 0]);
});

test.each<[string, Partial<Entry>, boolean]>([
  ["waits", { state: "queued" }, false],
  ["is on its way", { state: "sending" }, true],
  [
    "was saved before the day was asked for",
    { key: "before", state: "saved", savedAt: "2026-11-20T15:00:01.000Z" },
    false,
  ],
  ["was saved since", { state: "saved", savedAt: "2026-11-20T15:00:02.000Z" }, true],
  ["is shown by another day", { state: "saved", savedAt: "2026-11-20T15:00:02.000Z", settled: true }, false],
])("whether a day shows an entry that %s is uncertain: %o, %s", (_, change, uncertain) => {
  expect(isUncertain([entry(1, change)], new Set(["before"]))).toBe(uncertain);
});

test("without an answer the waits grow up to half a minute", () => {
  let one = entry(1);
  const waits = Array.from({ length: 8 }, () => {
    one = afterAnswer(one, null, 0);
    return one.notBefore;
  });
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test("a tab that was killed while sending sends the same key again", () => {
  const cut = interrupted(entry(1, { state: "sending" }));
  expect([cut.state, cut.key]).toEqual(["queued", "key-1"]);
});

test("a step is taken back before it was tried, unless a later step stands on it", () => {
  const first = entry(1, { act: move("dispatched", "en_route") });
  const second = entry(2, { act: move("en_route", "in_progress") });
  expect(canTakeBack(first, [first])).toBe(true);
  expect(canTakeBack(first, [first, second])).toBe(false);
  expect(canTakeBack(second, [first, second])).toBe(true);
  expect(canTakeBack({ ...first, tries: 1 }, [first])).toBe(false);
  expect(canTakeBack({ ...first, state: "sending" }, [first])).toBe(false);
});

test("it looks again when the first of those that may go is due", () => {
  expect(wakeAt([entry(1, { notBefore: 500 }), entry(2, { jobId: "job-2", notBefore: 300 })])).toBe(300);
  expect(wakeAt([entry(1, { state: "needs_you" }), entry(2, { act: move("en_route", "in_progress") })])).toBeNull();
  expect(wakeAt([])).toBeNull();
});

test("whatever the answers, each job's entries are saved in their order and each is counted once", () => {
  const answers = fc.array(fc.constantFrom(null, 200, 503, 401), { maxLength: 200 });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 30 }),
      answers,
      (jobs, statuses) => {
        let entries = jobs.map((job, order) => entry(order, { jobId: `job-${job}` }));
        const saved: Entry[] = [];
        for (const status of [...statuses, ...jobs.map(() => 200)]) {
          const next = nextToSend(entries, Number.MAX_SAFE_INTEGER);
          if (!next) break;
          const after = afterAnswer(
            next,
            status === null ? null : { status, body: {}, at: "2026-11-20T15:01:00.000Z" },
            0,
          );
          if (after.state === "saved") saved.push(after);
          entries = entries.map((one) => (one.key === after.key ? after : one));
        }
        expect(tallyOf(entries)).toEqual({ waiting: 0, needsYou: 0, saved: jobs.length });
        expect(new Set(saved.map((one) => one.key)).size).toBe(jobs.length);
        for (const job of new Set(jobs)) {
          const orders = saved.filter((one) => one.jobId === `job-${job}`).map((one) => one.order);
          expect(orders).toEqual(orders.toSorted((a, b) => a - b));
        }
      },
    ),
  );
});

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

test.each<[Record<string, string>, string, unknown]>([
  [
    { intent: "move", from: "en_route", to: "on_hold", holdReason: "parts", reason: "" },
    "PATCH /api/work-orders/job-1/status",
    { status: "on_hold", occurredAt: "2026-11-20T15:00:00.000Z", holdReason: "parts" },
  ],
  [{ intent: "tickTask", taskId: "t1", done: "on" }, "PUT /api/work-orders/job-1/tasks/t1/done", { done: true }],
  [
    { intent: "tickTask", taskId: "t1", version: "3" },
    "PUT /api/work-orders/job-1/tasks/t1/done",
    { done: false, version: 3 },
  ],
  [
    { intent: "taskResult", taskId: "t1", kind: "measurement", value: "3,5" },
    "POST /api/work-orders/job-1/tasks/t1/result",
    { kind: "measurement", value: 3.5 },
  ],
  [
    { intent: "taskResult", taskId: "t1", kind: "check", remark: "Cracked" },
    "POST /api/work-orders/job-1/tasks/t1/result",
    { kind: "check", answer: "fail", remark: "Cracked" },
  ],
  [
    { intent: "part", part: "Capacitor 45/5", quantity: "2" },
    "POST /api/work-orders/job-1/notes",
    { body: "Part used: 2 × Capacitor 45/5", customerVisible: false },
  ],
  [
    { intent: "sign", signerName: "Ada Byron", strokes: "" },
    "POST /api/work-orders/job-1/signatures",
    { signerName: "Ada Byron", strokes: null },
  ],
])("the form %o is sent as %s", (fields, line, body) => {
  const act = actOf(form(fields));
  if (!act) throw new Error("the form says something");
  const request = requestOf(entry(1, { act }));
  expect([`${request.method} ${request.path}`, request.key, request.body]).toEqual([line, "key-1", body]);
  expect(wordsOf(act)).not.toBe("");
});

test.each<Record<string, string>>([
  { intent: "note", body: " " },
  { intent: "move", from: "nowhere", to: "en_route" },
  { intent: "other" },
])("the form %o says nothing", (fields) => {
  expect(actOf(form(fields))).toBeNull();
});
