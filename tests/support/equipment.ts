import { addDays } from "~/domain/shared/dates";
import type { Visitor } from "./visitor";

export interface EquipmentJson {
  id: string;
  equipmentName: string;
  status: string;
  customerId: string | null;
  addressId: string | null;
  isUnderWarranty: boolean;
  warrantyDaysRemaining: number | null;
  isMaintenanceOverdue: boolean;
  daysUntilNextMaintenance: number | null;
  nextMaintenanceDate: string | null;
  healthScore: number | null;
  healthColor: string;
  healthFactors: { factor: string; points: number; reason: string }[];
  healthUnknown: string | null;
  needsAttention: string[];
  circuits: { id: string; name: string; chargeLb: number | null }[];
  plans: { id: string; title: string; nextDue: string | null; active: boolean }[];
  version: number;
}

export interface EquipmentRefused {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  current?: { version: number };
}

/** A unit made over the API by the office. */
export async function addEquipment(by: Visitor, fields: Record<string, unknown> = {}): Promise<EquipmentJson> {
  const answer = await by.post<EquipmentJson>("/api/equipment", {
    equipmentName: "Furnace",
    equipmentType: "furnace",
    ...fields,
  });
  if (answer.status !== 201) throw new Error(`adding equipment failed: ${answer.text}`);
  return answer.json;
}

/** The civil day in Chicago that is so many days from now. */
export function dayFromNow(days: number): string {
  // Days of the calendar: some have 23 hours, and one day more of 24 may then be two.
  return addDays(new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Chicago" }).format(new Date()), days);
}
