import type { CancelReason, HoldReason, WorkOrderStatus } from "~/domain/work-order-basics/status";
import { STATUS_LABELS } from "~/domain/work-order-basics/status";
import type { PartsOutcome } from "./work-order";

export const CLOSED_IS_FINAL = "A closed work order can't be changed.";

export const scheduleLocked = (status: WorkOrderStatus) =>
  `The time and technicians of a work order can't be changed while it is ${STATUS_LABELS[status]}.`;

/** "technician": assigned to this work order; "system": no person, as when maintenance plans are booked. */
const ACTOR_ROLES = ["office", "technician", "manager", "system"] as const;
export type ActorRole = (typeof ACTOR_ROLES)[number];

/** Inputs required from the person who changes the status. */
const TRANSITION_INPUTS = ["schedule", "hold_reason", "cancel_reason", "reason", "settlement"] as const;
export type TransitionInput = (typeof TRANSITION_INPUTS)[number];

/** Conditions on the work order or its technician. Whether a technician is free is up to `checkBooking`. */
const TRANSITION_GUARDS = [
  "technician_set",
  "technician_not_on_another_job",
  "held_for_absent_customer",
  "can_complete",
  "parts_settled",
  "not_invoiced",
] as const;
type TransitionGuard = (typeof TRANSITION_GUARDS)[number];

type Transition = {
  /** null: the work order does not exist yet. */
  from: WorkOrderStatus | null;
  to: WorkOrderStatus;
  who: readonly ActorRole[];
  inputs: readonly TransitionInput[];
  guards: readonly TransitionGuard[];
};

type Needs = Partial<Pick<Transition, "inputs" | "guards">>;

function transition(
  path: readonly [Transition["from"], Transition["to"]],
  who: readonly ActorRole[],
  needs: Needs = {},
): Transition {
  return { from: path[0], to: path[1], who, inputs: [], guards: [], ...needs };
}

const BOOKING = { inputs: ["schedule"] } as const satisfies Needs;
const CANCELING = { inputs: ["cancel_reason"], guards: ["parts_settled"] } as const satisfies Needs;
const HOLDING = { inputs: ["hold_reason"] } as const satisfies Needs;
const STARTING = { guards: ["technician_not_on_another_job"] } as const satisfies Needs;

/** All status changes. Anything not listed here is impossible; closed is final. */
const TRANSITIONS: readonly Transition[] = [
  transition([null, "unscheduled"], ["office", "system"]),

  transition(["unscheduled", "scheduled"], ["office"], BOOKING),
  transition(["unscheduled", "cancelled"], ["office"], CANCELING),

  transition(["scheduled", "unscheduled"], ["office"]),
  transition(["scheduled", "dispatched"], ["office"], { guards: ["technician_set"] }),
  transition(["scheduled", "en_route"], ["technician", "office"], STARTING),
  transition(["scheduled", "in_progress"], ["technician"], STARTING),
  transition(["scheduled", "cancelled"], ["office"], CANCELING),

  transition(["dispatched", "scheduled"], ["office"]),
  transition(["dispatched", "en_route"], ["technician", "office"], STARTING),
  transition(["dispatched", "in_progress"], ["technician"], STARTING),
  transition(["dispatched", "cancelled"], ["office"], CANCELING),

  transition(["en_route", "in_progress"], ["technician"]),
  transition(["en_route", "dispatched"], ["technician", "office"]),
  transition(["en_route", "on_hold"], ["technician", "office"], HOLDING),
  transition(["en_route", "cancelled"], ["office"], CANCELING),

  transition(["in_progress", "on_hold"], ["technician", "office"], HOLDING),
  transition(["in_progress", "completed"], ["technician", "office"], { guards: ["can_complete"] }),
  transition(["in_progress", "cancelled"], ["office"], CANCELING),

  transition(["on_hold", "scheduled"], ["office"], BOOKING),
  transition(["on_hold", "unscheduled"], ["office"]),
  transition(["on_hold", "in_progress"], ["technician"], STARTING),
  transition(["on_hold", "completed"], ["technician", "office"], {
    guards: ["held_for_absent_customer", "can_complete"],
  }),
  transition(["on_hold", "cancelled"], ["office"], CANCELING),

  transition(["completed", "closed"], ["manager"], { inputs: ["settlement"] }),
  transition(["completed", "in_progress"], ["manager"], {
    inputs: ["reason"],
    guards: ["technician_not_on_another_job", "not_invoiced"],
  }),

  transition(["cancelled", "unscheduled"], ["manager"], { inputs: ["reason"] }),
];

/** Only undoing a change of the schedule makes these: otherwise only a job under way is put on hold. */
const UNDO_TRANSITIONS: readonly Transition[] = [
  transition(["scheduled", "on_hold"], ["office"], HOLDING),
  transition(["unscheduled", "on_hold"], ["office"], HOLDING),
];

/** A person can have several: an owner who also does jobs is manager and assigned technician. */
type Actors = ActorRole | readonly ActorRole[];

/** The statuses these roles may change a work order to; `checkTransition` returns what each still requires. */
export function allowedTransitions(from: WorkOrderStatus | null, actors: Actors): WorkOrderStatus[] {
  return TRANSITIONS.filter((one) => one.from === from && isAllowed(one, actors)).map((one) => one.to);
}

/** The row of the table, for a screen that prompts for its inputs; undefined if there is no such transition. */
export function findTransition(from: WorkOrderStatus | null, to: WorkOrderStatus): Transition | undefined {
  return TRANSITIONS.find((one) => one.from === from && one.to === to);
}

/** Technicians start their own travel; anyone else confirms first, since a misclick would start their travel time. */
export function needsConfirmation(to: WorkOrderStatus, actors: Actors): boolean {
  return to === "en_route" && !(typeof actors === "string" ? [actors] : actors).includes("technician");
}

/** The status that undoes a change without further input; null if there is none. */
export function undoStatus(from: WorkOrderStatus, to: WorkOrderStatus): WorkOrderStatus | null {
  const back = findTransition(to, from) ?? (to === "en_route" ? findTransition(to, "dispatched") : undefined);
  return back && back.inputs.length === 0 && !back.guards.includes("can_complete") ? back.to : null;
}

/** Facts for checking a transition. Inputs must be present to count. */
export type TransitionFacts = {
  /** UTC instant, ISO or epoch milliseconds. */
  startAt?: string | number | null;
  durationMinutes?: number | null;
  holdReason?: HoldReason | null;
  cancelReason?: CancelReason | null;
  /** Free text for reopening, for rescheduling a canceled work order and for closing without an invoice. */
  reason?: string | null;
  noCharge?: boolean;
  /** Parts were used on it and not returned. */
  hasParts?: boolean;
  /** What happens to them when it is canceled. */
  partsOutcome?: PartsOutcome | null;
  hasTechnician?: boolean;
  /** Reference of the technician's other work order that is en route or in progress: "WO-012". */
  technicianOnWorkOrder?: string | null;
  /** Why the work order is currently on hold. */
  heldFor?: HoldReason | null;
  completion?: CompletionFacts;
  /** The job's non-void invoice. */
  invoice?: WorkOrderInvoice | null;
  /** Restores what a change of the schedule replaced. */
  isUndo?: boolean;
};

/** `reference` as shown: "INV-0042". */
export type WorkOrderInvoice = { reference: string; state: "draft" | "unpaid" | "paid" };

/** `from: null` creates a work order. */
export type TransitionRequest = {
  from: WorkOrderStatus | null;
  to: WorkOrderStatus;
  actorRoles: Actors;
  facts: TransitionFacts;
};

/** "technician_free_and_skilled" is a conflict that `checkBooking` found. */
type MissingItem = {
  need: TransitionInput | TransitionGuard | "technician_free_and_skilled";
  message: string;
  gaps?: readonly CompletionGap[];
};

/** "illegal": no such transition; "forbidden": not allowed for this role; "incomplete": something is missing. */
type RefusalCode = "illegal" | "forbidden" | "incomplete";

export type TransitionRefusal = {
  ok: false;
  code: RefusalCode;
  message: string;
  allowed: WorkOrderStatus[];
  missing: MissingItem[];
};
type TransitionVerdict = { ok: true; changed: boolean } | TransitionRefusal;

/** Checks one transition. Setting the same status again is a no-op, so that a device may resend it. */
export function checkTransition({ from, to, actorRoles, facts }: TransitionRequest): TransitionVerdict {
  if (from === to) return { ok: true, changed: false };
  const refusal = { ok: false as const, allowed: allowedTransitions(from, actorRoles), missing: [] };
  const undone = facts.isUndo ? UNDO_TRANSITIONS.find((one) => one.from === from && one.to === to) : undefined;
  const found = findTransition(from, to) ?? undone;
  if (!found) return { ...refusal, code: "illegal", message: illegalMessage(from, to) };
  if (!isAllowed(found, actorRoles)) return { ...refusal, code: "forbidden", message: forbiddenMessage(found) };
  const missing = missingFor(found, facts);
  if (missing.length === 0) return { ok: true, changed: true };
  return { ...refusal, code: "incomplete", message: missing.map((item) => item.message).join(" "), missing };
}

function isAllowed({ who }: Transition, actors: Actors): boolean {
  const roles = typeof actors === "string" ? [actors] : actors;
  return roles.some((role) => who.includes(role) || (role === "manager" && managerMayAct(who)));
}

// A manager may act for the office, and for a technician who calls in.
function managerMayAct(who: readonly ActorRole[]): boolean {
  return who.includes("office") || who.includes("technician");
}

function illegalMessage(from: WorkOrderStatus | null, to: WorkOrderStatus): string {
  if (from === null) return "A new work order starts unscheduled.";
  if (from === "closed") return CLOSED_IS_FINAL;
  if (from === "cancelled") return "This work order was canceled. A manager can reopen it.";
  return `A work order cannot go from ${STATUS_LABELS[from]} to ${STATUS_LABELS[to]}.`;
}

function forbiddenMessage({ who, to }: Transition): string {
  return `Only ${personFor(who)} can move this to ${STATUS_LABELS[to]}.`;
}

function personFor(who: readonly ActorRole[]): string {
  if (who.includes("office"))
    return who.includes("technician") ? "the office or the assigned technician" : "the office";
  return who.includes("technician") ? "the assigned technician" : "a manager";
}

function missingFor({ from, inputs, guards }: Transition, facts: TransitionFacts): MissingItem[] {
  return [
    ...inputs.flatMap((need) => asMissing(need, missingInput(need, facts))),
    ...guards.flatMap((need) =>
      need === "can_complete" ? incomplete(from, facts) : asMissing(need, failedGuard(need, facts)),
    ),
  ];
}

function asMissing(need: MissingItem["need"], message: string | null): MissingItem[] {
  return message === null ? [] : [{ need, message }];
}

function missingInput(input: TransitionInput, facts: TransitionFacts): string | null {
  switch (input) {
    case "schedule":
      return missingSchedule(facts);
    case "hold_reason":
      return facts.holdReason ? null : "Choose why the job is on hold.";
    case "cancel_reason":
      return facts.cancelReason ? null : "Choose why the job is canceled.";
    case "reason":
      return facts.reason?.trim() ? null : "Enter a reason.";
    case "settlement":
      return missingSettlement(facts);
  }
}

/** Requires a paid invoice, or else no charge or a reason for closing anyway. */
function missingSettlement({ invoice, noCharge, reason }: TransitionFacts): string | null {
  switch (invoice?.state) {
    case "paid":
      return null;
    case "draft":
      return "Its invoice is still a draft: issue it or delete it first.";
    case "unpaid":
      return `${invoice.reference} is not paid: record its payment or void it first.`;
    case undefined:
      return noCharge || reason?.trim() ? null : "There is no invoice: mark it as no charge or enter a reason.";
  }
}

function missingSchedule({ startAt, durationMinutes }: TransitionFacts): string | null {
  if (startAt === undefined || startAt === null || startAt === "") return "Choose when the job starts.";
  if (!durationMinutes || durationMinutes <= 0) return "Enter how long the job takes.";
  return null;
}

function failedGuard(guard: Exclude<TransitionGuard, "can_complete">, facts: TransitionFacts): string | null {
  switch (guard) {
    case "technician_set":
      return facts.hasTechnician === false ? "Choose a technician." : null;
    case "technician_not_on_another_job":
      return facts.technicianOnWorkOrder ? `The technician is on ${facts.technicianOnWorkOrder}.` : null;
    case "parts_settled":
      return facts.hasParts && !facts.partsOutcome
        ? "Parts were used on this job: choose whether they go back into stock or are billed."
        : null;
    case "held_for_absent_customer":
      return facts.heldFor === "customer_absent" ? null : "Resume the job first: it is on hold.";
    case "not_invoiced":
      return facts.invoice && facts.invoice.state !== "draft"
        ? `${facts.invoice.reference} was issued for it: void it first, or book a callback.`
        : null;
  }
}

// No signature and no finished tasks are required if the customer was absent.
function incomplete(from: WorkOrderStatus | null, { heldFor, completion = {} }: TransitionFacts): MissingItem[] {
  const gaps = from === "on_hold" && heldFor === "customer_absent" ? [] : completionGaps(completion);
  if (gaps.length === 0) return [];
  return [{ need: "can_complete", message: gaps.map((gap) => gap.message).join(" "), gaps }];
}

type CompletionFacts = {
  /** Names of the required tasks not done yet. */
  openTasks?: readonly string[];
  signatureRequired?: boolean;
  signed?: boolean;
};

type CompletionGap = { item: "tasks" | "signature"; message: string; names: readonly string[] };

/** What is missing before this work order can be completed, in the order to do it; empty if nothing is. */
export function completionGaps({ openTasks = [], signatureRequired, signed }: CompletionFacts): CompletionGap[] {
  const gaps: CompletionGap[] = [];
  if (openTasks.length > 0) {
    const count = openTasks.length === 1 ? "1 task" : `${openTasks.length} tasks`;
    gaps.push({ item: "tasks", message: `Finish ${count}: ${openTasks.join(", ")}.`, names: openTasks });
  }
  if (signatureRequired && !signed) {
    gaps.push({ item: "signature", message: "Get the customer's signature.", names: [] });
  }
  return gaps;
}
