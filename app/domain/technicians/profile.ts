import type { SkillLevel } from "./rules";

/** `depot` is where the van stands when it is not at home. */
export const TECHNICIAN_ADDRESS_KINDS = ["home", "depot", "mailing"] as const;
type TechnicianAddressKind = (typeof TECHNICIAN_ADDRESS_KINDS)[number];

export const TECHNICIAN_ADDRESS_LABELS: Record<TechnicianAddressKind, string> = {
  home: "Home",
  depot: "Depot",
  mailing: "Mailing",
};

type Contact = { emergencyContactName: string | null; emergencyContactPhone: string | null };

/** Field -> message: a contact whom nobody can call is none. */
export function contactProblems({ emergencyContactName: name, emergencyContactPhone: phone }: Contact) {
  const problems: Record<string, string> = {};
  if (name && !phone) problems.emergencyContactPhone = "Add the phone number of the emergency contact";
  if (phone && !name) problems.emergencyContactName = "Add the name of the emergency contact";
  return problems;
}

type Place = {
  type: TechnicianAddressKind;
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postalCode: string;
  latitude: number | null;
  longitude: number | null;
};

/** Addresses to store: one with unchanged text retains its coordinates. */
export function keepPoints(given: readonly Place[], stored: readonly Place[]): Place[] {
  return given.map((place) => {
    const before = stored.find((one) => one.type === place.type);
    const same =
      before && (["line1", "city", "state", "postalCode"] as const).every((part) => before[part] === place[part]);
    if (!same || place.latitude !== null) return place;
    return { ...place, latitude: before.latitude, longitude: before.longitude };
  });
}

/** What is known of somebody who was invited as a technician; what is left out stays as it was. */
export interface ExpectedTechnician {
  firstName: string;
  lastName: string;
  phone?: string | null;
  skillLevel?: SkillLevel;
  hourlyRateMinor?: number | null;
  yearsExperience?: number | null;
}
