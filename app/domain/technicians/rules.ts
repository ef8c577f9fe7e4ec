export const SKILL_LEVELS = ["lead", "senior", "certified", "specialist", "apprentice"] as const;

export type SkillLevel = (typeof SKILL_LEVELS)[number];

export const SKILL_LEVEL_LABELS: Record<SkillLevel, string> = {
  lead: "Lead",
  senior: "Senior",
  certified: "Certified",
  specialist: "Specialist",
  apprentice: "Apprentice",
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

/** In the order of the week's civil numbering, Sunday 0. */
export const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** Wall times HH:MM in the business's zone; an end at or before the start is on the next day. */
export type DayAvailability = {
  available: boolean;
  start: string;
  end: string;
  /** Lunch and the like, within the shift. */
  breaks?: readonly { start: string; end: string }[];
};

export type WeeklyAvailability = Record<Weekday, DayAvailability>;

const WORKDAY: DayAvailability = { available: true, start: "08:00", end: "17:00" };

const DAY_OFF: DayAvailability = { ...WORKDAY, available: false };

/** Monday to Friday 08:00 to 17:00, weekend unavailable. */
export const DEFAULT_AVAILABILITY: WeeklyAvailability = {
  sunday: DAY_OFF,
  monday: WORKDAY,
  tuesday: WORKDAY,
  wednesday: WORKDAY,
  thursday: WORKDAY,
  friday: WORKDAY,
  saturday: DAY_OFF,
};

/** `expiresOn` is the last civil day on which it holds; null never expires. */
export type Certification = { name: string; expiresOn: string | null };

export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName.trim()} ${person.lastName.trim()}`.trim();
}

/** Skills typed with commas or one a line. */
export function splitSkills(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((skill) => skill.trim().replace(/\s+/g, " "))
    .filter((skill) => skill !== "");
}

/** The same skill however it is typed: "EPA 608" and " epa  608". */
export function skillKey(skill: string): string {
  return skill.trim().toLowerCase().replace(/\s+/g, " ");
}

/** Those of the wanted skills that are not among the ones held, as they were requested. */
export function missingSkills(wanted: readonly string[], held: readonly string[]): string[] {
  const keys = new Set(held.map(skillKey));
  return wanted.filter((skill) => skillKey(skill) !== "" && !keys.has(skillKey(skill)));
}

type Searchable = { skills: readonly string[]; skillLevel: SkillLevel; firstName: string; lastName: string };

/** Those who hold every wanted skill, the most senior first, then by name; wanting nothing finds everyone. */
export function searchBySkills<T extends Searchable>(technicians: readonly T[], wanted: readonly string[]): T[] {
  return technicians
    .filter((technician) => missingSkills(wanted, technician.skills).length === 0)
    .sort((a, b) => levelRank(a) - levelRank(b) || fullName(a).localeCompare(fullName(b)));
}

function levelRank({ skillLevel }: Searchable): number {
  return SKILL_LEVELS.indexOf(skillLevel);
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

/** The longest absence in days. */
export const LONGEST_TIME_OFF = 400;
