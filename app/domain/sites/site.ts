import { parseRecordRef, type RecordRef } from "~/domain/shared/record-ref";

/** Who lives or works at a site, in the trade's words. */
export const OCCUPANCIES = ["unknown", "owner", "rented", "vacant"] as const;
type Occupancy = (typeof OCCUPANCIES)[number];

export const OCCUPANCY_LABELS: Record<Occupancy, string> = {
  unknown: "Not recorded",
  owner: "Owner-occupied",
  rented: "Rented",
  vacant: "Vacant",
};

/** People at a site other than the customer, who pays. */
export const SITE_ROLES = ["contact", "tenant", "landlord", "manager"] as const;
export type SiteRole = (typeof SITE_ROLES)[number];

export const SITE_ROLE_LABELS: Record<SiteRole, string> = {
  contact: "On-site contact",
  tenant: "Tenant",
  landlord: "Landlord",
  manager: "Property manager",
};

export const MAX_SITE_PEOPLE = 40;
export const MAX_SITE_PHOTOS = 60;

/** List filters besides occupancy. */
export const MAP_FILTERS = ["on", "off"] as const;

/** How to get in; null if not recorded. Stored encrypted. */
export interface SiteAccess {
  gateCode: string | null;
  keyLocation: string | null;
  alarm: string | null;
  animals: string | null;
  parking: string | null;
  notes: string | null;
}

export const ACCESS_FIELDS = [
  "gateCode",
  "keyLocation",
  "alarm",
  "animals",
  "parking",
  "notes",
] as const satisfies readonly (keyof SiteAccess)[];

export const ACCESS_LABELS: Record<keyof SiteAccess, string> = {
  gateCode: "Gate code",
  keyLocation: "Key or lockbox",
  alarm: "Alarm",
  animals: "Animals",
  parking: "Parking",
  notes: "Other access notes",
};

export const noAccess: SiteAccess = {
  gateCode: null,
  keyLocation: null,
  alarm: null,
  animals: null,
  parking: null,
  notes: null,
};

export const hasAccess = (access: SiteAccess): boolean => ACCESS_FIELDS.some((field) => access[field] !== null);

/** Days before and after a job at a site during which its technicians see how to get in. */
export const ACCESS_DAYS = 1;

/** Parses a reference from a URL: "12" or the id of its address; null if it is neither. */
export function parseSiteRef(text: string): RecordRef | null {
  return parseRecordRef(text, /^([1-9]\d{0,8})$/);
}

export const MAX_SITE_PHOTO_BYTES = 8_000_000;
export const SITE_PHOTO_TOO_LARGE = "The picture is larger than 8 MB";
export const SITE_PHOTO_IS_HEIC =
  "This is a HEIC photo, which most browsers can't show. Share it as a JPEG, or set the camera to Most Compatible.";
