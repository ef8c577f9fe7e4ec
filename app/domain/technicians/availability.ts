import { formatClockRange } from "~/domain/shared/time/date-format";

/** By weekday number, Sunday 0. */
export const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** Wall times HH:MM in the business's zone; an end at or before the start is on the next day. */
export type DayAvailability = {
  available: boolean;
  start: string;
  end: string;
  /** Lunch and other breaks within the shift. */
  breaks?: readonly { start: string; end: string }[];
};

export type WeeklyAvailability = Record<Weekday, DayAvailability>;

const WORKDAY: DayAvailability = { available: true, start: "08:00", end: "17:00" };

const DAY_OFF: DayAvailability = { ...WORKDAY, available: false };

/** Monday to Friday 08:00 to 17:00, weekend unavailable. */
export const DEFAULT_AVAILABILITY: WeeklyAvailability = {
  sunday: DAY_OFF,
  monday: WORKDAY,
  tuesday: WORKDAY,
  wednesday: WORKDAY,
  thursday: WORKDAY,
  friday: WORKDAY,
  saturday: DAY_OFF,
};

/** Display order of a week. */
export const WEEK_FROM_MONDAY = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const satisfies readonly Weekday[];

export const WEEKDAY_LABELS: Record<Weekday, string> = {
  sunday: "Sunday",
  monday: "Monday",
  tuesday: "Tuesday",
  wednesday: "Wednesday",
  thursday: "Thursday",
  friday: "Friday",
  saturday: "Saturday",
};

type AvailabilityProblem = { day: Weekday; field: "start" | "end" | "breaks"; message: string };

/** The stored week, or the default if none was ever set. */
export function weekOf(stored: WeeklyAvailability | null): WeeklyAvailability {
  return stored ?? DEFAULT_AVAILABILITY;
}

/** Errors of a week as entered; days off are not checked. */
export function availabilityProblems(week: WeeklyAvailability): AvailabilityProblem[] {
  return WEEK_FROM_MONDAY.flatMap((day): AvailabilityProblem[] => {
    const { available, start, end, breaks = [] } = week[day];
    if (!available) return [];
    if (start === end) return [{ day, field: "end", message: "A shift can't start and end at the same time" }];
    const outside = breaks.some((pause) => !isWithin(pause, week[day]));
    return outside ? [{ day, field: "breaks", message: "Breaks must be within the shift" }] : [];
  });
}

/** Minutes of a shift without its breaks; zero for a day off. */
export function shiftMinutes({ available, start, end, breaks = [] }: DayAvailability): number {
  if (!available) return 0;
  return breaks.reduce((left, pause) => left - spanMinutes(pause), spanMinutes({ start, end }));
}

export function weekMinutes(week: WeeklyAvailability): number {
  return WEEK_FROM_MONDAY.reduce((sum, day) => sum + shiftMinutes(week[day]), 0);
}

/** Copies Monday's hours to the other weekdays. */
export function copyMonday(week: WeeklyAvailability): WeeklyAvailability {
  const { monday } = week;
  return { ...week, tuesday: monday, wednesday: monday, thursday: monday, friday: monday };
}

/** "Mon to Fri 8:00 AM to 5:00 PM, Sat 9:00 AM to 12:00 PM"; "No working hours" for a week without shifts. */
export function weekLabel(week: WeeklyAvailability): string {
  const runs: { first: Weekday; last: Weekday; hours: string }[] = [];
  let before: Weekday | null = null;
  for (const day of WEEK_FROM_MONDAY) {
    const hours = hoursLabel(week[day]);
    const run = runs.at(-1);
    if (hours && run && run.last === before && run.hours === hours) run.last = day;
    else if (hours) runs.push({ first: day, last: day, hours });
    before = day;
  }
  const words = runs.map(({ first, last, hours }) => `${daysLabel(first, last)} ${hours}`);
  return words.join(", ") || "No working hours";
}

function hoursLabel({ available, start, end }: DayAvailability): string | null {
  return available ? formatClockRange(start, end) : null;
}

function daysLabel(first: Weekday, last: Weekday): string {
  const short = (day: Weekday) => WEEKDAY_LABELS[day].slice(0, 3);
  return first === last ? short(first) : `${short(first)} to ${short(last)}`;
}

// In minutes since the start of the shift, so that breaks after midnight of a night shift are within it.
function isWithin(pause: { start: string; end: string }, shift: { start: string; end: string }): boolean {
  const since = (time: string) => (minuteOfDay(time) - minuteOfDay(shift.start) + DAY) % DAY;
  return since(pause.start) < since(pause.end) && since(pause.end) <= spanMinutes(shift);
}

function spanMinutes({ start, end }: { start: string; end: string }): number {
  const minutes = minuteOfDay(end) - minuteOfDay(start);
  return minutes > 0 ? minutes : minutes + DAY;
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

const DAY = 1440;
