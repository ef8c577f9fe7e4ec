import { starterServiceTypes } from "~/domain/service-types/starter";
import { addDays, weekday } from "~/domain/shared/time/dates";
import { dayBounds, wallTimeOf } from "~/domain/shared/time/time-zones";
import { DEFAULT_AVAILABILITY, WEEKDAYS, type WeeklyAvailability } from "~/domain/technicians/availability";
import {
  type SkillLevel,
  skillKey,
  type TechnicianStatus,
  type TimeOffReason,
  teamKey,
} from "~/domain/technicians/technician";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";
import { districts } from "./names";
import { randomizer } from "./random";

interface Profile {
  level: SkillLevel;
  rate: number;
  years: number;
  skills: readonly string[];
  /** Name, number, and days from today to the last day; null if it does not expire. */
  certifications: readonly (readonly [string, string | null, number | null])[];
  week: WeeklyAvailability;
  home: string;
  contact: readonly [string, string];
  status?: TechnicianStatus;
}

const lunch = [{ start: "12:00", end: "12:30" }];
const usual = DEFAULT_AVAILABILITY;
const early = { available: true, start: "07:00", end: "15:30", breaks: lunch };
const earlyWeek = { ...usual, monday: early, tuesday: early, wednesday: early, thursday: early, friday: early };
const dayOff = { ...usual.monday, available: false };

/** On weekends two of them are on call. */
const onCall = { available: true, start: "07:00", end: "17:00" };

const profiles: readonly Profile[] = [
  {
    level: "senior",
    rate: 46,
    years: 12,
    skills: ["Gas furnaces", "Heat pumps", "Refrigerant", "Controls"],
    certifications: [
      ["EPA 608 Universal", "608-U-204417", null],
      ["NATE Heat Pump Service", "NATE-118203", 34],
    ],
    week: { ...earlyWeek, saturday: onCall, sunday: onCall },
    home: "2817 S Delaware Ave",
    contact: ["Carmen Ortega", "+14145550161"],
  },
  {
    level: "lead",
    rate: 54,
    years: 21,
    skills: ["Boilers", "Gas furnaces", "Combustion analysis", "Rooftop units"],
    certifications: [
      ["EPA 608 Universal", "608-U-091225", null],
      ["NATE Senior Level", "NATE-077310", 410],
      ["OSHA 30", "OS30-55120", null],
    ],
    week: { ...usual, saturday: onCall, sunday: onCall },
    home: "5120 W Vliet St",
    contact: ["Renee Boyd", "+14145550162"],
  },
  {
    level: "certified",
    rate: 41.5,
    years: 7,
    skills: ["Heat pumps", "Ductless", "Refrigerant"],
    certifications: [
      ["EPA 608 Type II", "608-2-318840", null],
      ["R-454B Safe Handling", "A2L-40118", 205],
    ],
    week: { ...usual, wednesday: dayOff },
    home: "1930 E Kenilworth Pl",
    contact: ["Erik Lindqvist", "+14145550163"],
  },
  {
    level: "specialist",
    rate: 49,
    years: 9,
    skills: ["Walk-in coolers", "Rooftop units", "Controls", "Refrigerant"],
    certifications: [
      ["EPA 608 Universal", "608-U-250993", null],
      ["Wisconsin Electrical Registration", "WI-EL-77213", -12],
    ],
    week: { ...usual, monday: { ...usual.monday, breaks: lunch } },
    home: "3404 N Oakland Ave",
    contact: ["Linh Nguyen", "+14145550164"],
  },
  {
    level: "apprentice",
    rate: 24,
    years: 1,
    skills: ["Filters and belts", "Gas furnaces"],
    certifications: [["OSHA 10", "OS10-98115", null]],
    week: usual,
    home: "744 N 35th St",
    contact: ["Yasmin Rahman", "+14145550165"],
  },
];

/** Teams with the indexes of their technicians. */
const crews: readonly (readonly [string, readonly number[]])[] = [
  ["Install crew", [1, 4]],
  ["Service team", [0, 2, 3]],
];

/** The technician's index, days from today, number of days, and reason. */
const absences: readonly (readonly [number, number, number, TimeOffReason, string | null])[] = [
  [2, 12, 5, "vacation", "Family visit"],
  [4, 3, 1, "training", "Gas furnace class, north campus"],
  [1, 26, 2, "personal", null],
];

/** Adds skills, certifications, working hours, homes and time off to the demo's technicians, and holidays to the business. */
export async function seedTechnicianProfiles(db: D1Database, seed: SeedBusiness): Promise<void> {
  const { orgId, timeZone, now, random, technicianIds } = seed;
  const today = wallTimeOf(now.getTime(), timeZone).date;
  const people = technicianIds.flatMap((id, index) => {
    const profile = profiles[index];
    return profile ? [{ id, profile }] : [];
  });
  await db.batch(people.map(({ id, profile }) => setFacts(db, orgId, id, profile)));
  await insertRows(
    db,
    "technician_skills",
    people.flatMap(({ id, profile }) =>
      profile.skills.map((skill) => ({ org_id: orgId, technician_id: id, skill_key: skillKey(skill), skill })),
    ),
  );
  await insertRows(
    db,
    "technician_certifications",
    people.flatMap(({ id, profile }) =>
      profile.certifications.map(([name, number, days]) => ({
        org_id: orgId,
        technician_id: id,
        id: random.id(now.getTime()),
        name,
        name_key: skillKey(name),
        number,
        expires_on: days === null ? null : addDays(today, days),
      })),
    ),
  );
  await insertRows(
    db,
    "technician_addresses",
    people.map(({ id, profile }, index) => {
      const district = districts[index % districts.length] ?? districts[0];
      const place = { city: "Milwaukee", state: "WI", postal_code: district.postalCode };
      const point = { latitude: district.latitude, longitude: district.longitude };
      return { org_id: orgId, technician_id: id, kind: "home", line1: profile.home, line2: null, ...place, ...point };
    }),
  );
  await seedTeams(db, seed);
  await insertRows(db, "technician_time_off", absencesOf(seed, today));
  await insertRows(db, "business_holidays", holidaysOf(seed, today));
}

async function seedTeams(db: D1Database, { orgId, now, technicianIds }: SeedBusiness): Promise<void> {
  // Of its own, so that the rest of the demo stays the same.
  const random = randomizer(20_251_127);
  const teams = crews.map(([name, places], index) => ({
    ...{ name, id: random.id(now.getTime() + index) },
    people: places.flatMap((place) => technicianIds[place] ?? []),
  }));
  await insertRows(
    db,
    "teams",
    teams.map(({ id, name }) => ({ org_id: orgId, id, name, name_key: teamKey(name), created_at: now.toISOString() })),
  );
  await db.batch(
    teams.flatMap(({ id, people }) =>
      people.map((technicianId) =>
        db.prepare("UPDATE technicians SET team_id = ?3 WHERE org_id = ?1 AND id = ?2").bind(orgId, technicianId, id),
      ),
    ),
  );
}

function setFacts(db: D1Database, orgId: string, id: string, profile: Profile): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE technicians SET skill_level = ?3, hourly_rate_minor = ?4, years_experience = ?5, availability = ?6,
         emergency_contact_name = ?7, emergency_contact_phone = ?8 WHERE org_id = ?1 AND id = ?2`,
    )
    .bind(
      orgId,
      id,
      profile.level,
      Math.round(profile.rate * 100),
      profile.years,
      JSON.stringify(profile.week),
      ...profile.contact,
    );
}

/** Whether a demo technician, by index, is off on a day: by their hours, a holiday or time off. */
export function isOffInDemo(date: string, place: number, today: string): boolean {
  const isAway = absences.some(([who, inDays, days]) => {
    const first = addDays(today, inDays);
    return who === place && date >= first && date < addDays(first, days);
  });
  const day = WEEKDAYS[weekday(date)];
  const works = day === undefined || profiles[place]?.week[day].available !== false;
  return !works || isAway || holidayDates(today).some(([, holiday]) => holiday === date);
}

/** Whether a demo technician, by index, has the skills for a service type. */
export function isTrainedInDemo(place: number, serviceType: string | null): boolean {
  const type = starterServiceTypes.find(({ name }) => name === serviceType);
  return (type?.skills ?? []).every((skill) => profiles[place]?.skills.includes(skill) !== false);
}

function absencesOf({ orgId, timeZone, now, random, technicianIds, officeUserId }: SeedBusiness, today: string) {
  return absences.flatMap(([place, inDays, days, reason, note]) => {
    const technicianId = technicianIds[place];
    if (!technicianId) return [];
    const first = addDays(today, inDays);
    return [
      {
        org_id: orgId,
        id: random.id(now.getTime() + place),
        technician_id: technicianId,
        starts_at: new Date(dayBounds(first, timeZone).start).toISOString(),
        ends_at: new Date(dayBounds(addDays(first, days - 1), timeZone).end).toISOString(),
        reason,
        note,
        created_by: officeUserId,
        created_at: now.toISOString(),
      },
    ];
  });
}

function holidaysOf({ orgId, now, random }: SeedBusiness, today: string) {
  return holidayDates(today).map(([name, date]) => ({
    org_id: orgId,
    id: random.id(now.getTime()),
    name,
    from_date: date,
    to_date: date,
    created_at: now.toISOString(),
  }));
}

/**
 * New Year's Day, Thanksgiving and Christmas of the demo's year, and the following New Year's Day; if the demo is created on one
 * of them, it is a working day.
 */
function holidayDates(today: string): [name: string, date: string][] {
  const year = Number(today.slice(0, 4));
  const days = Array.from({ length: 7 }, (_, index) => `${year}-11-${22 + index}`);
  const thanksgiving = days.find((date) => weekday(date) === THURSDAY) ?? "";
  const holidays: [string, string][] = [
    ["New Year's Day", `${year}-01-01`],
    ["Thanksgiving", thanksgiving],
    ["Christmas Day", `${year}-12-25`],
    ["New Year's Day", `${year + 1}-01-01`],
  ];
  return holidays.filter(([, date]) => date !== today);
}

const THURSDAY = 4;
