import type { Choice } from "~/components/ui/select";
import type { ComparedWorkOrder } from "~/components/work-orders/form-words";
import { instantOf } from "~/domain/shared/time-zones";
import { PRIORITIES } from "~/domain/work-orders/work-order";

type Known = { technicians: readonly Choice[]; zone: string };

/** The work order as somebody else saved it, out of a refused edit; null when it was refused for something else. */
export function savedMeanwhile(
  current: unknown,
  technicians: readonly Choice[],
): (ComparedWorkOrder & { version: number }) | null {
  if (!isSaved(current)) return null;
  return { ...current, technicianName: nameOf(technicians, current.technicianId) };
}

/** The same facts as they were typed into the form. */
export function typedVersion(typed: Record<string, unknown>, { technicians, zone }: Known): ComparedWorkOrder {
  const text = (name: string) => (typeof typed[name] === "string" ? typed[name] : "");
  const [date, time] = [text("startDate"), text("startTime")];
  return {
    title: text("title"),
    description: text("description") || null,
    priority: PRIORITIES.find((one) => one === typed.priority) ?? "normal",
    scheduledStart: date && time ? new Date(instantOf({ date, time }, zone).instant).toISOString() : null,
    durationMinutes: Number(text("durationMinutes")),
    technicianName: nameOf(technicians, text("technicianId")),
    arrivalWindowMinutes: Number(text("arrivalWindowMinutes")) || null,
    signatureRequired: text("signatureRequired") === "on",
    noCharge: text("noCharge") === "on",
  };
}

function nameOf(technicians: readonly Choice[], id: string | null): string | null {
  return technicians.find((one) => one.value === id)?.label ?? null;
}

type Saved = Omit<ComparedWorkOrder, "technicianName"> & { version: number; technicianId: string | null };

function isSaved(value: unknown): value is Saved {
  return typeof value === "object" && value !== null && "version" in value && "durationMinutes" in value;
}
