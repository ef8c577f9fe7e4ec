import { en, es } from "chrono-node";
import { addDays, type CivilDate, dayOfMonth, isCivilDate, weekday } from "~/domain/shared/time/dates";
import { offsetMinutes, wallTimeOf } from "~/domain/shared/time/time-zones";
import type { Book } from "~/domain/voice/extraction/book";
import type { Mention } from "~/domain/voice/extraction/field";
import { overlaps, type Span, type Speech, scan, without } from "~/domain/voice/extraction/speech";

/** Days mentioned, a time derived from "in two hours", and spans that mean more than one day. */
interface DatesHeard {
  days: Mention<CivilDate>[];
  times: Mention<string>[];
  /** "next week", "the weekend": the user has to choose a day. */
  vague: Span[];
}

const WEEKDAYS: Record<string, number> = {
  ...{ sunday: 0, monday: 1, tuesday: 2, wednesday: 3, thursday: 4, friday: 5, saturday: 6 },
  ...{ domingo: 0, lunes: 1, martes: 2, miercoles: 3, jueves: 4, viernes: 5, sabado: 6 },
};
const WEEKDAY = Object.keys(WEEKDAYS).join("|");

const DAY_AFTER_TOMORROW = /\b(?:the )?day after tomorrow\b|\bpasado manana\b/;
const DAY_AFTER_HOLIDAY = /\b(?:the )?day after (thanksgiving|christmas|new year's)(?: day)?\b/;
const THIS_PART = /\b(?:this|esta) (?:morning|afternoon|evening|manana|tarde|noche)\b|\btonight\b/;
const NUMBERED = new RegExp(
  `\\b(${WEEKDAY}),? (?:(?:the )?(\\d{1,2})(?:st|nd|rd|th)|(?:dia )?(\\d{1,2})(?! ?(?:de \\w|am|pm|:|/)))\\b`,
);
const THE_NTH =
  /\b(?:the|on the) (\d{1,2})(?:st|nd|rd|th)(?! (?:floor|street|avenue|ave|time|of \w|job|one|call))\b|\bel dia (\d{1,2})(?! de)\b/;
const WEEK_FROM = new RegExp(`\\b(?:a week from|week from) (${WEEKDAY})\\b`);
const NEXT_WEEKS = new RegExp(
  `\\b(?:el )?(${WEEKDAY}) (?:de )?(?:la )?(?:proxima semana|semana que viene|semana proxima|next week)\\b`,
);
const COMING = new RegExp(`\\b(?:el )?(?:proximo (${WEEKDAY})|(${WEEKDAY}) (?:que viene|proximo))\\b`);
const VAGUE =
  /\b(?:the day after|(?:sometime |some time |later )?(?:next|this|later this) (?:week|month)|(?:this |the )?weekend|the week (?:after|before|of)\b|a (?:week|month|few|couple)[\w ]{0,12}|la (?:proxima semana|semana (?:que viene|proxima))|esta semana|(?:el )?fin de semana|el (?:proximo mes|mes que viene))\b/;
const MONTH =
  "january|february|march|april|may|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre";
const DAY_WORD = new RegExp(
  `\\b(?:today|tomorrow|yesterday|hoy|manana|ayer|${WEEKDAY}|${MONTH}|\\d{1,2}/\\d{1,2}|hours?|days?|weeks?|minutes?|horas?|dias?|semanas?|minutos?)\\b`,
);
/** Maximum distance of related words from a day word, in characters. */
const REACH = 30;
/** Words that mark a past event, which is not a visit. */
const PAST =
  /\b(?:since|last|ago|stopped|quit|died|started|went|broke|froze|noticed|called|was|were|had|did|fixed|replaced|installed|serviced|desde|pasado(?! manana)|hace|dejo|empezo|se descompuso|se dano|llamo|fue|estaba|arreglaron|cambiaron|every|each|cada|todos los)(?: (?!and\b|y\b|send\b|come\b|needs?\b|wants?\b)[\w']+){0,4} $/;

/** Finds days in the span, in the site's zone. Text already matched by other parsers is masked in `normalized`. */
export function datesIn(
  { language }: Speech,
  normalized: string,
  within: Span & Pick<Book, "now" | "zone">,
): DatesHeard {
  const today = wallTimeOf(within.now, within.zone).date;
  const own = ownDays(normalized, within, today);
  const vague = scan(without(normalized, own), within, VAGUE);
  const masked = without(normalized, [...own, ...vague]);
  const chrono = (language === "es" ? es : en).casual;
  const reference = { instant: new Date(within.now), timezone: offsetMinutes(within.now, within.zone) };
  const days: Mention<CivilDate>[] = [...own];
  const times: Mention<string>[] = [];
  const read = around(masked, within).flatMap((part) =>
    chrono.parse(masked.slice(part.from, part.to), reference, { forwardDate: true }).map(({ index, text, start }) => ({
      ...{ from: part.from + index, words: text, start },
    })),
  );
  for (const { from, words, start } of read) {
    const span = { from, to: from + words.replace(/[ ,]+$/, "").length };
    const exact = start.isCertain("day") || start.isCertain("weekday");
    // "sat" and "mar" are usually ordinary words.
    if (!exact || (words.replace(/\W/g, "").length < 4 && !/\d\/\d|hoy/.test(words))) continue;
    if (start.isCertain("timezoneOffset")) {
      const { date, time } = wallTimeOf(start.date().getTime(), within.zone);
      days.push({ value: date, confidence: 0.8, ...span });
      times.push({ value: time, confidence: 0.8, ...span });
    } else {
      const date = civil(start.get("year"), start.get("month"), start.get("day"));
      // People say "today" for today: the name of today's weekday means next week's.
      const next = date === today && !start.isCertain("day");
      if (date)
        days.push({ value: next ? addDays(date, 7) : date, confidence: next ? 0.65 : confidenceOf(words), ...span });
    }
  }
  const future = (span: Span) => !isPast(normalized, span);
  return {
    days: days.filter((day) => day.value >= today && future(day)),
    times: times.filter(future),
    vague: vague.filter(future).map(({ from, to }) => ({ from, to })),
  };
}

/** Whether the words describe a past event: "stopped this morning", "two days ago". */
export function isPast(normalized: string, { from, to }: Span): boolean {
  return PAST.test(normalized.slice(Math.max(0, from - 60), from)) || /^ ago\b/.test(normalized.slice(to));
}

/** "next Tuesday" means the following week to most people, but not to all. */
const confidenceOf = (words: string) => (/\b(?:next|proximo)\b/.test(words) ? 0.7 : 0.85);

/** Spans around possible day words: chrono is slow on long texts. */
function around(normalized: string, within: Span): Span[] {
  const found: Span[] = [];
  for (const { from, to } of scan(normalized, within, DAY_WORD)) {
    const start = Math.max(within.from, normalized.lastIndexOf(" ", Math.max(0, from - REACH)) + 1);
    const space = normalized.indexOf(" ", to + REACH);
    const part = { from: start, to: space === -1 ? within.to : Math.min(within.to, space) };
    const last = found.at(-1);
    if (last && part.from <= last.to) last.to = part.to;
    else found.push(part);
  }
  return found;
}

/** Expressions that chrono does not parse, or parses with another meaning. */
function ownDays(normalized: string, within: Span, today: CivilDate): Mention<CivilDate>[] {
  const found: Mention<CivilDate>[] = [];
  const add = (pattern: RegExp, dateOf: (match: RegExpExecArray) => CivilDate | null, confidence = 0.85) => {
    for (const { from, to, match } of scan(normalized, within, pattern)) {
      const value = dateOf(match);
      if (value && !found.some((other) => overlaps(other, { from, to }))) found.push({ value, confidence, from, to });
    }
  };
  add(DAY_AFTER_TOMORROW, () => addDays(today, 2));
  add(DAY_AFTER_HOLIDAY, ([, name]) => dayAfterHoliday(today, name ?? ""));
  add(THIS_PART, () => today);
  add(WEEK_FROM, ([, name]) => addDays(coming(today, name), 7));
  add(NEXT_WEEKS, ([, name]) => inNextWeek(today, name));
  add(COMING, ([, before, after]) => coming(today, before ?? after), 0.7);
  add(NUMBERED, ([, name, english, spanish]) => numbered(today, { name, day: Number(english ?? spanish) }));
  add(THE_NTH, ([, english, spanish]) => numbered(today, { day: Number(english ?? spanish) }));
  return found;
}

/** The next occurrence of that weekday after today. */
function coming(today: CivilDate, name: string | undefined): CivilDate {
  const ahead = ((WEEKDAYS[name ?? ""] ?? 0) - weekday(today) + 7) % 7;
  return addDays(today, ahead || 7);
}

/** The next day after that holiday; Thanksgiving is the fourth Thursday of November. */
function dayAfterHoliday(today: CivilDate, name: string): CivilDate | null {
  const year = Number(today.slice(0, 4));
  const days = [year - 1, year, year + 1].map((of) => {
    if (name === "christmas") return `${of}-12-26`;
    if (name !== "thanksgiving") return `${of}-01-02`;
    const first = `${of}-11-01`;
    return addDays(first, ((4 - weekday(first) + 7) % 7) + 22);
  });
  return days.find((date) => date >= today) ?? null;
}

/** Weeks begin on Monday, like work weeks. */
function inNextWeek(today: CivilDate, name: string | undefined): CivilDate {
  const monday = addDays(today, 7 - ((weekday(today) + 6) % 7));
  return addDays(monday, ((WEEKDAYS[name ?? ""] ?? 1) + 6) % 7);
}

/** The next day with that number; null if its weekday differs from the one said. */
function numbered(today: CivilDate, { name, day }: { name?: string | undefined; day: number }): CivilDate | null {
  for (let ahead = 0; ahead < 62; ahead += 1) {
    const date = addDays(today, ahead);
    if (dayOfMonth(date) !== day) continue;
    return name === undefined || weekday(date) === WEEKDAYS[name] ? date : null;
  }
  return null;
}

function civil(year: number | null, month: number | null, day: number | null): CivilDate | null {
  const date = [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
  return isCivilDate(date) ? date : null;
}
