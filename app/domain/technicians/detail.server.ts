import { and, asc, desc, eq, sql } from "drizzle-orm";
import {
  technicianAddresses,
  technicianCertifications,
  technicianSkills,
  technicians,
  technicianTimeOff,
} from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound, withErrorMessage } from "~/domain/shared/errors";
import { allow, allowMember, can } from "~/domain/shared/permissions";
import { DAY_MS } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { weekLabel, weekOf } from "./availability";
import { addressesOf, certificationsOf, personColumns, skillsOf, timeOffColumns } from "./crew.server";
import { certificationState } from "./qualification";
import { teamsOf } from "./teams.server";
import { fullName } from "./technician";

export const technicianNotFound = () => notFound("Technician not found");

/** Allows the office, and technicians for their own record. @throws DomainError forbidden */
export function allowToRead(ctx: Ctx, technicianId: string): Member {
  const me = allowMember(ctx);
  return me.technicianId === technicianId ? me : allow(ctx, "technicians.read");
}

/** Whether customers are shown on a technician's days: to that technician, and to members who see customers or their jobs. */
export const seesCustomersOf = (me: Member, technicianId: string): boolean =>
  me.technicianId === technicianId || can(me, "work_orders.read") || can(me, "customers.read");

const failed = "Unable to load technician details";

export type TechnicianProfile = Awaited<ReturnType<typeof findTechnician>>;

/** Returns a technician for the API and the edit form, in one round trip. @throws DomainError not_found; forbidden */
export async function findTechnician(ctx: Ctx, id: string) {
  const me = allowToRead(ctx, id);
  return withErrorMessage(failed, async () => {
    const [[row], skills, certifications, addresses, timeOff] = await ctx.db.batch(profileStatements(ctx, me, id));
    return profileOf(ctx, me, { row, skills, certifications, addresses, timeOff });
  });
}

/** Returns the header of every screen of a technician. @throws DomainError not_found; forbidden */
export async function technicianHeader(ctx: Ctx, id: string) {
  const me = allowToRead(ctx, id);
  return withErrorMessage(failed, async () => {
    const [row] = await ctx.db
      .select({ ...personColumns, availability: technicians.availability })
      .from(technicians)
      .where(and(eq(technicians.orgId, me.orgId), eq(technicians.id, id)));
    if (!row) throw technicianNotFound();
    const { firstName, status, skillLevel, team, teamId, availability } = row;
    const hours = weekLabel(weekOf(availability));
    const may = { write: can(me, "technicians.write") };
    return { id, firstName, fullName: fullName(row), status, skillLevel, team, teamId, hours, may };
  });
}

/** The statements for `profileOf`, for screens that read more in the same round trip. */
export function profileStatements(ctx: Ctx, me: Member, id: string) {
  return [
    technicianRow(ctx, me, id),
    skillsOf(ctx, me, eq(technicianSkills.technicianId, id)),
    certificationsOf(ctx, me, eq(technicianCertifications.technicianId, id)),
    addressesOf(ctx, me, eq(technicianAddresses.technicianId, id)),
    recentTimeOff(ctx, me, id),
  ] as const;
}

type Statements = ReturnType<typeof profileStatements>;

interface Rows {
  row: Awaited<Statements[0]>[number] | undefined;
  skills: Awaited<Statements[1]>;
  certifications: Awaited<Statements[2]>;
  addresses: Awaited<Statements[3]>;
  timeOff: Awaited<Statements[4]>;
}

/** @throws DomainError not_found if there was no row */
export function profileOf(ctx: Ctx, me: Member, { row, skills, certifications, addresses, timeOff }: Rows) {
  if (!row) throw technicianNotFound();
  const { userId, hasAccess, emergencyContactName: name, emergencyContactPhone: phone, availability, ...facts } = row;
  const today = todayOf(ctx, me);
  return {
    ...facts,
    fullName: fullName(row),
    hasAccount: userId !== null,
    hasAccess: userId !== null && hasAccess,
    emergencyContact: name !== null && phone !== null ? { name, phone } : null,
    availability: weekOf(availability),
    skills: skills.map((one) => one.skill),
    certifications: certifications.map(({ technicianId: _, ...one }) => ({
      ...one,
      state: certificationState(one.expiresOn, today),
    })),
    addresses: addresses.map(({ technicianId: _, ...one }) => one),
    timeOff: timeOff.map(({ technicianId: _, ...one }) => one),
    today,
    timeZone: me.timeZone,
    rights: { write: can(me, "technicians.write"), manage: can(me, "technicians.manage") },
  };
}

function technicianRow(ctx: Ctx, me: Member, id: string) {
  return ctx.db
    .select({
      ...personColumns,
      userId: technicians.userId,
      hasAccess:
        sql<number>`coalesce((SELECT m.has_access FROM tenant_members m WHERE m.org_id = ${me.orgId} AND m.user_id = technicians.user_id), 1)`
          .mapWith(Boolean)
          .as("has_access"),
      hourlyRateMinor: technicians.hourlyRateMinor,
      yearsExperience: technicians.yearsExperience,
      emergencyContactName: technicians.emergencyContactName,
      emergencyContactPhone: technicians.emergencyContactPhone,
      availability: technicians.availability,
      version: technicians.version,
      createdAt: technicians.createdAt,
    })
    .from(technicians)
    .where(and(eq(technicians.orgId, me.orgId), eq(technicians.id, id)));
}

/** Time off of the last month and all upcoming. */
function recentTimeOff(ctx: Ctx, me: Member, id: string) {
  const since = new Date(ctx.now.getTime() - 30 * DAY_MS).toISOString();
  return ctx.db
    .select(timeOffColumns)
    .from(technicianTimeOff)
    .where(
      and(
        eq(technicianTimeOff.orgId, me.orgId),
        eq(technicianTimeOff.technicianId, id),
        sql`${technicianTimeOff.endsAt} > ${since}`,
      ),
    )
    .orderBy(asc(technicianTimeOff.startsAt))
    .limit(100);
}

/** Skills of the business's technicians, as suggestions; most common first. */
export function knownSkills(ctx: Ctx, me: Member) {
  return ctx.db
    .select({ skill: sql<string>`min(${technicianSkills.skill})`.as("known_skill") })
    .from(technicianSkills)
    .where(eq(technicianSkills.orgId, me.orgId))
    .groupBy(technicianSkills.skillKey)
    .orderBy(desc(sql`count(*)`), asc(technicianSkills.skillKey))
    .limit(40);
}

/** Returns the data of the edit form. @throws DomainError not_found; forbidden */
export async function technicianToEdit(ctx: Ctx, id: string) {
  const me = allow(ctx, "technicians.write");
  return withErrorMessage(failed, async () => {
    const [[row], skills, certifications, addresses, timeOff, known, teams] = await ctx.db.batch([
      ...profileStatements(ctx, me, id),
      knownSkills(ctx, me),
      teamsOf(ctx, me),
    ]);
    const technician = profileOf(ctx, me, { row, skills, certifications, addresses, timeOff });
    return { technician, knownSkills: known.map((one) => one.skill), knownTeams: teams.map(({ name }) => name) };
  });
}
