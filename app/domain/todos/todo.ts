import { addDays, addMonths, type CivilDate, daysBetween } from "~/domain/shared/dates";
import { hasRole, type Rights } from "~/domain/shared/permissions";
import { instantOf } from "~/domain/shared/time-zones";

export const TODO_LISTS = ["mine", "unassigned", "team", "done"] as const;
export type TodoList = (typeof TODO_LISTS)[number];

export const REPEAT_UNITS = ["day", "week", "month", "year"] as const;
export type RepeatUnit = (typeof REPEAT_UNITS)[number];

export const REPEAT_FROM = ["due", "completion"] as const;
export type RepeatFrom = (typeof REPEAT_FROM)[number];

export interface Repetition {
  every: number;
  unit: RepeatUnit;
  /** Counted from the day it was due, or from the day it was done. */
  from: RepeatFrom;
}

/** What a to-do is about: one record of the business at most. */
export const SUBJECT_KINDS = ["customer", "workOrder", "equipment", "invoice", "lead", "site", "estimate"] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** More than this is shown as that many and more. */
export const MOST_COUNTED = 99;

/** The office sees everybody's to-dos; whoever works in the field their own, those they wrote, and those of nobody yet. */
export function seesEveryTodo(member: Rights): boolean {
  return hasRole(member, "Admin", "Manager");
}

/** How many minutes before it is due somebody is reminded. */
export const REMINDER_MINUTES = [0, 60, 1440] as const;
export type ReminderMinutes = (typeof REMINDER_MINUTES)[number];

export const REMINDER_LABELS: Record<ReminderMinutes, string> = {
  0: "When it is due",
  60: "1 hour before",
  1440: "1 day before",
};

/** What has a day and no hour is due for its reminder at this hour. */
export const MORNING = "08:00";

interface Reminded {
  dueOn: CivilDate | null;
  dueAt: string | null;
  reminderMinutes: number | null;
}

/**
 * The instant of a reminder on the clocks of `zone`, as ISO text: at once where its moment has passed but what it is about is
 * still to come. Null where nobody is to be reminded, or it is too late.
 */
export function reminderAt({ dueOn, dueAt, reminderMinutes }: Reminded, { now, zone }: { now: Date; zone: string }) {
  if (reminderMinutes === null || dueOn === null) return null;
  const due = instantOf({ date: dueOn, time: dueAt ?? MORNING }, zone).instant;
  if (due <= now.getTime()) return null;
  return new Date(Math.max(due - reminderMinutes * 60_000, now.getTime())).toISOString();
}

interface Due {
  dueOn: CivilDate;
  /** The day that repetitions are counted from: a series of the 31st stays one through shorter months. */
  anchorOn: CivilDate;
  repeat: Repetition;
}

/**
 * When a repeating to-do is due again after it was done on that day. Counted from when it was due, occurrences that were missed
 * meanwhile are left out: it is due next after both.
 */
export function nextDue({ dueOn, anchorOn, repeat }: Due, doneOn: CivilDate): CivilDate {
  if (repeat.from === "completion") return stepFrom(doneOn, repeat, 1);
  const after = doneOn > dueOn ? doneOn : dueOn;
  // The first step that could be it, without walking through the years.
  let step = Math.max(1, Math.floor(daysBetween(anchorOn, after) / (LONGEST[repeat.unit] * repeat.every)));
  while (stepFrom(anchorOn, repeat, step) <= after) step += 1;
  return stepFrom(anchorOn, repeat, step);
}

/** Days of a unit at most. */
const LONGEST: Record<RepeatUnit, number> = { day: 1, week: 7, month: 31, year: 366 };

function stepFrom(anchor: CivilDate, { every, unit }: Repetition, steps: number): CivilDate {
  const count = every * steps;
  switch (unit) {
    case "day":
      return addDays(anchor, count);
    case "week":
      return addDays(anchor, count * 7);
    case "month":
      return addMonths(anchor, count);
    case "year":
      return addMonths(anchor, count * 12);
  }
}

/** 'Every week', 'Every 2 months, counted from when it is done'. */
export function repetitionText({ every, unit, from }: Repetition): string {
  const each = every === 1 ? `Every ${unit}` : `Every ${every} ${unit}s`;
  return from === "due" ? each : `${each}, counted from when it is done`;
}

/** Headings of a list, in its order. */
export const DUE_GROUPS = ["Overdue", "Today", "Tomorrow", "Next 7 days", "Later", "No date"] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];

export function dueGroup(dueOn: CivilDate | null, today: CivilDate): DueGroup {
  if (dueOn === null) return "No date";
  const ahead = daysBetween(today, dueOn);
  if (ahead < 0) return "Overdue";
  if (ahead === 0) return "Today";
  if (ahead === 1) return "Tomorrow";
  return ahead <= 7 ? "Next 7 days" : "Later";
}
