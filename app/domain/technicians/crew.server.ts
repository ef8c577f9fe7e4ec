import { and, asc, eq, gt, gte, lt, lte, ne, type SQL } from "drizzle-orm";
import {
  businessHolidays,
  technicianAddresses,
  technicianCertifications,
  technicianSkills,
  technicians,
  technicianTimeOff,
} from "#drizzle/schema/technicians";
import type { Place } from "~/domain/drives/drive-time";
import type { Ctx, Member } from "~/domain/shared/context";
import { DAY_MS } from "~/domain/shared/time/dates";
import type { Interval } from "~/domain/shared/time/intervals";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { weekOf } from "./availability";
import type { SchedulableTechnician } from "./calendar";
import { teamName } from "./teams.server";
import { fullName, MAX_TIME_OFF_DAYS, TIME_OFF_LABELS } from "./technician";

const iso = (at: number) => new Date(at).toISOString();

interface CrewQuery {
  period: Interval;
  /** Null: everyone who is not inactive. */
  technicianId: string | null;
}

function peopleOf(ctx: Ctx, me: Member, which: SQL | undefined) {
  return ctx.db
    .select({
      id: technicians.id,
      firstName: technicians.firstName,
      lastName: technicians.lastName,
      status: technicians.status,
      skillLevel: technicians.skillLevel,
      availability: technicians.availability,
      teamId: technicians.teamId,
    })
    .from(technicians)
    .where(and(eq(technicians.orgId, me.orgId), which))
    .orderBy(asc(technicians.lastName), asc(technicians.firstName));
}

/**
 * Returns everyone's hours, time off and the holidays of a period, shared by several readers of the same days. Includes
 * inactive technicians, because jobs still refer to them.
 */
export async function workingHours(ctx: Ctx, me: Member, period: Interval) {
  const [people, timeOff, holidays] = await ctx.db.batch([
    peopleOf(ctx, me, undefined),
    timeOffIn(ctx, me, { period, technicianId: null }),
    holidaysIn(ctx, me, period),
  ]);
  return { people, timeOff, holidays };
}

export type WorkingHours = Awaited<ReturnType<typeof workingHours>>;

/** Statements that together tell who works when in a period; their rows go to `assembleCrew`. */
export function crewStatements(ctx: Ctx, me: Member, { period, technicianId }: CrewQuery) {
  return [
    peopleOf(ctx, me, technicianId === null ? ne(technicians.status, "inactive") : eq(technicians.id, technicianId)),
    ...qualifications(ctx, me, technicianId),
    timeOffIn(ctx, me, { period, technicianId }),
    holidaysIn(ctx, me, period),
  ] as const;
}

/** Skills, certifications and starting addresses. */
export function qualifications(ctx: Ctx, me: Member, technicianId: string | null) {
  return [
    skillsOf(ctx, me, technicianId === null ? undefined : eq(technicianSkills.technicianId, technicianId)),
    certificationsOf(
      ctx,
      me,
      technicianId === null ? undefined : eq(technicianCertifications.technicianId, technicianId),
    ),
    addressesOf(ctx, me, technicianId === null ? undefined : eq(technicianAddresses.technicianId, technicianId)),
  ] as const;
}

export function skillsOf(ctx: Ctx, me: Member, which: SQL | undefined) {
  return ctx.db
    .select({ technicianId: technicianSkills.technicianId, skill: technicianSkills.skill })
    .from(technicianSkills)
    .where(and(eq(technicianSkills.orgId, me.orgId), which))
    .orderBy(asc(technicianSkills.skillKey));
}

export function certificationsOf(ctx: Ctx, me: Member, which: SQL | undefined) {
  return ctx.db
    .select({
      technicianId: technicianCertifications.technicianId,
      id: technicianCertifications.id,
      name: technicianCertifications.name,
      number: technicianCertifications.number,
      expiresOn: technicianCertifications.expiresOn,
    })
    .from(technicianCertifications)
    .where(and(eq(technicianCertifications.orgId, me.orgId), which))
    .orderBy(
      asc(technicianCertifications.nameKey),
      asc(technicianCertifications.technicianId),
      asc(technicianCertifications.id),
    );
}

export function addressesOf(ctx: Ctx, me: Member, which: SQL | undefined) {
  return ctx.db
    .select({
      technicianId: technicianAddresses.technicianId,
      type: technicianAddresses.kind,
      line1: technicianAddresses.line1,
      line2: technicianAddresses.line2,
      city: technicianAddresses.city,
      state: technicianAddresses.state,
      postalCode: technicianAddresses.postalCode,
      latitude: technicianAddresses.latitude,
      longitude: technicianAddresses.longitude,
    })
    .from(technicianAddresses)
    .where(and(eq(technicianAddresses.orgId, me.orgId), which))
    .orderBy(asc(technicianAddresses.technicianId), asc(technicianAddresses.kind));
}

/** Time off that overlaps the period, earliest first. */
export function timeOffIn(ctx: Ctx, me: Member, { period, technicianId }: CrewQuery) {
  return ctx.db
    .select(timeOffColumns)
    .from(technicianTimeOff)
    .where(
      and(
        eq(technicianTimeOff.orgId, me.orgId),
        technicianId === null ? undefined : eq(technicianTimeOff.technicianId, technicianId),
        gt(technicianTimeOff.startsAt, iso(period.start - (MAX_TIME_OFF_DAYS + 1) * DAY_MS)),
        lt(technicianTimeOff.startsAt, iso(period.end)),
        gt(technicianTimeOff.endsAt, iso(period.start)),
      ),
    )
    .orderBy(asc(technicianTimeOff.startsAt));
}

/** Holidays that overlap the period, by the business's calendar. */
export function holidaysIn(ctx: Ctx, me: Member, { start, end }: Interval) {
  const last = wallTimeOf(end - 1, me.timeZone).date;
  return ctx.db
    .select(holidayColumns)
    .from(businessHolidays)
    .where(
      and(
        eq(businessHolidays.orgId, me.orgId),
        gte(businessHolidays.fromDate, wallTimeOf(start - 61 * DAY_MS, me.timeZone).date),
        lte(businessHolidays.fromDate, last),
        gte(businessHolidays.toDate, wallTimeOf(start, me.timeZone).date),
      ),
    )
    .orderBy(asc(businessHolidays.fromDate));
}

type RowsOf<Statements extends readonly unknown[]> = { -readonly [K in keyof Statements]: Awaited<Statements[K]> };

type CrewRows = RowsOf<ReturnType<typeof crewStatements>>;

export type CrewMember = SchedulableTechnician &
  Pick<CrewRows[0][number], "status" | "skillLevel" | "teamId"> & { homeCity: string | null; depotCity: string | null };

/** Technicians as the scheduling rules need them, in the order of the first rows. */
export function assembleCrew(rows: CrewRows, zone: string): CrewMember[] {
  const [people, skills, certifications, addresses, timeOff, holidays] = rows;
  return people.map(({ availability, firstName, lastName, ...person }) => {
    const own = <T extends { technicianId: string }>(all: readonly T[]) =>
      all.filter((row) => row.technicianId === person.id);
    const addressOf = (type: "home" | "depot") => own(addresses).find((address) => address.type === type);
    const place = (type: "home" | "depot"): Place | null => {
      const found = addressOf(type);
      return found ? { addressId: `${person.id}:${type}`, latitude: found.latitude, longitude: found.longitude } : null;
    };
    return {
      ...person,
      name: fullName({ firstName, lastName }),
      skills: own(skills).map((row) => row.skill),
      certifications: own(certifications).map(({ name, expiresOn }) => ({ name, expiresOn })),
      zone,
      week: weekOf(availability),
      timeOff: own(timeOff).map((away) => ({
        start: Date.parse(away.startsAt),
        end: Date.parse(away.endsAt),
        reason: TIME_OFF_LABELS[away.reason],
      })),
      holidays,
      home: place("home"),
      depot: place("depot"),
      homeCity: addressOf("home")?.city ?? null,
      depotCity: addressOf("depot")?.city ?? null,
    };
  });
}

export const personColumns = {
  id: technicians.id,
  firstName: technicians.firstName,
  lastName: technicians.lastName,
  email: technicians.email,
  phone: technicians.phone,
  status: technicians.status,
  skillLevel: technicians.skillLevel,
  teamId: technicians.teamId,
  team: teamName,
};

export const timeOffColumns = {
  id: technicianTimeOff.id,
  technicianId: technicianTimeOff.technicianId,
  startsAt: technicianTimeOff.startsAt,
  endsAt: technicianTimeOff.endsAt,
  reason: technicianTimeOff.reason,
  note: technicianTimeOff.note,
};

export const holidayColumns = {
  id: businessHolidays.id,
  name: businessHolidays.name,
  from: businessHolidays.fromDate,
  to: businessHolidays.toDate,
};
