import { type CivilDate, daysBetween } from "~/domain/shared/dates";
import type { Maintenance, Warranty } from "./equipment";

/** The warranty's last day counts as zero days left: it is over when the day is. null: no warranty is known of. */
export function warrantyOn(today: CivilDate, warrantyExpirationDate: CivilDate | null): Warranty {
  if (warrantyExpirationDate === null) return { isUnderWarranty: false, warrantyDaysRemaining: null };
  const days = daysBetween(today, warrantyExpirationDate);
  return { isUnderWarranty: days > 0, warrantyDaysRemaining: Math.max(0, days) };
}

/** Due on the day itself is not overdue yet. null: nothing is planned. */
export function maintenanceOn(today: CivilDate, nextMaintenanceDate: CivilDate | null): Maintenance {
  if (nextMaintenanceDate === null) return { isMaintenanceOverdue: false, daysUntilNextMaintenance: null };
  const days = daysBetween(today, nextMaintenanceDate);
  return { isMaintenanceOverdue: days < 0, daysUntilNextMaintenance: days };
}
