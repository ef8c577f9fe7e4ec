import { type PlannedItem, signedAmount } from "~/domain/finance/tracker/plan";
import { occurrenceDays } from "~/domain/finance/tracker/recurrence";
import { type CivilDate, dayNumber } from "~/domain/shared/dates";

/** Money that an item is expected to move on a day; `amountMinor` is above zero for money in. */
export interface Flow {
  /** Days since 1970-01-01. */
  day: number;
  amountMinor: number;
  item: PlannedItem;
}

/** Every occurrence of every item from `from` to `to`, both inclusive, item by item. */
export function plannedFlows(items: readonly PlannedItem[], from: CivilDate, to: CivilDate): Flow[] {
  const first = dayNumber(from);
  const last = dayNumber(to);
  const flows: Flow[] = [];
  for (const item of items) {
    const amountMinor = signedAmount(item);
    for (const day of occurrenceDays(item, first, last)) flows.push({ day, amountMinor, item });
  }
  return flows;
}
