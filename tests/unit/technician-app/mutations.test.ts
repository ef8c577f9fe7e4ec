import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import type { z } from "zod";
import { ReadingForm } from "~/domain/refrigerant/schema";
import { TaskResultForm } from "~/domain/service-types/schema";
import {
  asNotes,
  blocks,
  blocksWhileFailing,
  fieldText,
  formOf,
  mutationLabel,
  mutationOf,
  mutationText,
  overwriteServer,
  refusalOf,
  type WorkOrderMutation,
  withoutPhoto,
} from "~/domain/technician-app/mutations";
import { PhotoInput } from "~/domain/technician-app/schema";
import { TechnicianPart } from "~/domain/work-order-parts/schema";
import { ChangeStatus, NoteInput, SignatureInput, TaskTick } from "~/domain/work-orders/schema";

const author = { userId: "luis", workOrderId: "job-1", reference: "WO-001" };
const at = "2026-11-20T15:00:00.000Z";
const clock = { now: Date.parse(at), offsetMs: null };
const taskId = "0190f3a0-0000-7000-8000-000000000001";

function made(fields: Record<string, string | Blob>): WorkOrderMutation {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const mutation = mutationOf(author, form, clock);
  if (!mutation) throw new Error("the form is one of the app's");
  return mutation;
}

const photo = () => new Blob(["picture"], { type: "image/jpeg" });

test.each<[Record<string, string | Blob>, z.ZodType, object, string]>([
  [
    { intent: "changeStatus", from: "en_route", to: "on_hold", holdReason: "parts", reason: "" },
    ChangeStatus,
    { to: "on_hold", occurredAt: at, holdReason: "parts" },
    "Put on hold",
  ],
  [{ intent: "tickTask", taskId, done: "on" }, TaskTick, { taskId, done: true, occurredAt: at }, "Checked off a task"],
  [{ intent: "tickTask", taskId, version: "3" }, TaskTick, { taskId, done: false, version: 3 }, "Cleared a task"],
  [
    { intent: "recordResult", taskId, kind: "measurement", value: "3.5" },
    TaskResultForm,
    { taskId, kind: "measurement", value: 3.5, occurredAt: at },
    "Measured 3.5",
  ],
  [
    { intent: "recordResult", taskId, kind: "check", answer: "fail", remark: "Cracked" },
    TaskResultForm,
    { taskId, kind: "check", answer: "fail", remark: "Cracked" },
    "Recorded a result",
  ],
  [
    { intent: "addNote", body: "Sooty", customerVisible: "on" },
    NoteInput,
    { body: "Sooty", customerVisible: true, occurredAt: at },
    "Note: Sooty",
  ],
  [
    { intent: "addPart", part: "Capacitor 45/5", quantity: "2" },
    TechnicianPart,
    { part: "Capacitor 45/5", quantity: 2000, usedAt: at },
    "Part used: 2 × Capacitor 45/5",
  ],
  [
    {
      ...{ intent: "recordReading", serviceGroupId: taskId, refrigerant: "R-410A", isConfirmed: "", metering: "txv" },
      ...{ pressureUnit: "kpa", temperatureUnit: "c", weightUnit: "oz", suctionPsig: "813.6", suctionTempF: "" },
      ...{ targetSubcoolingF: "5", altitudeFeet: "0", addedLb: "2", cylinder: "C-17", notes: "Frost on the drier" },
    },
    ReadingForm,
    { serviceGroupId: taskId, refrigerant: "R-410A", addedLb: 0.125, suctionTempF: null, takenAt: at },
    "Readings of R-410A: Suction pressure 813.6 kPa, Refrigerant added 2 oz, cylinder C-17, Frost on the drier",
  ],
  [
    { intent: "sign", signerName: "Ada Byron", strokes: "" },
    SignatureInput,
    { signerName: "Ada Byron", occurredAt: at },
    "Signature of Ada Byron",
  ],
  [{ intent: "addPhoto", photo: photo() }, PhotoInput, { takenAt: at, taskId: null }, "Photo"],
])("the server's schema parses the stored form %o", (fields, schema, value, label) => {
  const mutation = made({ ...fields, idempotencyKey: "of the form without script" });
  const form = formOf(mutation);
  expect(form.get("idempotencyKey")).toBeNull();
  const submission = parseWithZod(form, { schema });
  expect(submission.status).toBe("success");
  expect(submission.status === "success" && submission.value).toMatchObject(value);
  expect(mutationLabel(mutation)).toContain(label);
});

test("a step has the device's clock time and its offset, and shows in office time", () => {
  const form = new FormData();
  form.set("intent", "changeStatus");
  form.set("to", "en_route");
  const hours26 = 26 * 3_600_000;
  const mutation = mutationOf(author, form, { now: clock.now + hours26, offsetMs: hours26 });
  expect(mutation?.at).toBe(at);
  expect(mutation?.fields).toMatchObject({
    occurredAt: "2026-11-21T17:00:00.000Z",
    clockOffsetMs: String(hours26),
  });
});

test("a form from another screen is not a mutation", () => {
  const form = new FormData();
  form.set("intent", "other");
  expect(mutationOf(author, form, clock)).toBeNull();
});

const step = made({ intent: "changeStatus", from: "dispatched", to: "en_route" });
const tick = (id: string) => made({ intent: "tickTask", taskId: id, version: "1", done: "on" });
const note = made({ intent: "addNote", body: "Filter is black" });

test.each<[string, WorkOrderMutation, WorkOrderMutation, boolean]>([
  ["a note is sent despite a refused status", step, note, false],
  ["a check-off waits behind a refused status", step, tick("t1"), true],
  ["a status waits behind a refused result", tick("t1"), step, true],
  ["another task's result is sent despite a refused one", tick("t1"), tick("t2"), false],
  ["a second result of the same task waits behind a refused one", tick("t1"), tick("t1"), true],
  ["a status waits behind anything refused", note, step, true],
  ["a reading is sent despite a refused status", step, made({ intent: "recordReading" }), false],
])("%s", (_, refused, later, isBlocked) => {
  expect(blocks(refused, later)).toBe(isBlocked);
});

test.each<[string, WorkOrderMutation, WorkOrderMutation, boolean]>([
  ["a status waits behind a failing status", step, step, true],
  ["a status waits behind a failing result", tick("t1"), step, true],
  ["a status waits behind a photo that answers a task", made({ intent: "addPhoto", taskId: "t1" }), step, true],
  ["a status goes on despite a failing photo", made({ intent: "addPhoto" }), step, false],
  ["a status goes on despite a failing note", note, step, false],
  ["a check-off waits behind a failing status", step, tick("t1"), true],
  ["a reading goes on despite a failing status", step, made({ intent: "recordReading" }), false],
])("%s", (_, failing, later, isBlocked) => {
  expect(blocksWhileFailing(failing, later)).toBe(isBlocked);
});

test("a refused status change returns the current status", () => {
  expect(refusalOf({ message: "Not from there.", from: "cancelled" })).toEqual({
    ...{ message: "Not from there.", status: "Canceled", version: null },
  });
  expect(refusalOf({}).message).not.toBe("");
});

test("a refused result can replace the server's once its version was seen, but a status cannot", () => {
  const refusal = refusalOf({ message: "Ana Ruiz recorded 0.9.", theirs: { version: 4 } });
  const replacement = overwriteServer(tick("t1"), refusal);
  expect(replacement && fieldText(replacement, "version")).toBe("4");
  expect(overwriteServer(step, refusal)).toBeNull();
  expect(overwriteServer(tick("t1"), refusalOf({ message: "No" }))).toBeNull();
});

test("a photo shown by the server need not stay on the device", () => {
  const { photo: left } = withoutPhoto(made({ intent: "addPhoto", photo: photo() })).fields;
  expect(left instanceof Blob && left.size).toBe(0);
  expect(withoutPhoto(note)).toBe(note);
});

const long = "word ".repeat(1000).trim();

test.each<[Record<string, string | Blob>, string | null]>([
  [{ intent: "addNote", body: long }, `Note: ${long}`],
  [{ intent: "sendMessage", body: long }, `Message: ${long}`],
  [{ intent: "recordResult", kind: "note", text: long }, `Wrote: ${long}`],
  [{ intent: "recordResult", kind: "check", answer: "fail", remark: "Cracked" }, "Marked as failed: Cracked"],
  [
    { intent: "recordResult", kind: "check", answer: "not_applicable", remark: "No trap" },
    "Marked as not applicable: No trap",
  ],
  [{ intent: "recordResult", kind: "measurement", value: "3.5" }, "Measured 3.5"],
  [
    { intent: "changeStatus", to: "on_hold", holdReason: "parts", reason: "Board on order" },
    "Put on hold: waiting for parts. Board on order",
  ],
  [{ intent: "sign", signerName: "Ada Byron", strokes: "" }, "Signature of Ada Byron"],
  [{ intent: "sign", signerName: "Ada Byron", strokes: "M1 1L2 2" }, null],
  [{ intent: "addPhoto", photo: photo() }, null],
])("a note says all of %o, unless it cannot hold it", (fields, text) => {
  expect(mutationText(made(fields))).toBe(text);
});

test("a text longer than a note becomes several, split between words", () => {
  const notes = asNotes(long, 4000);
  expect(notes.map(({ length }) => length <= 4000)).toEqual([true, true]);
  expect(notes.join(" ")).toBe(long);
  expect(asNotes("x".repeat(9), 4)).toEqual(["xxxx", "xxxx", "x"]);
  expect(asNotes("short", 4000)).toEqual(["short"]);
});
