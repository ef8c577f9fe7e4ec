export const SKILL_LEVELS = ["lead", "senior", "certified", "specialist", "apprentice"] as const;

export type SkillLevel = (typeof SKILL_LEVELS)[number];

export const SKILL_LEVEL_LABELS: Record<SkillLevel, string> = {
  lead: "Lead",
  senior: "Senior",
  certified: "Certified",
  specialist: "Specialist",
  apprentice: "Apprentice",
};

/** "Senior", or that no level is set. */
export function skillLevelLabel(level: SkillLevel | null): string {
  return level ? SKILL_LEVEL_LABELS[level] : "Not set";
}

/** Levels to filter by; `not_set` finds those without one. */
export const SKILL_LEVEL_FILTERS = [...SKILL_LEVELS, "not_set"] as const;

export const SKILL_LEVEL_FILTER_LABELS: Record<(typeof SKILL_LEVEL_FILTERS)[number], string> = {
  ...SKILL_LEVEL_LABELS,
  not_set: skillLevelLabel(null),
};

export const TECHNICIAN_STATUSES = ["active", "pending_setup", "inactive", "on_leave"] as const;

export type TechnicianStatus = (typeof TECHNICIAN_STATUSES)[number];

export const TECHNICIAN_STATUS_LABELS: Record<TechnicianStatus, string> = {
  active: "Active",
  pending_setup: "Pending setup",
  inactive: "Inactive",
  on_leave: "On leave",
};

export const YEARS_OF_EXPERIENCE = { min: 0, max: 50 } as const;

/** `expiresOn` is the last civil day on which it is valid; null: never expires. */
export const MAX_CERTIFICATIONS = 30;
export const TOO_MANY_CERTIFICATIONS = `Please list at most ${MAX_CERTIFICATIONS} certifications`;

export type Certification = { name: string; expiresOn: string | null };

export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName.trim()} ${person.lastName.trim()}`.trim();
}

/** The maximum number of teams of a business. */
export const MAX_TEAMS = 100;

/** In filters, in place of a team's id: technicians without a team. */
export const NO_TEAM = "none";

/** Normalizes a team's name as typed: "Install crew" and "install  Crew" are equal. */
export function teamKey(name: string): string {
  return skillKey(name);
}

/** Splits skills separated by commas or line breaks. */
export function splitSkills(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((skill) => skill.trim().replace(/\s+/g, " "))
    .filter((skill) => skill !== "");
}

/** Normalizes a skill as typed: "EPA 608" and " epa  608" are equal. */
export function skillKey(skill: string): string {
  return skill.trim().toLowerCase().replace(/\s+/g, " ");
}

/** The wanted skills that are missing, as typed. */
export function missingSkills(wanted: readonly string[], held: readonly string[]): string[] {
  const keys = new Set(held.map(skillKey));
  return wanted.filter((skill) => skillKey(skill) !== "" && !keys.has(skillKey(skill)));
}

export const TIME_OFF_REASONS = ["vacation", "sick", "training", "personal", "other"] as const;

export type TimeOffReason = (typeof TIME_OFF_REASONS)[number];

export const TIME_OFF_LABELS: Record<TimeOffReason, string> = {
  vacation: "Vacation",
  sick: "Sick",
  training: "Training",
  personal: "Personal",
  other: "Time off",
};

/** The maximum length of time off in days. */
export const MAX_TIME_OFF_DAYS = 400;

/** `depot`: where the van is parked if not at home. */
export const TECHNICIAN_ADDRESS_KINDS = ["home", "depot", "mailing"] as const;

type TechnicianAddressKind = (typeof TECHNICIAN_ADDRESS_KINDS)[number];

export const TECHNICIAN_ADDRESS_LABELS: Record<TechnicianAddressKind, string> = {
  home: "Home",
  depot: "Depot",
  mailing: "Mailing",
};

type Contact = { emergencyContactName: string | null; emergencyContactPhone: string | null };

/** Field -> message: an emergency contact needs a name and a phone number. */
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

/** Addresses to store: unchanged ones keep their coordinates. */
export function keepCoordinates(given: readonly Place[], stored: readonly Place[]): Place[] {
  return given.map((place) => {
    const before = stored.find((one) => one.type === place.type);
    const same =
      before && (["line1", "city", "state", "postalCode"] as const).every((part) => before[part] === place[part]);
    if (!same || place.latitude !== null) return place;
    return { ...place, latitude: before.latitude, longitude: before.longitude };
  });
}

/** Data of a person invited as a technician; omitted fields are unchanged. */
export interface ExpectedTechnician {
  firstName: string;
  lastName: string;
  phone?: string | null;
  skillLevel?: SkillLevel | null;
  hourlyRateMinor?: number | null;
  yearsExperience?: number | null;
}
