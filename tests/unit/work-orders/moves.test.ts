import { expect, test } from "vitest";
import { allowedMoves, checkMove } from "~/domain/work-orders/check-move";
import type { MoveFacts } from "~/domain/work-orders/move-needs";
import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "~/domain/work-orders/rules";

/** Everything a move could ask for, so that only the table decides. */
const READY: MoveFacts = {
  hasCustomer: true,
  hasServiceAddress: true,
  startAt: "2026-11-20T14:00:00Z",
  durationMinutes: 60,
  holdReason: "parts",
  cancelReason: "customer",
  reason: "Came back with the same noise",
  hasTechnician: true,
  heldFor: "customer_absent",
};

// One row a state left, one column a state entered, in the order of the states. Who may make the move:
// O office, T assigned technician, B both of them, M manager only, A office or the system, = stays as it is, - nobody.
const MATRIX: Record<WorkOrderStatus, string> = {
  //             un sc di en in ho co cl ca
  unscheduled: "  =  O  -  -  -  -  -  -  O",
  scheduled: "    O  =  A  B  T  -  -  -  O",
  dispatched: "   -  O  =  B  T  -  -  -  O",
  en_route: "     -  -  B  =  T  B  -  -  O",
  in_progress: "  -  -  -  -  =  B  B  -  O",
  on_hold: "      O  O  -  -  T  =  B  -  O",
  completed: "    -  -  -  -  M  -  =  M  -",
  closed: "       -  -  -  -  -  -  -  =  -",
  cancelled: "    M  -  -  -  -  -  -  -  =",
};

const CELLS = WORK_ORDER_STATUSES.flatMap((from) => {
  const marks = MATRIX[from].trim().split(/\s+/);
  return WORK_ORDER_STATUSES.map((to, column) => ({ from, to, mark: marks[column] ?? "?" }));
});

const ACTORS = [
  { actorKind: "office", makes: "OBA" },
  { actorKind: "technician", makes: "TB" },
  { actorKind: "manager", makes: "OTBMA" },
  { actorKind: "system", makes: "A" },
] as const;

test.each(CELLS)("from $from to $to: $mark", ({ from, to, mark }) => {
  for (const { actorKind, makes } of ACTORS) {
    const verdict = checkMove({ from, to, actorKind, facts: READY });
    const expected = mark === "=" ? "no-op" : mark === "-" ? "illegal" : makes.includes(mark) ? "moved" : "forbidden";
    const outcome = verdict.ok ? (verdict.changed ? "moved" : "no-op") : verdict.code;
    expect({ actorKind, outcome }).toEqual({ actorKind, outcome: expected });
    expect({ actorKind, listed: allowedMoves(from, actorKind).includes(to) }).toEqual({
      actorKind,
      listed: expected === "moved",
    });
  }
});

test("a new work order starts unscheduled, by the office or by the system, with a customer and an address", () => {
  expect(checkMove({ from: null, to: "unscheduled", actorKind: "office", facts: READY }).ok).toBe(true);
  expect(checkMove({ from: null, to: "unscheduled", actorKind: "system", facts: READY }).ok).toBe(true);
  expect(checkMove({ from: null, to: "unscheduled", actorKind: "technician", facts: READY })).toMatchObject({
    code: "forbidden",
  });
  expect(checkMove({ from: null, to: "scheduled", actorKind: "office", facts: READY })).toMatchObject({
    code: "illegal",
    allowed: ["unscheduled"],
  });
  expect(checkMove({ from: null, to: "unscheduled", actorKind: "office", facts: {} })).toMatchObject({
    code: "incomplete",
    missing: [{ need: "customer" }, { need: "service_address" }],
  });
});

test("an owner who is also the assigned technician may do what either may", () => {
  expect(allowedMoves("en_route", ["office", "technician"])).toEqual([
    "in_progress",
    "dispatched",
    "on_hold",
    "cancelled",
  ]);
  expect(allowedMoves("en_route", [])).toEqual([]);
});

test("a refused move names the states that are open", () => {
  expect(checkMove({ from: "completed", to: "scheduled", actorKind: "manager", facts: READY })).toEqual({
    ok: false,
    code: "illegal",
    message: "A work order cannot go from Completed to Scheduled.",
    allowed: ["closed", "in_progress"],
    missing: [],
  });
});

const EFFECTS = [
  { from: "unscheduled", to: "scheduled", effects: ["reserve_planned_parts"] },
  { from: "scheduled", to: "unscheduled", effects: ["release_slot", "keep_reservations"] },
  { from: "scheduled", to: "dispatched", effects: ["push_to_device"] },
  { from: "dispatched", to: "scheduled", effects: ["pull_from_device"] },
  { from: "dispatched", to: "en_route", effects: ["share_eta", "travel_timer_on"] },
  { from: "en_route", to: "in_progress", effects: ["travel_timer_off", "labour_timer_on"] },
  { from: "en_route", to: "on_hold", effects: ["travel_timer_off"] },
  { from: "in_progress", to: "on_hold", effects: ["labour_timer_off", "offer_return_visit"] },
  { from: "on_hold", to: "cancelled", effects: ["release_reservations", "release_slot"] },
  { from: "completed", to: "closed", effects: ["lock"] },
  { from: "completed", to: "in_progress", effects: ["keep_evidence"] },
] as const;

test.each(EFFECTS)("moving from $from to $to has its effects", ({ from, to, effects }) => {
  expect(checkMove({ from, to, actorKind: "manager", facts: READY })).toMatchObject({ ok: true, effects });
});

test("completing uses up what was reserved, and a wasted trip is charged", () => {
  const done = checkMove({ from: "in_progress", to: "completed", actorKind: "technician", facts: READY });
  const wasted = checkMove({ from: "on_hold", to: "completed", actorKind: "technician", facts: READY });
  expect(done).toMatchObject({
    effects: expect.arrayContaining(["consume_reservations", "set_next_maintenance_date"]),
  });
  expect(done).not.toMatchObject({ effects: expect.arrayContaining(["charge_trip"]) });
  expect(wasted).toMatchObject({ effects: expect.arrayContaining(["charge_trip", "prepare_billing_preview"]) });
});
