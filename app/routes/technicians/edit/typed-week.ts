import { isRecord } from "~/domain/shared/objects";
import { type DayAvailability, WEEK_FROM_MONDAY, type WeeklyAvailability } from "~/domain/technicians/availability";

/** The week as typed into a form that was refused; days that were not submitted keep their stored values. */
export function typedWeek(typed: unknown, stored: WeeklyAvailability): WeeklyAvailability {
  if (!isRecord(typed)) return stored;
  const days = WEEK_FROM_MONDAY.map((day): [string, DayAvailability] => {
    const given = typed[day];
    if (!isRecord(given)) return [day, stored[day]];
    const breaks = Array.isArray(given.breaks) ? given.breaks.filter(isRecord).map(timesOf) : [];
    return [day, { ...timesOf(given), available: given.available === "on", breaks }];
  });
  return { ...stored, ...Object.fromEntries(days) };
}

function timesOf(given: Record<string, unknown>): { start: string; end: string } {
  return { start: text(given.start), end: text(given.end) };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
