import { invalidField } from "~/domain/shared/errors";
import { addDays, type CivilDate } from "./dates";
import { todayOf } from "./time-zones";

/**
 * Checks the day on which something happened. Where it happened, the day may have begun before it does for the business.
 * @throws DomainError invalid, with the field
 */
export function checkNotInFuture(
  at: { now: Date },
  business: { timeZone: string },
  { field, date }: { field: string; date: CivilDate | null | undefined },
): void {
  if (date && date > addDays(todayOf(at, business), 1))
    throw invalidField(field, "Enter a day that is not in the future");
}
