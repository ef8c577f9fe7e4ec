import type { Member } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import { instantOf } from "~/domain/shared/time-zones";

/** How a start is given: an instant by the API, a date and a time on the wall of the business by a form. */
export interface StartInput {
  scheduledStart?: string | null;
  startDate?: string | null;
  startTime?: string | null;
}

/**
 * The start as an ISO instant; null: none is meant; undefined: nothing was said about it.
 * @throws DomainError invalid for half of a start, or a time that the clocks skip
 */
export function startOf(member: Pick<Member, "timeZone">, input: StartInput): string | null | undefined {
  if (input.scheduledStart) return input.scheduledStart;
  const { startDate: date, startTime: time } = input;
  if (!date && !time) return [input.scheduledStart, date, time].includes(null) ? null : undefined;
  if (!date) throw invalidField("startDate", "Choose the day as well");
  if (!time) throw invalidField("startTime", "Choose the time as well");
  const found = instantOf({ date, time }, member.timeZone);
  if (found.kind === "gap") throw invalidField("startTime", found.notice.replace(/ [^.]*is used\.$/, ""));
  return new Date(found.instant).toISOString();
}
