import type { Unit } from "~/domain/equipment/find.server";

export type ShownUnit = ReturnType<typeof shownUnit>;

/** What a table of equipment shows of a unit; the page carries nothing else of it. */
export function shownUnit(unit: Unit) {
  const { id, equipmentName, equipmentType, manufacturer, modelNumber, status, customerName, needsAttention } = unit;
  const { healthScore, healthColor, isMaintenanceOverdue, daysUntilNextMaintenance } = unit;
  const { isUnderWarranty, warrantyDaysRemaining } = unit;
  const said = { id, equipmentName, equipmentType, manufacturer, modelNumber, status, customerName, needsAttention };
  const health = { healthScore, healthColor, isMaintenanceOverdue, daysUntilNextMaintenance };
  return { ...said, ...health, isUnderWarranty, warrantyDaysRemaining };
}
