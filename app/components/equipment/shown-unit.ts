import { EQUIPMENT_TYPE_LABELS } from "~/domain/equipment/equipment";
import type { Unit } from "~/domain/equipment/find.server";

export type ShownUnit = ReturnType<typeof shownUnit> & {
  /** Why somebody should look at it, where the table says so. */
  needsAttention?: readonly string[];
};

/** What a table of equipment shows of a unit; the page carries nothing else of it. */
export function shownUnit(unit: Unit) {
  const { id, equipmentName, status, customerName, healthScore } = unit;
  const { isMaintenanceOverdue, daysUntilNextMaintenance, isUnderWarranty, warrantyDaysRemaining } = unit;
  const made = [unit.manufacturer, unit.modelNumber].filter(Boolean).join(" ");
  const condition = { healthScore, isMaintenanceOverdue, daysUntilNextMaintenance };
  const madeOrType = made || EQUIPMENT_TYPE_LABELS[unit.equipmentType];
  return { id, equipmentName, madeOrType, status, customerName, ...condition, isUnderWarranty, warrantyDaysRemaining };
}
