import { type CompletionFacts, type CompletionGap, canComplete, isIssued } from "./completion";
import type { Move, MoveGuard, MoveInput } from "./moves";
import type { BillingState, CancelReason, HoldReason } from "./rules";

/** Inputs must be there to count; a guard's fact that is absent (its area does not know it) counts as satisfied. */
export type MoveFacts = {
  hasCustomer?: boolean;
  hasServiceAddress?: boolean;
  /** UTC instant, ISO or epoch milliseconds. */
  startAt?: string | number | null;
  durationMinutes?: number | null;
  holdReason?: HoldReason | null;
  cancelReason?: CancelReason | null;
  /** Free text for reopening and for taking up a cancelled work order again. */
  reason?: string | null;

  hasTechnician?: boolean;
  /** What speaks against the slot beyond any override, in words: refrigerant work without its certificate. */
  blocked?: readonly string[];
  /** Why the technician is not free or not skilled for this slot, in words. */
  conflicts?: readonly string[];
  /** Lets the booking stand in spite of `conflicts`; stored with the move. */
  overrideReason?: string | null;
  started?: boolean;
  /** The technician's other work order that is en route or in progress, as people call it: "WO-012". */
  technicianOnJob?: string | null;
  /** Why the work order is on hold at present. */
  heldFor?: HoldReason | null;
  completion?: CompletionFacts;
  billing?: BillingState;
  noCharge?: boolean;
  openTimers?: number;
  /** Parts used up that were neither returned nor billed. */
  unsettledParts?: number;
};

export type MissingItem = { need: MoveInput | MoveGuard; message: string; gaps?: readonly CompletionGap[] };

/** What has to be given or put right before this move can be made; empty when nothing has. */
export function missingFor(move: Move, facts: MoveFacts): MissingItem[] {
  const inputs = move.inputs.flatMap((need) => asMissing(need, missingInput(need, facts)));
  const guards = move.guards.flatMap((need) =>
    need === "can_complete" ? incomplete(move, facts) : asMissing(need, failedGuard(need, facts)),
  );
  return [...inputs, ...guards];
}

function asMissing(need: MissingItem["need"], message: string | null): MissingItem[] {
  return message === null ? [] : [{ need, message }];
}

function incomplete(move: Move, facts: MoveFacts): MissingItem[] {
  const customerAbsent = move.from === "on_hold" && facts.heldFor === "customer_absent";
  const gaps = canComplete({ ...facts.completion, customerAbsent });
  if (gaps.length === 0) return [];
  return [{ need: "can_complete", message: gaps.map((gap) => gap.message).join(" "), gaps }];
}

function missingInput(input: MoveInput, facts: MoveFacts): string | null {
  switch (input) {
    case "customer":
      return facts.hasCustomer ? null : "Choose a customer.";
    case "service_address":
      return facts.hasServiceAddress ? null : "Choose the address to go to.";
    case "schedule":
      return missingSchedule(facts);
    case "hold_reason":
      return facts.holdReason ? null : "Say why the job is on hold.";
    case "cancel_reason":
      return facts.cancelReason ? null : "Say why the job is cancelled.";
    case "reason":
      return facts.reason?.trim() ? null : "Give a reason.";
  }
}

function missingSchedule({ startAt, durationMinutes }: MoveFacts): string | null {
  if (startAt === undefined || startAt === null || startAt === "") return "Choose when the job starts.";
  if (!durationMinutes || durationMinutes <= 0) return "Say how long the job takes.";
  return null;
}

function failedGuard(guard: Exclude<MoveGuard, "can_complete">, facts: MoveFacts): string | null {
  switch (guard) {
    case "technician_free_and_skilled":
      return unexplainedConflicts(facts);
    case "technician_set":
      return facts.hasTechnician === false ? "Choose a technician." : null;
    case "not_started":
      return facts.started ? "Work on it has started." : null;
    case "technician_not_on_another_job":
      return facts.technicianOnJob ? `The technician is on ${facts.technicianOnJob}.` : null;
    case "held_for_absent_customer":
      return facts.heldFor === "customer_absent" ? null : "Resume the job first: it is on hold.";
    case "paid_or_no_charge":
      return isSettled(facts) ? null : "The invoice is not paid yet.";
    case "no_issued_invoice":
      if (facts.billing === undefined || !isIssued(facts.billing)) return null;
      return "An invoice is issued: book a callback linked to this work order instead.";
    case "no_open_timer":
      return (facts.openTimers ?? 0) > 0 ? "Stop the running timer first." : null;
    case "parts_settled":
      return (facts.unsettledParts ?? 0) > 0 ? "Return or bill the parts that were used." : null;
  }
}

function unexplainedConflicts({ blocked = [], conflicts = [], overrideReason }: MoveFacts): string | null {
  const against = overrideReason?.trim() ? blocked : [...blocked, ...conflicts];
  return against.length === 0 ? null : against.join(" ");
}

function isSettled({ billing, noCharge }: MoveFacts): boolean {
  return billing === undefined || billing === "paid" || noCharge === true;
}
