import { estimateDrive, type Place } from "~/domain/drives/drive-time";
import { instantOf } from "~/domain/shared/time/time-zones";
import { DEFAULT_AVAILABILITY } from "~/domain/technicians/availability";
import {
  type DriveLookup,
  type Plan,
  type PlannedWorkOrder,
  planOf,
  type SchedulableTechnician,
} from "~/domain/technicians/calendar";

export const NEW_YORK = "America/New_York";

/** "2026-11-20 09:00" as wall time in the zone, converted to an instant. */
export function wall(text: string, zone = NEW_YORK): number {
  const [date = "", time = ""] = text.split(" ");
  return instantOf({ date, time }, zone).instant;
}

export function site(addressId: string, latitude: number | null = 40.7, longitude: number | null = -74): Place {
  return { addressId, latitude, longitude };
}

/** 9 to 10 AM on Friday, November 20, 2026, with Luis, by default. */
export function aWorkOrder(parts: Partial<PlannedWorkOrder> = {}): PlannedWorkOrder {
  const label = parts.label ?? "WO-001";
  return {
    id: label,
    label,
    customerName: "Ana Alvarez",
    status: "scheduled",
    technicianIds: ["luis"],
    start: wall("2026-11-20 09:00"),
    minutes: 60,
    place: site("main-street"),
    zone: NEW_YORK,
    demands: { skills: [], certifications: [], refrigerantWork: false },
    arrivalWindow: null,
    ...parts,
  };
}

/** Works Monday to Friday from 08:00 to 17:00 in New York. */
export function aTechnician(parts: Partial<SchedulableTechnician> = {}): SchedulableTechnician {
  return {
    id: "luis",
    name: "Luis",
    skills: [],
    certifications: [],
    zone: NEW_YORK,
    week: DEFAULT_AVAILABILITY,
    timeOff: [],
    holidays: [],
    home: site("home"),
    depot: null,
    ...parts,
  };
}

/** Minutes for "from>to", the same in both directions; a drive not in the table is estimated. */
export function drives(table: Record<string, number>): DriveLookup {
  return (from, to) => {
    const minutes = table[`${from.addressId}>${to.addressId}`] ?? table[`${to.addressId}>${from.addressId}`];
    return minutes === undefined ? estimateDrive(from, to) : { minutes, basis: "measured" };
  };
}

export function aPlan(jobs: readonly PlannedWorkOrder[], drive: DriveLookup = drives({})): Plan {
  return planOf(jobs, drive);
}
