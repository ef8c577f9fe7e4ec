import { addDays } from "~/domain/shared/time/dates";
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
  lastMaintenanceDate: string | null;
  nextMaintenanceDate: string | null;
  healthScore: number | null;
  healthColor: string;
  healthFactors: { factor: string; points: number; reason: string }[];
  healthUnknown: string | null;
  needsAttention: string[];
  circuits: { id: string; name: string; chargeLb: number | null }[];
  plans: { id: string; title: string; nextDue: string | null; bookingProblem: string | null; active: boolean }[];
  version: number;
}

export interface EquipmentRefused {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  current?: { version: number };
}

/** Equipment added over the API by the office. */
export async function addEquipment(by: Visitor, fields: Record<string, unknown> = {}): Promise<EquipmentJson> {
  const answer = await by.post<EquipmentJson>("/api/equipment", {
    equipmentName: "Furnace",
    equipmentType: "furnace",
    ...fields,
  });
  if (answer.status !== 201) throw new Error(`adding equipment failed: ${answer.text}`);
  return answer.json;
}

/** The date in Chicago that is `days` from now. */
export function dayFromNow(days: number): string {
  // Calendar days: since some have 23 hours, adding 24 hours may skip a day.
  return addDays(new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Chicago" }).format(new Date()), days);
}
