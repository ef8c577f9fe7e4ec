import type { EquipmentType } from "~/domain/equipment/equipment";
import type { Instant } from "~/domain/shared/time-zones";

export interface CustomerEntry {
  id: string;
  name: string;
  phones: readonly string[];
  /** First lines, the city behind a comma or not at all. */
  addresses: readonly string[];
  equipment: readonly { id: string; type: EquipmentType }[];
}

export interface NamedEntry {
  id: string;
  name: string;
}

/** What words are matched with: a business's own names, and when and where they are spoken. */
export interface Book {
  now: Instant;
  /** IANA zone of the site, in which days and times are meant. */
  zone: string;
  customers: readonly CustomerEntry[];
  technicians: readonly NamedEntry[];
  serviceTypes: readonly NamedEntry[];
  parts: readonly NamedEntry[];
}
