import { expectedFlows } from "~/domain/finance/matching/expected-flows";
import { planKey } from "~/domain/finance/tracker/plan";
import type { CivilDate } from "~/domain/shared/dates";
import { bankOf, type HouseholdRecord } from "./runway";

/**
 * What each planned item still moves from today through `to`, by planKey, in minor units above zero: without what an
 * account has booked already, with what is late.
 */
export function stillToCome(record: HouseholdRecord, to: CivilDate): Map<string, number> {
  const open = new Map<string, number>();
  for (const { item, amountMinor } of expectedFlows(record.items, bankOf(record), { today: record.today, to })) {
    const key = planKey(item);
    open.set(key, (open.get(key) ?? 0) + Math.abs(amountMinor));
  }
  return open;
}
