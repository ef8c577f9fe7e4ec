/** What the fields of a unit are called, on forms and where two versions are compared. */
export const equipmentLabels = {
  equipmentName: "Name",
  equipmentType: "Type",
  status: "Status",
  addressId: "Where it stands",
  location: "Place on the site",
  manufacturer: "Manufacturer",
  modelNumber: "Model number",
  serialNumber: "Serial number",
  installDate: "Installed on",
  lifespanYears: "Expected life",
  warrantyExpirationDate: "Warranty until",
  lastMaintenanceDate: "Last maintenance",
  nextMaintenanceDate: "Next maintenance",
  criticalAlerts: "Critical alerts",
  notes: "Notes",
} as const;

export type EquipmentField = keyof typeof equipmentLabels;
export type EquipmentTexts = Record<EquipmentField, string>;

export const equipmentLimits = {
  equipmentName: { required: true, maxLength: 120 },
  equipmentType: { required: true },
  location: { maxLength: 200 },
  manufacturer: { maxLength: 120 },
  modelNumber: { maxLength: 120 },
  serialNumber: { maxLength: 120 },
  lifespanYears: { min: 1, max: 60 },
  notes: { maxLength: 4000 },
};

/** A unit, or what was typed for one, as the form's texts. */
export function equipmentTexts(source: object): EquipmentTexts {
  const given: Record<string, unknown> = { ...source };
  const names = Object.keys(equipmentLabels);
  const texts = Object.fromEntries(names.map((name) => [name, textOf(given[name])]));
  return { ...blank, ...texts };
}

const blank: EquipmentTexts = {
  equipmentName: "",
  equipmentType: "",
  status: "",
  addressId: "",
  location: "",
  manufacturer: "",
  modelNumber: "",
  serialNumber: "",
  installDate: "",
  lifespanYears: "",
  warrantyExpirationDate: "",
  lastMaintenanceDate: "",
  nextMaintenanceDate: "",
  criticalAlerts: "",
  notes: "",
};

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join("\n");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
