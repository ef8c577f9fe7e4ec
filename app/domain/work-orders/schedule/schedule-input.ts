import { invalidField } from "~/domain/shared/errors";
import { clockChangeReason } from "~/domain/shared/time/date-format";
import { instantOf, wallTimeOf } from "~/domain/shared/time/time-zones";
import type { PromisedWindow, WindowInput } from "~/domain/technicians/arrival-window";

/** A start: an instant from the API, or a date and time in the site's zone from a form. */
interface StartInput {
  scheduledStart?: string | null;
  startDate?: string | null;
  startTime?: string | null;
}

/**
 * Returns the start as an ISO instant; null: no start; undefined: not given.
 * @throws DomainError invalid for an incomplete start or a time that the clocks skip
 */
export function startOf(zone: string, input: StartInput): string | null | undefined {
  if (input.scheduledStart) return input.scheduledStart;
  const { startDate: date, startTime: time } = input;
  if (!date && !time) return [input.scheduledStart, date, time].includes(null) ? null : undefined;
  if (!date) throw invalidField("startDate", "Also choose a day");
  if (!time) throw invalidField("startTime", "Choose the time too");
  const found = instantOf({ date, time }, zone);
  if (found.kind === "gap") throw invalidField("startTime", clockChangeReason(found));
  return new Date(found.instant).toISOString();
}

/** A window as submitted: instants from the API, or times in the site's zone on the start's day from a form. */
interface WindowFields extends WindowInput {
  startDate?: string | null;
  windowFrom?: string | null;
  windowTo?: string | null;
}

/**
 * Returns the requested arrival window. A form with both times left blank removes the promised one, `was`; a length that is stored
 * for the next booking is not shown there, and stays.
 * @throws DomainError invalid with the field if only one of the times is given
 */
export function windowInput(
  { windowFrom, windowTo, startDate, ...input }: WindowFields,
  zone: string,
  was: PromisedWindow | null = null,
): WindowInput {
  const { arrivalWindow, arrivalWindowMinutes, customerNotified } = input;
  const given = { arrivalWindow, arrivalWindowMinutes, customerNotified };
  if (windowFrom === undefined && windowTo === undefined) return given;
  if (!windowFrom && !windowTo) return was ? { ...given, arrivalWindow: null } : given;
  if (!windowFrom) throw invalidField("windowFrom", "Also enter when the window starts");
  if (!windowTo) throw invalidField("windowTo", "Enter when the window ends too");
  if (!startDate) throw invalidField("startDate", "Choose the day of the arrival window");
  // Sent back as shown, which may be past midnight.
  if (was && isShown(was, { date: startDate, from: windowFrom, to: windowTo }, zone)) return given;
  if (windowTo < windowFrom) throw invalidField("windowTo", "The window must end after it begins");
  const at = (time: string) => new Date(instantOf({ date: startDate, time }, zone).instant).toISOString();
  return { ...given, arrivalWindow: { start: at(windowFrom), end: at(windowTo) } };
}

type TypedWindow = { date: string; from: string; to: string };

function isShown({ start, end }: PromisedWindow, typed: TypedWindow, zone: string): boolean {
  const { date, time } = wallTimeOf(Date.parse(start), zone);
  return date === typed.date && time === typed.from && wallTimeOf(Date.parse(end), zone).time === typed.to;
}
