import { EQUIPMENT_TYPE_LABELS } from "~/domain/equipment/equipment";
import type { Unit } from "~/domain/equipment/find.server";

export type ShownUnit = ReturnType<typeof shownUnit> & {
  /** Why it needs attention, if the table shows reasons. */
  needsAttention?: readonly string[];
};

/** The fields of a unit that an equipment table shows; the page carries no others. */
export function shownUnit(unit: Unit) {
  const { id, equipmentName, status, customerName, healthScore } = unit;
  const { isMaintenanceOverdue, daysUntilNextMaintenance, isUnderWarranty, warrantyDaysRemaining } = unit;
  const made = [unit.manufacturer, unit.modelNumber].filter(Boolean).join(" ");
  const condition = { healthScore, isMaintenanceOverdue, daysUntilNextMaintenance };
  const madeOrType = made || EQUIPMENT_TYPE_LABELS[unit.equipmentType];
  return { id, equipmentName, madeOrType, status, customerName, ...condition, isUnderWarranty, warrantyDaysRemaining };
}
