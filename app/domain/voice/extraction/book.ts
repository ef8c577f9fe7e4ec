import type { EquipmentType } from "~/domain/equipment/equipment";
import type { Instant } from "~/domain/shared/time/time-zones";

export interface CustomerEntry {
  id: string;
  name: string;
  phones: readonly string[];
  /** First lines, optionally followed by a comma and the city. */
  addresses: readonly string[];
  equipment: readonly { id: string; type: EquipmentType }[];
}

export interface NamedEntry {
  id: string;
  name: string;
}

/** What words are matched against: a business's own names, and the time and zone of the recording. */
export interface Book {
  now: Instant;
  /** IANA zone of the site, used for days and times. */
  zone: string;
  customers: readonly CustomerEntry[];
  technicians: readonly NamedEntry[];
  serviceTypes: readonly NamedEntry[];
  parts: readonly NamedEntry[];
}
