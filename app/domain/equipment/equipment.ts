export const EQUIPMENT_TYPES = [
  "air_conditioner",
  "heat_pump",
  "mini_split",
  "furnace",
  "boiler",
  "air_handler",
  "packaged_unit",
  "chiller",
  "refrigeration",
  "water_heater",
  "ventilator",
  "humidifier",
  "thermostat",
  "other",
] as const;

export type EquipmentType = (typeof EQUIPMENT_TYPES)[number];

export const EQUIPMENT_TYPE_LABELS: Record<EquipmentType, string> = {
  air_conditioner: "Air conditioner",
  heat_pump: "Heat pump",
  mini_split: "Mini-split",
  furnace: "Furnace",
  boiler: "Boiler",
  air_handler: "Air handler",
  packaged_unit: "Packaged unit",
  chiller: "Chiller",
  refrigeration: "Refrigeration",
  water_heater: "Water heater",
  ventilator: "Ventilator",
  humidifier: "Humidifier",
  thermostat: "Thermostat",
  other: "Other",
};

const COOLING_TYPES: ReadonlySet<EquipmentType> = new Set([
  "air_conditioner",
  "heat_pump",
  "mini_split",
  "air_handler",
  "packaged_unit",
  "chiller",
  "refrigeration",
  "other",
]);

/** Whether it can have a refrigerant circuit. */
export function hasRefrigerant(type: EquipmentType): boolean {
  return COOLING_TYPES.has(type);
}

export const EQUIPMENT_STATUSES = ["active", "needs_repair", "out_of_service", "retired"] as const;

export type EquipmentStatus = (typeof EQUIPMENT_STATUSES)[number];

export const EQUIPMENT_STATUS_LABELS: Record<EquipmentStatus, string> = {
  active: "Active",
  needs_repair: "Needs repair",
  out_of_service: "Out of service",
  retired: "Retired",
};

/** Days before its end from which a warranty counts as expiring. */
const WARRANTY_EXPIRING_DAYS = 30;

/** Days before it is due from which maintenance counts as due soon. */
const MAINTENANCE_DUE_SOON_DAYS = 7;

/** Look-ahead of the maintenance-due list. */
export const MAINTENANCE_LOOK_AHEAD_DAYS = 30;

/** Health below this score needs attention. */
const HEALTHY_FROM = 70;

type WarrantyStatus = "expired" | "expiring" | "active";

/** Null days: under warranty, end unknown. */
export type Warranty = { isUnderWarranty: boolean; warrantyDaysRemaining: number | null };

export function warrantyStatus({ isUnderWarranty, warrantyDaysRemaining }: Warranty): WarrantyStatus {
  if (!isUnderWarranty) return "expired";
  if (warrantyDaysRemaining === null) return "active";
  if (warrantyDaysRemaining <= 0) return "expired";
  return warrantyDaysRemaining <= WARRANTY_EXPIRING_DAYS ? "expiring" : "active";
}

type MaintenanceStatus = "overdue" | "due_soon" | "up_to_date";

/** Null days: nothing planned. */
export type Maintenance = { isMaintenanceOverdue: boolean; daysUntilNextMaintenance: number | null };

/** Null if nothing is planned, so that neglected equipment does not look maintained. */
export function maintenanceStatus(maintenance: Maintenance): MaintenanceStatus | null {
  const { isMaintenanceOverdue, daysUntilNextMaintenance: days } = maintenance;
  if (isMaintenanceOverdue || (days !== null && days < 0)) return "overdue";
  if (days === null) return null;
  return days <= MAINTENANCE_DUE_SOON_DAYS ? "due_soon" : "up_to_date";
}

export const HEALTH_COLORS = ["green", "yellow", "orange", "red", "unknown"] as const;

export type HealthColor = (typeof HEALTH_COLORS)[number];

/** Green from 85, yellow from 70, orange from 50, red below. */
export function healthColor(score: number | null): HealthColor {
  if (score === null) return "unknown";
  if (score >= 85) return "green";
  if (score >= HEALTHY_FROM) return "yellow";
  return score >= 50 ? "orange" : "red";
}

type Condition = Warranty & Maintenance & { criticalAlerts: number; healthScore: number | null };

/** Returns why the equipment needs attention, most urgent first; empty if it does not. */
export function needsAttention(condition: Condition): string[] {
  const { criticalAlerts, healthScore } = condition;
  const maintenance = maintenanceStatus(condition);
  const reasons: string[] = [];
  if (criticalAlerts > 0) reasons.push(criticalAlerts === 1 ? "1 critical alert" : `${criticalAlerts} critical alerts`);
  if (maintenance === "overdue") reasons.push("Maintenance overdue");
  if (maintenance === "due_soon") reasons.push("Maintenance due soon");
  if (warrantyStatus(condition) === "expiring") reasons.push("Warranty expiring");
  if (healthScore !== null && healthScore < HEALTHY_FROM) reasons.push(`Health ${healthScore}`);
  return reasons;
}

/** Source of a circuit's full charge. */
export const CHARGE_BASES = ["nameplate", "calculated", "measured", "range"] as const;

export type ChargeBasis = (typeof CHARGE_BASES)[number];

export const CHARGE_BASIS_LABELS: Record<ChargeBasis, string> = {
  nameplate: "Nameplate",
  calculated: "Calculated",
  measured: "Measured",
  range: "Middle of a range",
};

export const REFRIGERANTS = [
  "R-410A",
  "R-454B",
  "R-32",
  "R-22",
  "R-134a",
  "R-404A",
  "R-407C",
  "R-448A",
  "R-454A",
  "R-513A",
  "R-290",
] as const;

export type Refrigerant = (typeof REFRIGERANTS)[number];

/** Formats thousandths of a pound: "6.25 lb". */
export function poundsText(milliPounds: number): string {
  return `${milliPounds / 1000} lb`;
}
