import type { WorkOrderStatus } from "./rules";

/** "technician" is one assigned to this work order; "system" acts for no person (automatic dispatch, plans, voice queue). */
export const ACTOR_KINDS = ["office", "technician", "manager", "system"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** What the person who moves the work order has to give with the move. */
export const MOVE_INPUTS = [
  "customer",
  "service_address",
  "schedule",
  "hold_reason",
  "cancel_reason",
  "reason",
] as const;
export type MoveInput = (typeof MOVE_INPUTS)[number];

/** What has to be true of the work order, its technician or its invoice. */
export const MOVE_GUARDS = [
  "technician_free_and_skilled",
  "technician_set",
  "not_started",
  "technician_not_on_another_job",
  "held_for_absent_customer",
  "can_complete",
  "paid_or_no_charge",
  "no_issued_invoice",
  "no_open_timer",
  "parts_settled",
] as const;
export type MoveGuard = (typeof MOVE_GUARDS)[number];

/** What follows from a move, besides the history row that every move writes. */
export const MOVE_EFFECTS = [
  "reserve_planned_parts",
  "release_slot",
  "keep_reservations",
  "push_to_device",
  "pull_from_device",
  "share_eta",
  "travel_timer_on",
  "travel_timer_off",
  "labour_timer_on",
  "labour_timer_off",
  "offer_return_visit",
  "charge_trip",
  "consume_reservations",
  "set_next_maintenance_date",
  "prepare_billing_preview",
  "lock",
  "keep_evidence",
  "release_reservations",
] as const;
export type MoveEffect = (typeof MOVE_EFFECTS)[number];

export type Move = {
  /** null: the work order does not exist yet. */
  from: WorkOrderStatus | null;
  to: WorkOrderStatus;
  who: readonly ActorKind[];
  inputs: readonly MoveInput[];
  guards: readonly MoveGuard[];
  effects: readonly MoveEffect[];
};

type MoveParts = Partial<Pick<Move, "inputs" | "guards" | "effects">>;

function move(path: readonly [Move["from"], Move["to"]], who: readonly ActorKind[], parts: MoveParts = {}): Move {
  return { from: path[0], to: path[1], who, inputs: [], guards: [], effects: [], ...parts };
}

const COMPLETING = [
  "labour_timer_off",
  "consume_reservations",
  "set_next_maintenance_date",
  "prepare_billing_preview",
] as const;
const CANCELLING = {
  inputs: ["cancel_reason"],
  guards: ["no_open_timer", "parts_settled"],
  effects: ["release_reservations", "release_slot"],
} as const satisfies MoveParts;
const BOOKING = {
  inputs: ["schedule"],
  guards: ["technician_free_and_skilled"],
  effects: ["reserve_planned_parts"],
} as const satisfies MoveParts;
const UNBOOKING = { effects: ["release_slot", "keep_reservations"] } as const satisfies MoveParts;
const SETTING_OUT = {
  guards: ["technician_not_on_another_job"],
  effects: ["share_eta", "travel_timer_on"],
} as const satisfies MoveParts;
const STARTING = {
  guards: ["technician_not_on_another_job"],
  effects: ["labour_timer_on"],
} as const satisfies MoveParts;

/** Every move there is. What is not listed here cannot happen; closed is final. */
export const MOVES: readonly Move[] = [
  move([null, "unscheduled"], ["office", "system"], { inputs: ["customer", "service_address"] }),

  move(["unscheduled", "scheduled"], ["office"], BOOKING),
  move(["unscheduled", "cancelled"], ["office"], CANCELLING),

  move(["scheduled", "unscheduled"], ["office"], UNBOOKING),
  move(["scheduled", "dispatched"], ["office", "system"], {
    guards: ["technician_set"],
    effects: ["push_to_device"],
  }),
  move(["scheduled", "en_route"], ["technician", "office"], SETTING_OUT),
  move(["scheduled", "in_progress"], ["technician"], STARTING),
  move(["scheduled", "cancelled"], ["office"], CANCELLING),

  move(["dispatched", "scheduled"], ["office"], { guards: ["not_started"], effects: ["pull_from_device"] }),
  move(["dispatched", "en_route"], ["technician", "office"], SETTING_OUT),
  move(["dispatched", "in_progress"], ["technician"], STARTING),
  move(["dispatched", "cancelled"], ["office"], CANCELLING),

  move(["en_route", "in_progress"], ["technician"], { effects: ["travel_timer_off", "labour_timer_on"] }),
  move(["en_route", "dispatched"], ["technician", "office"], { effects: ["travel_timer_off"] }),
  move(["en_route", "on_hold"], ["technician", "office"], {
    inputs: ["hold_reason"],
    effects: ["travel_timer_off"],
  }),
  move(["en_route", "cancelled"], ["office"], CANCELLING),

  move(["in_progress", "on_hold"], ["technician", "office"], {
    inputs: ["hold_reason"],
    effects: ["labour_timer_off", "offer_return_visit"],
  }),
  move(["in_progress", "completed"], ["technician", "office"], { guards: ["can_complete"], effects: COMPLETING }),
  move(["in_progress", "cancelled"], ["office"], CANCELLING),

  move(["on_hold", "scheduled"], ["office"], BOOKING),
  move(["on_hold", "unscheduled"], ["office"], UNBOOKING),
  move(["on_hold", "in_progress"], ["technician"], STARTING),
  move(["on_hold", "completed"], ["technician", "office"], {
    guards: ["held_for_absent_customer", "can_complete"],
    effects: ["charge_trip", ...COMPLETING],
  }),
  move(["on_hold", "cancelled"], ["office"], CANCELLING),

  move(["completed", "closed"], ["manager"], { guards: ["paid_or_no_charge"], effects: ["lock"] }),
  move(["completed", "in_progress"], ["manager"], {
    inputs: ["reason"],
    guards: ["no_issued_invoice", "technician_not_on_another_job"],
    effects: ["keep_evidence"],
  }),

  move(["cancelled", "unscheduled"], ["manager"], { inputs: ["reason"] }),
];
