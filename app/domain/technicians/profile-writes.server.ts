import { and, eq, sql } from "drizzle-orm";
import { technicianAddresses, technicianCertifications, technicianSkills } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { Write } from "~/domain/shared/write.server";
import { availabilityProblems } from "./availability";
import { skillKey, type WeeklyAvailability } from "./rules";
import type { NewTechnician } from "./schema";

export const invalidText = "Invalid technician data provided";
const emailTaken = () =>
  new DomainError("conflict", "A technician with this email already exists", {
    fields: { email: ["A technician with this email already exists"] },
  });

/** What the database may refuse about a technician. */
export const refusals = {
  "technicians.org_id, technicians.email": emailTaken,
  technician_has_jobs: () =>
    new DomainError("conflict", "Jobs are still booked for this technician. Assign them to another technician first.", {
      fields: { status: ["Jobs are still booked"] },
    }),
};

type Lists = Pick<NewTechnician, "skills" | "certifications" | "addresses">;

/** Replaces each list that is given as a whole. */
export function listWrites(ctx: Ctx, me: Member, id: string, { skills, certifications, addresses }: Lists): Write[] {
  return [
    ...(skills ? replaceSkills(ctx, me, id, skills) : []),
    ...(certifications ? replaceCertifications(ctx, me, id, certifications) : []),
    ...(addresses ? replaceAddresses(ctx, me, id, addresses) : []),
  ];
}

function replaceSkills(ctx: Ctx, me: Member, id: string, skills: readonly string[]): Write[] {
  const rows = JSON.stringify(skills.map((skill) => [skillKey(skill), skill]));
  return [
    ctx.db
      .delete(technicianSkills)
      .where(and(eq(technicianSkills.orgId, me.orgId), eq(technicianSkills.technicianId, id))),
    ctx.db.run(sql`INSERT INTO technician_skills (org_id, technician_id, skill_key, skill)
      SELECT ${me.orgId}, ${id}, value ->> 0, value ->> 1 FROM json_each(${rows})`),
  ];
}

function replaceCertifications(
  ctx: Ctx,
  me: Member,
  id: string,
  certifications: NonNullable<Lists["certifications"]>,
): Write[] {
  const rows = JSON.stringify(
    certifications.map((one) => [ctx.newId(), one.name, skillKey(one.name), one.number, one.expiresOn]),
  );
  return [
    ctx.db
      .delete(technicianCertifications)
      .where(and(eq(technicianCertifications.orgId, me.orgId), eq(technicianCertifications.technicianId, id))),
    ctx.db.run(sql`INSERT INTO technician_certifications (org_id, technician_id, id, name, name_key, number, expires_on)
      SELECT ${me.orgId}, ${id}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(${rows})`),
  ];
}

function replaceAddresses(ctx: Ctx, me: Member, id: string, addresses: NonNullable<Lists["addresses"]>): Write[] {
  return [
    ctx.db
      .delete(technicianAddresses)
      .where(and(eq(technicianAddresses.orgId, me.orgId), eq(technicianAddresses.technicianId, id))),
    ...addresses.map(({ type: kind, ...place }) =>
      ctx.db.insert(technicianAddresses).values({ orgId: me.orgId, technicianId: id, kind, ...place }),
    ),
  ];
}

/** The stored week with the days that are given. @throws DomainError invalid with the fields of the day */
export function mergedWeek(stored: WeeklyAvailability, given: NewTechnician["availability"]): WeeklyAvailability {
  const days = Object.entries(given ?? {}).filter(([, day]) => day !== undefined);
  const week = { ...stored, ...Object.fromEntries(days) };
  const problems = availabilityProblems(week);
  if (problems.length === 0) return week;
  const fields = Object.fromEntries(
    problems.map(({ day, field, message }) => [`availability.${day}.${field}`, [message]]),
  );
  throw new DomainError("invalid", invalidText, { fields });
}
