import { isCorrected, type Mention } from "~/domain/voice/extraction/field";
import { type Span, scan, without } from "~/domain/voice/extraction/speech";

/** Times of day as HH:MM: a single time (`at`), or a window that may be open on either side. */
export type Clock = { at: string } | { from: string; to: string | null } | { from: null; to: string };

/** Booking hours of each part of the day: [from, to). */
const PARTS_OF_DAY = {
  morning: { from: "08:00", to: "12:00" },
  afternoon: { from: "12:00", to: "17:00" },
  evening: { from: "17:00", to: "20:00" },
} as const;
type PartOfDay = keyof typeof PARTS_OF_DAY;

export interface ClockMention extends Mention<Clock> {
  /** The part of the day, if that is all that was said; a specific time within it takes precedence. */
  part: PartOfDay | null;
}

const MERIDIEM =
  "(?: ?(am|pm)\\b| (?:in the|at) (morning|afternoon|evening|night)| (?:de|por) la (manana|tarde|noche)| del (mediodia))?";
const ENGLISH_HOUR = `(?:(half past|quarter past|quarter to) )?(\\d{1,2})(?::(\\d{2})| (\\d{2})(?= ?(?:am|pm|,|\\.|$)|(?! ?\\d)\\b))?(?: o'?clock)?`;
const SPANISH_HOUR =
  "(?:las?|el) (\\d{1,2}|una)(?::(\\d{2})| (?:y (\\d{1,2}|media|cuarto|quince)|(menos cuarto)))?(?: en punto)?";
const BARE_SPANISH = "(\\d{1,2})(?::(\\d{2}))?";
const NOON = "(?:el )?(noon|midday|mediodia|medio dia)";
const MIDNIGHT = "(midnight|medianoche)";
/** Units that mean the number is not an hour. */
const NO_HOUR =
  "(?! ?(?:hours?|hrs?|days?|weeks?|minutes?|months?|years?|degrees?|psi|psig|percent|volts?|amps?|lbs?|pounds?|feet|foot|inch(?:es)?|tons?|times?|units?|guys|people|horas?|dias?|semanas?|minutos?|grados?|libras?|veces|personas|\\d|st\\b|nd\\b|rd\\b|th\\b|/|\\.\\d))";
const HOUR = `(?:${SPANISH_HOUR}|${ENGLISH_HOUR}|${NOON}|${MIDNIGHT})${MERIDIEM}${NO_HOUR}`;
const GROUPS = 14;
/** After a weaker preposition, a number is a time only if nothing is counted with it. */
const TAIL =
  "(?= ?[,.;]|$| (?:on|if|tomorrow|today|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\\b|(?<=[ap]m)\\b)";

const BETWEEN = new RegExp(
  `\\b(?:between|from|entre|de|desde) (?:${HOUR}|${BARE_SPANISH}) (?:and|to|til|till|until|y|a|hasta) (?:${HOUR})`,
);
const AFTER = new RegExp(
  `\\b(?:(?:any ?time )?after|later than|no earlier than|despues de(?:l)?|a partir de(?:l)?|pasadas) (?:${HOUR})`,
);
const BEFORE = new RegExp(`\\b(?:before|no later than|antes de(?:l)?) (?:${HOUR})|\\bby (?:${HOUR})${TAIL}`);
const AT = new RegExp(
  `\\bat (?:${HOUR})|\\b(?:a|como a|sobre|al) (?=las? |el |mediodia|medio dia)(?:${HOUR})|\\b(?:around|about) (?:${HOUR})${TAIL}`,
);
/** Without a preposition, only unambiguous times match. */
const PLAIN = new RegExp(`\\b(?:${ENGLISH_HOUR} ?(am|pm)\\b|(\\d{1,2}):(\\d{2})${MERIDIEM}|(?:at )?${NOON}\\b)`);
const CORRECTED = new RegExp(`\\b(?:${HOUR})`);
const PART =
  /(?<!\b(?:good|buenos|buenas|last|every|cada) )\b(?:(?:in the|this|tomorrow|first thing in the|por la|en la|esta) )?(morning|afternoon|evening|tarde|noche|(?<=(?:por|en) la )manana|(?<=esta )manana|tonight)\b/;
const PART_ES = /\b(?:por la|en la|esta) (manana|tarde|noche)\b/;

/** Finds every time of day in the span; text already matched by other parsers is masked in `normalized`. */
export function clocksIn(normalized: string, within: Span): ClockMention[] {
  const found: ClockMention[] = [];
  const free = () => without(normalized, found);
  const near = partNear(normalized, within);
  const add = (span: Span, value: Clock | null, confidence = 0.85) => {
    if (value) found.push({ value, confidence, part: null, from: span.from, to: span.to });
  };
  for (const { match, ...span } of scan(normalized, within, BETWEEN)) add(span, windowOf(match));
  for (const { match, ...span } of scan(free(), within, AFTER)) {
    const at = timeOf(match.slice(1, 1 + GROUPS), null);
    add(span, at === null ? null : { from: at, to: null });
  }
  for (const { match, ...span } of scan(free(), within, BEFORE)) {
    const at = timeOf(groupsOf(match), null);
    add(span, at === null ? null : { from: null, to: at });
  }
  for (const { match, ...span } of scan(free(), within, AT)) {
    const at = timeOf(groupsOf(match), near);
    add(span, at === null ? null : { at });
  }
  for (const span of scan(free(), within, PLAIN)) {
    const [hour] = scan(span.match[0], { from: 0, to: span.match[0].length }, CORRECTED);
    const at = hour && timeOf(hour.match.slice(1, 1 + GROUPS), null);
    add(span, at ? { at } : null);
  }
  const readable = free();
  // A correction may itself be corrected; it is appended and visited by this loop.
  for (const clock of found) {
    const next = scan(readable, { from: clock.to, to: Math.min(within.to, clock.to + 30) }, CORRECTED)[0];
    if (!next || !isCorrected(normalized.slice(clock.to, next.from)) || found.some(({ from }) => from === next.from))
      continue;
    const at = timeOf(next.match.slice(1, 1 + GROUPS), near);
    add(next, at === null ? null : sameKind(clock.value, at));
  }
  return [...found, ...partsIn(free(), within)].sort((one, other) => one.from - other.from);
}

/** Returns the hour's groups from whichever alternative of the pattern matched. */
function groupsOf(match: RegExpExecArray): (string | undefined)[] {
  const starts = Array.from({ length: (match.length - 1) / GROUPS }, (_, at) => 1 + at * GROUPS);
  const start = starts.find((at) => match.slice(at, at + GROUPS).some((group) => group !== undefined)) ?? 1;
  return match.slice(start, start + GROUPS);
}

function partsIn(normalized: string, within: Span): ClockMention[] {
  const spanish = scan(normalized, within, PART_ES);
  const english = scan(without(normalized, spanish), within, PART);
  return [...spanish, ...english].flatMap(({ from, to, match }) => {
    const part = partOf(match[1] ?? "");
    return part ? [{ value: PARTS_OF_DAY[part], confidence: 0.8, part, from, to }] : [];
  });
}

function partOf(word: string): PartOfDay | null {
  if (word === "morning" || word === "manana") return "morning";
  if (word === "afternoon" || word === "tarde") return "afternoon";
  if (word === "evening" || word === "noche" || word === "tonight" || word === "night") return "evening";
  return null;
}

function partNear(normalized: string, within: Span): PartOfDay | null {
  const parts = partsIn(normalized, within);
  return parts.length === 1 ? (parts[0]?.part ?? null) : null;
}

function sameKind(before: Clock, at: string): Clock {
  if ("at" in before) return { at };
  return before.from === null ? { from: null, to: at } : { from: at, to: null };
}

function windowOf(match: RegExpExecArray): Clock | null {
  const first = match.slice(1, 1 + GROUPS);
  const bare = match.slice(1 + GROUPS, 3 + GROUPS);
  const second = match.slice(3 + GROUPS, 3 + 2 * GROUPS);
  const heard = hourOf(second);
  const opening =
    bare[0] === undefined ? hourOf(first) : { hour: Number(bare[0]), minute: Number(bare[1] ?? 0), part: null };
  if (!heard || !opening) return null;
  const to = inDay(heard, null);
  const shared = opening.part === null ? { ...opening, part: heard.part } : opening;
  let from = inDay(shared, null);
  if (from === null || to === null) return null;
  // "eleven to one", "ten to two pm": a window does not start after its end.
  if (from >= to && opening.part === null) from = inDay({ ...opening, part: "morning" }, null) ?? from;
  if (from < to) return { from, to };
  const later = inDay({ ...heard, part: "afternoon" }, null);
  return later !== null && heard.part === null && from < later ? { from, to: later } : null;
}

interface Hour {
  hour: number;
  minute: number;
  /** As spoken: "pm" is an afternoon. */
  part: PartOfDay | null;
}

const timeOf = (groups: readonly (string | undefined)[], near: PartOfDay | null): string | null => {
  const heard = hourOf(groups);
  return heard && inDay(heard, near);
};

function hourOf(groups: readonly (string | undefined)[]): Hour | null {
  const [spanishHour, spanishMinutes, spanishAnd, lessQuarter, past, hour, minutes, after, noon, midnight] = groups;
  const [am, named, deLa, mediodia] = groups.slice(10);
  if (noon !== undefined) return { hour: 12, minute: 0, part: "afternoon" };
  if (midnight !== undefined) return { hour: 0, minute: 0, part: "morning" };
  const part = mediodia
    ? "afternoon"
    : am === "am"
      ? "morning"
      : am === "pm"
        ? "afternoon"
        : partOf(named ?? deLa ?? "");
  if (spanishHour !== undefined) {
    const base = spanishHour === "una" ? 1 : Number(spanishHour);
    const minute = Number(spanishMinutes ?? SPANISH_MINUTES[spanishAnd ?? ""] ?? spanishAnd ?? 0);
    return lessQuarter ? { hour: base - 1 || 12, minute: 45, part } : { hour: base, minute, part };
  }
  if (hour === undefined) return null;
  const base = Number(hour);
  if (past === "quarter to") return { hour: base - 1 || 12, minute: 45, part };
  const minute = past === "half past" ? 30 : past === "quarter past" ? 15 : Number(minutes ?? after ?? 0);
  return { hour: base, minute, part };
}

const SPANISH_MINUTES: Record<string, string> = { media: "30", cuarto: "15" };

/** HH:MM; an hour without a part of the day falls in working hours: 7 AM to noon, 1 to 6 PM. */
function inDay({ hour, minute, part }: Hour, near: PartOfDay | null): string | null {
  if (hour > 23 || minute > 59) return null;
  return `${String(in24Hours(hour, part ?? near)).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

function in24Hours(hour: number, part: PartOfDay | null): number {
  if (hour === 0 || hour > 12) return hour;
  if (part === "morning") return hour === 12 ? 0 : hour;
  if (part !== null) return hour === 12 ? 12 : hour + 12;
  return hour < 7 ? hour + 12 : hour;
}
