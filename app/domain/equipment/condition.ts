import { addDays, type CivilDate, daysBetween } from "~/domain/shared/time/dates";
import type { ChargeTrend } from "./charge-trend";
import {
  type EquipmentStatus,
  type EquipmentType,
  healthColor,
  type Maintenance,
  needsAttention,
  type Warranty,
} from "./equipment";
import { healthScore } from "./health-score";

/** The stored facts that determine a piece of equipment's condition. */
export type StoredUnit = {
  equipmentType: EquipmentType;
  status: EquipmentStatus;
  installDate: CivilDate | null;
  lifespanYears: number | null;
  warrantyExpirationDate: CivilDate | null;
  nextMaintenanceDate: CivilDate | null;
  criticalAlerts: readonly string[];
  repairsLastYear: number;
  chargeTrends: readonly ChargeTrend[];
};

export type UnitCondition = ReturnType<typeof conditionOf>;

/** Returns warranty, maintenance and health on a day; retired equipment needs neither maintenance nor attention. */
export function conditionOf(unit: StoredUnit, today: CivilDate) {
  const isRetired = unit.status === "retired";
  const warranty = warrantyOn(today, unit.warrantyExpirationDate);
  const nextMaintenanceDate = isRetired ? null : unit.nextMaintenanceDate;
  const maintenance = maintenanceOn(today, nextMaintenanceDate);
  const health = healthScore({
    today,
    type: unit.equipmentType,
    installDate: unit.installDate,
    lifespanYears: unit.lifespanYears,
    warrantyExpirationDate: unit.warrantyExpirationDate,
    repairsLastYear: unit.repairsLastYear,
    nextMaintenanceDate,
    criticalAlerts: unit.criticalAlerts.length,
    chargeTrends: unit.chargeTrends,
  });
  const reasons = isRetired
    ? []
    : needsAttention({
        ...warranty,
        ...maintenance,
        criticalAlerts: unit.criticalAlerts.length,
        healthScore: health.score,
      });
  return {
    ...warranty,
    ...maintenance,
    healthScore: health.score,
    healthColor: healthColor(health.score),
    healthFactors: health.factors,
    healthUnknown: health.unknown,
    needsAttention: reasons,
  };
}

/** The first day of the year in which repairs are counted. */
export function repairsSince(today: CivilDate): CivilDate {
  return addDays(today, -365);
}

/** The warranty's last day has zero days left; it ends with that day. Null: no warranty known. */
export function warrantyOn(today: CivilDate, warrantyExpirationDate: CivilDate | null): Warranty {
  if (warrantyExpirationDate === null) return { isUnderWarranty: false, warrantyDaysRemaining: null };
  const days = daysBetween(today, warrantyExpirationDate);
  return { isUnderWarranty: days > 0, warrantyDaysRemaining: Math.max(0, days) };
}

/** Not overdue on the due day itself. Null: nothing planned. */
export function maintenanceOn(today: CivilDate, nextMaintenanceDate: CivilDate | null): Maintenance {
  if (nextMaintenanceDate === null) return { isMaintenanceOverdue: false, daysUntilNextMaintenance: null };
  const days = daysBetween(today, nextMaintenanceDate);
  return { isMaintenanceOverdue: days < 0, daysUntilNextMaintenance: days };
}
