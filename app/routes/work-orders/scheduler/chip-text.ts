/** The text shown on a job of a given width. */
interface ChipText {
  /** The customer, and the time if both fit. */
  head: string;
  lines: readonly string[];
  /** How many of the marks fit. */
  marks: number;
  /** The marks are next to the first line; otherwise next to the last one. */
  isWide: boolean;
}

interface ChipFacts {
  /** "8:00" */
  time: string;
  customer: string;
  title: string;
  city: string;
}

interface Room {
  pixels: number;
  /** Number of icons, most important first. */
  marks: number;
  /** One icon takes precedence over the time and, on a single line, sits next to the start of the name. */
  isUrgent: boolean;
  /** The icon takes precedence over the name. */
  isEmergency: boolean;
  /** Number of lines. */
  lines: 1 | 2 | 3;
}

interface Pen {
  /** Cuts a text to a width in pixels. */
  cut: (text: string, pixels: number) => string;
  width: (text: string) => number;
}

const MARK_PIXELS = 16;
const GAP = 8;
/** Two or three letters: a mark must leave this much of a name, or is dropped. */
const MIN_NAME = 18;

/**
 * Dispatchers look for the customer: a short job drops its time, which the axis also shows, before the name, and all
 * marks but one before the time. A time is never cut.
 */
export function chipText(facts: ChipFacts, room: Room, pen: Pen): ChipText {
  const { time, customer, title, city } = facts;
  const { pixels, marks, lines, isUrgent, isEmergency } = room;
  const available = pixels - marks * MARK_PIXELS;
  const whole = `${time} ${customer}`;
  const isWide = pen.width(whole) <= available || lines === 1;
  if (!isWide) return narrowText(facts, room, pen);
  if (lines === 1 && pen.width(customer) > available) {
    const hasRoom = isEmergency || pixels - MARK_PIXELS >= MIN_NAME;
    const shown = isUrgent && marks > 0 && hasRoom ? 1 : 0;
    return { head: pen.cut(customer, pixels - shown * MARK_PIXELS), lines: [], marks: shown, isWide };
  }
  const head = pen.width(whole) <= available ? whole : pen.cut(customer, available);
  if (lines === 3) return { head, lines: [pen.cut(title, pixels), pen.cut(city, pixels)], marks, isWide };
  const what = `${title}, ${city}`;
  if (lines === 2) return { head, lines: [pen.cut(what, pixels)], marks, isWide };
  const rest = available - pen.width(head) - GAP;
  return { head, lines: rest > 3 * GAP ? [pen.cut(what, rest)] : [], marks, isWide };
}

function narrowText(
  { time, customer, title }: ChipFacts,
  { pixels, marks, lines, isUrgent }: Room,
  pen: Pen,
): ChipText {
  const head = pen.cut(customer, pixels);
  const room = Math.floor((pixels - pen.width(time)) / MARK_PIXELS);
  const shown = Math.min(marks, Math.max(isUrgent ? 1 : 0, room));
  const available = pixels - shown * MARK_PIXELS;
  const at = pen.width(time) <= available ? time : "";
  if (lines === 3) return { head, lines: [pen.cut(title, pixels), at], marks: shown, isWide: false };
  const rest = available - pen.width(`${time} `);
  return { head, lines: [rest > 2 * GAP ? `${time} ${pen.cut(title, rest)}` : at], marks: shown, isWide: false };
}
