import type { CivilDate } from "~/domain/dates";
import { expectedFlows } from "../matching/expected-flows.rules";
import { planKey } from "../tracker/plan.rules";
import { bankOf, type HouseholdRecord } from "./runway.rules";

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
