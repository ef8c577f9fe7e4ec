import { expect, test } from "vitest";
import { followUpDraft } from "~/domain/service-types/follow-up";
import { doubtAbout, isUnsafe, judge, type TaskResult } from "~/domain/service-types/results";
import { aTask } from "./fixtures";

const CHECK = aTask();
const SUPPLY = aTask({
  id: "supply",
  title: "Supply temperature",
  kind: "measurement",
  unit: "°F",
  min: 100,
  max: 140,
});
const CAPACITOR = aTask({ id: "cap", title: "Run capacitor", kind: "measurement", unit: "%", min: -6, max: 6 });
const PHOTO = aTask({ id: "photo", title: "Nameplate", kind: "photo" });
const SIGN = aTask({ id: "sign", title: "Signature", kind: "signature" });
const READING = aTask({ id: "gauges", title: "Superheat", kind: "reading" });
const NOTE = aTask({ id: "note", title: "What was found", kind: "note" });

const measured = (value: number): TaskResult => ({ kind: "measurement", value });

test.each([
  [CHECK, null, "open", null],
  [CHECK, { kind: "check", answer: "pass", remark: null }, "pass", null],
  [CHECK, { kind: "check", answer: "not_applicable", remark: null }, "pass", null],
  [CHECK, { kind: "check", answer: "fail", remark: null }, "fail", "Check the flue failed."],
  [CHECK, { kind: "check", answer: "fail", remark: "Cracked at the elbow" }, "fail", "Cracked at the elbow"],
  [CHECK, measured(120), "open", null],
  [SUPPLY, measured(100), "pass", null],
  [SUPPLY, measured(140), "pass", null],
  [SUPPLY, measured(99.9), "fail", "Supply temperature: 99.9 °F is below 100 °F."],
  [SUPPLY, measured(140.1), "fail", "Supply temperature: 140.1 °F is above 140 °F."],
  [SUPPLY, measured(Number.NaN), "open", null],
  [CAPACITOR, measured(7), "fail", "Run capacitor: 7% is above 6%."],
  [{ ...SUPPLY, min: null, max: null }, measured(-40), "pass", null],
  [PHOTO, { kind: "photo", photoIds: [] }, "open", null],
  [PHOTO, { kind: "photo", photoIds: ["p1"] }, "pass", null],
  [SIGN, { kind: "signature", signatureId: "s1" }, "pass", null],
  [READING, { kind: "reading", readingId: "r1", withinLimits: null }, "pass", null],
  [READING, { kind: "reading", readingId: "r1", withinLimits: false }, "fail", "Superheat is out of range."],
  [READING, { kind: "check", answer: "not_applicable", remark: "No gauges" }, "pass", null],
  [READING, { kind: "check", answer: "pass", remark: null }, "open", null],
  [NOTE, { kind: "note", text: "  " }, "open", null],
  [NOTE, { kind: "note", text: "Replaced the igniter" }, "pass", null],
] satisfies [typeof CHECK, TaskResult | null, string, string | null][])(
  "the outcome of %o with %o",
  (task, result, outcome, message) => {
    expect(judge(task, result)).toEqual({ outcome, message });
  },
);

const CO = aTask({ id: "co", title: "Flue CO, air-free", kind: "measurement", unit: "ppm", min: null, max: 100 });

test.each([
  [CO, 100, false],
  [CO, 101, true],
  [{ ...CO, title: "Carbon monoxide at the door" }, 400, true],
  [{ ...CO, title: "Company name", unit: "ppm" }, 400, false],
  [{ ...CO, unit: "°F" }, 400, false],
  [{ ...CO, max: null }, 400, false],
  [SUPPLY, 400, false],
])("%o at %d stops the job: %s", (task, value, stops) => {
  expect(isUnsafe(task, measured(value))).toBe(stops);
  if (stops) {
    expect(judge(task, measured(value)).message).toContain("Shut down and tag the equipment.");
    expect(followUpDraft(task, measured(value), SOURCE)?.priority).toBe("emergency");
  }
});

const figure = (unit: string | null, min: number | null, max: number | null) => ({ unit, min, max });

test.each([
  [figure("ppm", null, 100), 450, null],
  [figure("ppm", null, 100), 1_000_000_000, "1,000,000,000 ppm is unusual. Is it correct?"],
  [figure("ppm", null, 100), -1, "-1 ppm is unusual. Is it correct?"],
  [figure("°F", 35, 65), 20, null],
  [figure("°F", 35, 65), 120, null],
  [figure("°F", 35, 65), -400, "-400 °F is unusual. Is it correct?"],
  [figure("in. w.c.", 3.2, 3.8), 35, "35 in. w.c. is unusual. Is it correct?"],
  [figure("in. w.c.", 3.2, 3.8), 4.5, null],
  [figure("°F", null, null), -20, null],
  [figure(null, null, null), 1e12, "1,000,000,000,000 is unusual. Is it correct?"],
  [figure("psig", 3, null), -10, null],
  [figure("%", null, null), -3, "-3% is unusual. Is it correct?"],
])("with limits %o the value %d is questioned: %s", (task, value, question) => {
  expect(doubtAbout(task, value)).toBe(question);
});

const SOURCE = {
  workOrderId: "w12",
  label: "WO-012",
  customerId: "c1",
  siteAddressId: "a1",
  equipmentIds: ["e1"],
};

test("a failed check opens one follow-up draft for the same customer, address and equipment", () => {
  const failed: TaskResult = { kind: "check", answer: "fail", remark: "Cracked at the elbow" };
  expect(followUpDraft(CHECK, failed, SOURCE)).toEqual({
    key: "w12:flue",
    callbackOf: "w12",
    customerId: "c1",
    siteAddressId: "a1",
    equipmentIds: ["e1"],
    title: "Follow up: Check the flue",
    description: "Found on WO-012. Cracked at the elbow",
    priority: "normal",
  });
  expect(followUpDraft(SUPPLY, measured(90), SOURCE)?.description).toBe(
    "Found on WO-012. Supply temperature: 90 °F is below 100 °F.",
  );
  expect(followUpDraft(SUPPLY, measured(120), SOURCE)).toBeNull();
});
