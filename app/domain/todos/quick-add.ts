import { en } from "chrono-node";
import { addDays, type CivilDate, dayOfMonth, isCivilDate, weekday } from "~/domain/shared/time/dates";
import { offsetMinutes, wallTimeOf } from "~/domain/shared/time/time-zones";
import type { RepeatUnit, Repetition } from "./todo";

export interface QuickTodo {
  title: string;
  dueOn: CivilDate | null;
  /** 'HH:MM', only together with a date. */
  dueAt: string | null;
  repeat: Repetition | null;
}

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const EVERY = new RegExp(
  `\\bevery (?:(other|\\d{1,2}) )?(?:(day|week|month|year)s?|(${WEEKDAYS.join("|")})s?|(weekday))\\b|\\b(daily|weekly|monthly|yearly|annually)\\b`,
  "i",
);
/** A day of the month: nothing that it could count follows, as in 'on the 2nd floor'. */
const THE_NTH =
  /\b(?:on|by|due) the (\d{1,2})(?:st|nd|rd|th)\b(?: of (?:the|this) month\b)?(?= *(?:$|[,.;:!?)]|(?:at|noon|(?:in the )?(?:morning|afternoon|evening))\b|\d{1,2}(?::[0-5]\d)? ?(?:[ap]m\b|,|$)))/i;
/** A bare number after a date is the hour, unless a word it could count follows. */
const BARE_HOUR = /^,? ?(\d{1,2})(?::([0-5]\d))?(?= ?,| ?$)/;
const ADVERBS: Record<string, RepeatUnit> = {
  ...{ daily: "day", weekly: "week", monthly: "month", yearly: "year", annually: "year" },
};
/** Part numbers such as 25d4706d and 9d486975, which would be read as a number of days, also with the next word. */
const RUN_TOGETHER = /^(?:(?:\d+[a-z])+$|\d+[a-z]\d)/i;
/** A bare hour before this one is in the afternoon. */
const FIRST_HOUR = 7;

/**
 * Parses one line of text: 'call Ortega tomorrow 9', 'water filter every 3 months'. Parsed dates, times and repetitions are
 * removed from the title; everything else stays in it.
 */
export function readQuickTodo(text: string, { now, zone }: { now: number; zone: string }): QuickTodo {
  const today = wallTimeOf(now, zone).date;
  const line = text.replace(/\s+/g, " ").trim();
  const every = EVERY.exec(line);
  const { repeat, dueOn: first } = every ? repetitionIn(every, today) : { repeat: null, dueOn: null };
  const rest = every ? cut(line, every.index, every[0].length) : line;
  const due = dayIn(rest, { now, zone, today });
  const title = tidy(due ? cut(rest, due.index, due.length) : rest);
  const dueOn = due?.isDay || !first ? (due?.dueOn ?? null) : first;
  return { title: title || line, dueOn, dueAt: due?.dueAt ?? null, repeat };
}

function repetitionIn(match: RegExpExecArray, today: CivilDate): { repeat: Repetition; dueOn: CivilDate } {
  const [, count, unit, day, workday, adverb] = match.map((part) => part?.toLowerCase());
  const every = count === "other" ? 2 : Math.max(1, Number(count ?? 1));
  if (day) {
    const dueOn = addDays(today, (WEEKDAYS.indexOf(day) - weekday(today) + 7) % 7);
    return { repeat: { every, unit: "week", from: "due" }, dueOn };
  }
  const known = REPEATED[unit ?? ""] ?? ADVERBS[adverb ?? ""];
  // A series on weekdays only is not supported, so it becomes daily.
  const repeats = workday ? "day" : (known ?? "day");
  return { repeat: { every, unit: repeats, from: "due" }, dueOn: today };
}

const REPEATED: Record<string, RepeatUnit> = { day: "day", week: "week", month: "month", year: "year" };

interface Found {
  index: number;
  length: number;
  dueOn: CivilDate;
  /** Whether a date was given, and not just a time. */
  isDay: boolean;
  dueAt: string | null;
}

function dayIn(text: string, { now, zone, today }: { now: number; zone: string; today: CivilDate }): Found | null {
  const reference = { instant: new Date(now), timezone: offsetMinutes(now, zone) };
  const nth = THE_NTH.exec(text);
  const onThe = nth && nextNumbered(today, Number(nth[1]));
  if (nth && onThe) {
    return withHour(text, { index: nth.index, length: nth[0].length, dueOn: onThe, isDay: true, dueAt: null });
  }
  for (const { index, text: words, start } of en.casual.parse(text, reference, { forwardDate: true })) {
    // "sat", "mar" and "sun" are more likely words or names than dates.
    if (words.replace(/\W/g, "").length < 4 && !/\d\/\d|\d ?[ap]m/i.test(words)) continue;
    if (RUN_TOGETHER.test(words)) continue;
    const dueOn = civil(start.get("year"), start.get("month"), start.get("day"));
    const isDay = start.isCertain("day") || start.isCertain("weekday");
    if (!dueOn || !(isDay || start.isCertain("hour"))) continue;
    const dueAt = start.isCertain("hour") ? clock(start.get("hour") ?? 0, start.get("minute") ?? 0) : null;
    return withHour(text, { index, length: words.length, dueOn, isDay, dueAt });
  }
  return null;
}

function withHour(text: string, found: Found): Found {
  const hour = found.dueAt === null ? BARE_HOUR.exec(text.slice(found.index + found.length)) : null;
  const hourNumber = Number(hour?.[1] ?? 24);
  if (!hour || hourNumber > 23) return found;
  const dueAt = clock(hourNumber < FIRST_HOUR && hourNumber > 0 ? hourNumber + 12 : hourNumber, Number(hour[2] ?? 0));
  return { ...found, dueAt, length: found.length + hour[0].length };
}

/** The next date with this day of the month, from today on. */
function nextNumbered(today: CivilDate, day: number): CivilDate | null {
  for (let ahead = 0; ahead < 62; ahead += 1) {
    if (dayOfMonth(addDays(today, ahead)) === day) return addDays(today, ahead);
  }
  return null;
}

function civil(year: number | null, month: number | null, day: number | null): CivilDate | null {
  const date = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return isCivilDate(date) ? date : null;
}

const clock = (hour: number, minute: number) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;

const cut = (text: string, index: number, length: number) => `${text.slice(0, index)} ${text.slice(index + length)}`;

/** Removes the small words that led to what was cut out. */
function tidy(text: string): string {
  const plain = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(?:[ ,]+(?:on|by|at|due|from|for)(?: the)?)+$/i, "")
    .replace(/^[ ,;:-]+/, "")
    .replace(/^(?:on|by|at|due)\s+/i, "")
    .replace(/[ ,;:-]+$/, "");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
