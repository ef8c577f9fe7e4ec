import type { Choice } from "~/components/ui/select";
import { wallTimeOf } from "~/domain/shared/time-zones";
import { PRIORITIES, PRIORITY_LABELS } from "~/domain/work-orders/work-order";

type Row = { version: number; scheduledStart?: unknown };

/** A work order as the form shows it; its start in the time zone of the business. */
export function workOrderValues<Saved extends Row>(workOrder: Saved, zone: string) {
  const { scheduledStart: at } = workOrder;
  const start = typeof at === "string" ? wallTimeOf(Date.parse(at), zone) : null;
  return { ...workOrder, startDate: start?.date ?? "", startTime: start?.time ?? "" };
}

const priorities = PRIORITIES.map((value) => ({ value, label: PRIORITY_LABELS[value] }));

/** The form's values in words, for laying what was typed beside what somebody else saved. */
export function comparedValues(values: object, { sites, technicians }: Record<"sites" | "technicians", Choice[]>) {
  const { equipmentIds: _, overrideReason: __, ...compared }: Record<string, unknown> = { ...values };
  const { siteAddressId, priority, technicianId, helperIds } = compared;
  return {
    ...compared,
    siteAddressId: labelOf(sites, siteAddressId),
    priority: labelOf(priorities, priority),
    technicianId: labelOf(technicians, technicianId),
    helperIds: Array.isArray(helperIds) ? helperIds.map((id) => labelOf(technicians, id)) : helperIds,
  };
}

function labelOf(choices: readonly Choice[], value: unknown): unknown {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
