import { expect, test } from "vitest";
import { type Conflict, judge, underWayRefusal } from "~/domain/scheduling/conflicts";
import { type AppliedChange, statusWhenReassigned, undoing } from "~/domain/scheduling/reassign-day";

function against(parts: Partial<Conflict>): Conflict {
  return {
    kind: "double_booking",
    severity: "override",
    technicianId: "luis",
    otherWorkOrderId: "WO-002",
    message: "Luis is at Ana Alvarez (WO-002) 10:00 to 11:00 AM.",
    ...parts,
  };
}

const WARNING = against({ kind: "drive_unknown", severity: "warning", message: "The drive is unknown." });
const BLOCKED = against({
  kind: "qualification",
  severity: "blocked",
  otherWorkOrderId: null,
  message: "No certificate.",
});
const DRIVE = against({
  kind: "drive",
  otherWorkOrderId: "WO-003",
  message: "The drive takes 30 min; no time is available.",
});

test("a job with only warnings can be booked, and they are shown", () => {
  expect(judge([], null)).toEqual({ kind: "free", warnings: [] });
  expect(judge([WARNING], null)).toEqual({ kind: "free", warnings: [WARNING] });
});

test("each conflict is listed once, unless a reason overrides it", () => {
  expect(judge([against({}), against({ technicianId: "ana" }), DRIVE], null)).toEqual({
    kind: "refused",
    message: "Luis is at Ana Alvarez (WO-002) 10:00 to 11:00 AM. The drive takes 30 min; no time is available.",
    overridable: true,
  });
});

test("an override covers the overlapping jobs, not those that are only near", () => {
  const two = [against({}), against({ otherWorkOrderId: "WO-004" }), against({ technicianId: "ana" }), DRIVE, WARNING];
  expect(judge(two, "Same roof")).toEqual({
    kind: "overridden",
    overlapping: ["WO-002", "WO-004"],
    warnings: [WARNING],
  });
});

test("some conflicts cannot be overridden", () => {
  expect(judge([against({}), BLOCKED], "Nobody else")).toEqual({
    kind: "refused",
    message: "No certificate.",
    overridable: false,
  });
});

test("a job under way stays where it is and can only change its duration", () => {
  const here = { start: 1000, leadId: "luis" };
  expect(underWayRefusal("in_progress", here, here)).toBeNull();
  expect(underWayRefusal("in_progress", here, { ...here, start: 2000 })).toContain("Only its duration can change");
  expect(underWayRefusal("en_route", here, { ...here, leadId: "ana" })).toContain("This job is En route");
  expect(underWayRefusal("dispatched", here, { start: 2000, leadId: "ana" })).toBeNull();
});

test("undo restores each job with the next version, and none to en route", () => {
  const before = { technicianIds: ["luis"], start: "a", end: "b", overrideReason: null, status: "en_route" as const };
  const after = {
    technicianIds: ["ana"],
    start: "c",
    end: "d",
    overrideReason: null,
    status: statusWhenReassigned("en_route"),
  };
  const change: AppliedChange = { id: "1", version: 4, before, after };
  expect(undoing([change])).toEqual([
    {
      id: "1",
      version: 5,
      from: "dispatched",
      before: after,
      to: { ...before, status: "dispatched" },
    },
  ]);
});
