import { z } from "zod";
import {
  blankToNull,
  civilDate,
  email,
  isBlank,
  line,
  optionalLine,
  optionalPhone,
  paging,
  pagingView,
  RecordId,
  scheduleDate,
  scheduleInstant,
  version,
  wallTime,
} from "~/domain/shared/fields";
import { minorFromDecimal, parseAmount } from "~/domain/shared/money";
import {
  contactProblems,
  MAX_CERTIFICATIONS,
  NO_TEAM,
  SKILL_LEVEL_FILTERS,
  SKILL_LEVELS,
  skillKey,
  splitSkills,
  TECHNICIAN_ADDRESS_KINDS,
  TECHNICIAN_STATUSES,
  TIME_OFF_REASONS,
  TOO_MANY_CERTIFICATIONS,
  YEARS_OF_EXPERIENCE,
} from "./technician";

/** Skills or certifications, comma-separated or as a list; duplicates are dropped, ignoring case. Blank means none. */
export function wordList(what: string) {
  const long = `Please use at most 60 characters for a ${what}`;
  return z.preprocess(
    // A form's blank field is dropped; otherwise it would count as a missing word.
    (given: string | string[] | null | undefined) =>
      Array.isArray(given)
        ? given.filter((word) => word !== "")
        : given === ""
          ? []
          : typeof given === "string"
            ? [given]
            : (given ?? []),
    z
      .array(z.string())
      .transform((all) => all.flatMap(splitSkills))
      .transform((all) => [...new Map(all.map((word) => [skillKey(word), word])).values()])
      .pipe(z.array(z.string().max(60, long)).max(40, `Please list at most 40 ${what}s`)),
  );
}

const rateText = "Hourly rate must be between $0 and $500";
const yearsText = "Years of experience must be between 0 and 50";

/** Dollars as a number from the API or as typed text; stored in cents. */
const hourlyRate = blankToNull(
  z.preprocess(
    (given) => (typeof given === "string" ? parseAmount(given) : typeof given === "number" ? cents(given) : given),
    z.number({ error: rateText }).int(rateText).min(0, rateText).max(50_000, rateText),
  ),
);

function cents(dollars: number): number | null {
  const minor = minorFromDecimal(dollars);
  return minor !== null && minor / 100 === dollars ? minor : null;
}

const yearsExperience = blankToNull(
  z.coerce
    .number({ error: yearsText })
    .int(yearsText)
    .min(YEARS_OF_EXPERIENCE.min, yearsText)
    .max(YEARS_OF_EXPERIENCE.max, yearsText),
);

/** Form rows in which nothing was entered are dropped. */
function filled<T extends z.ZodType>(row: T, keys: readonly string[], { max, text }: { max: number; text: string }) {
  const hasContent = (value: unknown) =>
    typeof value !== "object" ||
    value === null ||
    Object.entries(value).some(([key, part]) => keys.includes(key) && !isBlank(part));
  return z.preprocess(
    (rows: z.input<T>[] | null | undefined) =>
      Array.isArray(rows) ? rows.filter(hasContent) : isBlank(rows) ? [] : rows,
    z.array(row).max(max, text),
  );
}

/** A certification that a technician holds. */
export const NewCertification = z.object({
  name: line("Enter the certification's name", 80),
  number: optionalLine(60),
  expiresOn: blankToNull(civilDate),
});

export type NewCertification = z.output<typeof NewCertification>;

const coordinate = (most: number) => blankToNull(z.coerce.number("This is not a valid location").min(-most).max(most));

const TechnicianAddress = z
  .object({
    type: z.enum(TECHNICIAN_ADDRESS_KINDS, { error: "Choose an address type" }),
    line1: line("Street is required", 200),
    line2: optionalLine(200),
    city: line("City is required", 100),
    state: line("State is required", 100),
    postalCode: line("Postal code is required", 12).pipe(z.string().min(3, "Postal code is required")),
    latitude: coordinate(90),
    longitude: coordinate(180),
  })
  .refine((place) => (place.latitude === null) === (place.longitude === null), {
    path: ["latitude"],
    error: "A location needs both a latitude and a longitude",
  });

const addresses = filled(TechnicianAddress, ["line1", "line2", "city", "state", "postalCode"], {
  max: 3,
  text: "A technician can have at most one home, one depot and one mailing address",
}).refine((all) => new Set(all.map((place) => place.type)).size === all.length, "Use each kind of address only once");

const EmergencyContact = z
  .object({ name: optionalLine(120), phone: optionalPhone })
  .superRefine(({ name, phone }, check) => {
    const problems = contactProblems({ emergencyContactName: name, emergencyContactPhone: phone });
    if (problems.emergencyContactName)
      check.addIssue({ code: "custom", path: ["name"], message: problems.emergencyContactName });
    if (problems.emergencyContactPhone)
      check.addIssue({ code: "custom", path: ["phone"], message: problems.emergencyContactPhone });
  })
  .transform(({ name, phone }) => (name && phone ? { name, phone } : null));

const timeOr = (usual: string) => z.preprocess((given) => (isBlank(given) ? usual : given), wallTime);

const Day = z.object({
  available: z.boolean().default(false),
  start: timeOr("08:00"),
  end: timeOr("17:00"),
  breaks: filled(z.object({ start: wallTime, end: wallTime }), ["start", "end"], {
    max: 3,
    text: "Use at most 3 breaks a day",
  }),
});

/** Omitted days are unchanged. */
const Week = z.object({
  sunday: Day.optional(),
  monday: Day.optional(),
  tuesday: Day.optional(),
  wednesday: Day.optional(),
  thursday: Day.optional(),
  friday: Day.optional(),
  saturday: Day.optional(),
});

const oneSpace = (name: string) => name.replace(/\s+/g, " ");
const MAX_MEMBERS = 500;
const technicianIds = z
  .array(z.string().max(64), { error: "Choose the technicians" })
  .max(MAX_MEMBERS, `A team can have at most ${MAX_MEMBERS} technicians`)
  .transform((ids) => [...new Set(ids)]);
const teamName = line("Name is required", 60).transform(oneSpace);

export const NewTeam = z.object({
  name: teamName,
  technicianIds: technicianIds.optional().describe("They leave their teams for this one"),
});
export type NewTeam = z.output<typeof NewTeam>;

/** Omitted fields stay unchanged. */
export const TeamChange = z.object({
  name: teamName.optional(),
  technicianIds: technicianIds.optional().describe("Replaces the technicians of the team"),
  version,
});
export type TeamChange = z.output<typeof TeamChange>;

/** The edit form submits every field: no technician checked means none. */
export const TeamForm = z.object({ name: teamName, technicianIds: technicianIds.default([]), version });

/** A technician's team by its name: a new name makes a new team. */
const team = optionalLine(60).transform((name) => name && oneSpace(name));

const person = {
  firstName: line("First name is required", 100),
  lastName: line("Last name is required", 100),
  email,
};

const profile = {
  phone: optionalPhone,
  status: z.enum(TECHNICIAN_STATUSES, { error: "Choose a status" }),
  skillLevel: blankToNull(z.enum(SKILL_LEVELS, { error: "Choose a skill level" })),
  hourlyRate,
  yearsExperience,
  team,
  skills: wordList("skill"),
  certifications: filled(NewCertification, ["name", "number", "expiresOn"], {
    max: MAX_CERTIFICATIONS,
    text: TOO_MANY_CERTIFICATIONS,
  }),
  addresses,
  emergencyContact: EmergencyContact.nullable(),
  availability: Week,
};

/** A new technician; an account follows with an invitation. */
export const NewTechnician = z.object({ ...person, ...z.object(profile).partial().shape });
export type NewTechnician = z.output<typeof NewTechnician>;

/** Omitted fields keep their values; lists are replaced entirely. */
export const TechnicianChange = z
  .object({ ...person, ...profile })
  .partial()
  .extend({ version });
export type TechnicianChange = z.output<typeof TechnicianChange>;

/** The edit form submits every field: a missing one is empty. */
export const TechnicianForm = z.object({ ...person, ...profile, version });

/** The invited person may enter their own name; the technician's other data is stored right away. */
export const TechnicianInvitation = z.object({
  email,
  firstName: optionalLine(100).transform((name) => name ?? ""),
  lastName: optionalLine(100).transform((name) => name ?? ""),
  phone: optionalPhone,
  skillLevel: profile.skillLevel,
  hourlyRate,
  yearsExperience,
});
export type TechnicianInvitation = z.output<typeof TechnicianInvitation>;

/** Filters of the list, for the API. */
export const TechnicianFilter = z.object({
  search: z.string().trim().max(100, "Please use at most 100 characters").optional(),
  status: z.enum(TECHNICIAN_STATUSES, { error: "Unknown status" }).optional(),
  skillLevel: z.enum(SKILL_LEVEL_FILTERS, { error: "Unknown skill level" }).optional(),
  skill: z.string().trim().max(60).optional(),
  team: z.string().trim().max(64).optional().describe(`Id of a team, or \`${NO_TEAM}\` for technicians without one`),
  ...paging,
});
export type TechnicianFilter = z.output<typeof TechnicianFilter>;

/** The list's URL in the browser: invalid values are ignored instead of refused. */
export const TechnicianListView = z.object({
  search: TechnicianFilter.shape.search.catch(undefined),
  status: TechnicianFilter.shape.status.catch(undefined),
  skillLevel: TechnicianFilter.shape.skillLevel.catch(undefined),
  skill: TechnicianFilter.shape.skill.catch(undefined),
  team: TechnicianFilter.shape.team.catch(undefined),
  ...pagingView,
});

const momentText = "Please enter a date or a date and time";

/** A civil day of the business, `YYYY-MM-DD`, or an instant with its offset. */
const moment = z
  .string({ error: momentText })
  .trim()
  .refine((given) => scheduleDate.safeParse(given).success || scheduleInstant.safeParse(given).success, {
    error: momentText,
  })
  .optional();

/** Whole days, both included; by default a week from today. */
export const PeriodQuery = z.object({ startDate: moment, endDate: moment });
export type PeriodQuery = z.output<typeof PeriodQuery>;

/** Skills separated by commas, as repeated parameters, or both. */
export const SkillQuery = z.object({
  skills: z
    .union([z.string().max(1000), z.array(z.string().max(200)).max(40)], { error: "Separate skills with commas" })
    .optional()
    .transform((given) => (given === undefined ? [] : [given].flat())),
  ...paging,
});
export type SkillQuery = z.output<typeof SkillQuery>;

const optionalTime = blankToNull(wallTime);

/** Days in the business's zone, both included; with times, part of the first and last day. */
export const TimeOff = z.object({
  from: scheduleDate,
  to: blankToNull(scheduleDate),
  fromTime: optionalTime,
  toTime: optionalTime,
  reason: z.enum(TIME_OFF_REASONS, { error: "Choose a reason" }),
  note: optionalLine(500),
});
export type TimeOff = z.output<typeof TimeOff>;

export const Holiday = z.object({
  name: line("Enter the holiday's name", 80),
  from: scheduleDate,
  to: blankToNull(scheduleDate),
});
export type Holiday = z.output<typeof Holiday>;

/** The form of a team's button, and of its Undo. */
export const TeamAction = RecordId.extend({ intent: z.enum(["delete", "restore"]).default("delete") });
