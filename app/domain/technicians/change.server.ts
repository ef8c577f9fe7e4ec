import { and, eq, sql } from "drizzle-orm";
import { members, users } from "#drizzle/schema/identity";
import {
  technicianAddresses,
  technicianCertifications,
  technicianSkills,
  technicians,
} from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, staleVersion, withErrorMessage } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, differences, once, type Write } from "~/domain/shared/write.server";
import { availabilityProblems, DEFAULT_AVAILABILITY, type WeeklyAvailability } from "./availability";
import { crewEvent } from "./crew-event";
import { findTechnician, type TechnicianProfile } from "./detail.server";
import type { NewCertification, NewTechnician, TechnicianChange } from "./schema";
import { namedTeam, namedTeamRefusals } from "./teams.server";
import { keepCoordinates, MAX_CERTIFICATIONS, skillKey, TOO_MANY_CERTIFICATIONS } from "./technician";

/**
 * Adds a technician without an account; accepting an invitation to the same email address creates one.
 * @throws DomainError conflict if the email is another technician's; invalid with the fields
 */
export async function createTechnician(ctx: Ctx, input: NewTechnician): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  return withErrorMessage("Unable to create technician", () =>
    once(ctx, "createTechnician", input, async (commit) => {
      const id = ctx.newId();
      const { skills, certifications, addresses, emergencyContact, hourlyRate, availability, team, ...columns } = input;
      const named = await namedTeam(ctx, me, team ?? null);
      const row = {
        ...columns,
        status: input.status ?? "pending_setup",
        hourlyRateMinor: hourlyRate,
        emergencyContactName: emergencyContact?.name,
        emergencyContactPhone: emergencyContact?.phone,
        availability: availability && mergedWeek(DEFAULT_AVAILABILITY, availability),
        teamId: named.teamId,
        createdAt: ctx.now.toISOString(),
      };
      return commit(me, {
        writes: [
          ...named.writes,
          ctx.db.insert(technicians).values({ orgId: me.orgId, id, ...row }),
          ...listWrites(ctx, me, id, { skills, certifications, addresses }),
        ],
        audit: [
          {
            action: "technician.create",
            entity: "technician",
            entityId: id,
            after: { ...input, team: named.name ?? undefined },
          },
          ...named.audit,
        ],
        publish: [crewEvent(me)],
        result: { id },
        refusals,
      });
    }),
  );
}

/**
 * Changes the given fields; a given list replaces the stored one.
 * @throws DomainError not_found; invalid with the fields; conflict with `{ current }` for a stale version, for another
 *   technician's email, and when deactivating a technician with booked jobs
 */
export async function updateTechnician(ctx: Ctx, id: string, input: TechnicianChange): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  return withErrorMessage("Unable to update technician", () =>
    once(ctx, "updateTechnician", { id, input }, async (commit) => {
      const stored = await findTechnician(ctx, id);
      if (stored.version !== input.version) throw staleVersion("technician", stored);
      if (input.email !== undefined && input.email !== stored.email)
        await refuseColleaguesEmail(ctx, me, { id, email: input.email });
      const {
        version,
        skills,
        certifications,
        addresses,
        emergencyContact,
        hourlyRate,
        availability,
        team,
        ...columns
      } = input;
      const named = team === undefined ? null : await namedTeam(ctx, me, team);
      const contact = emergencyContact !== undefined && {
        emergencyContactName: emergencyContact?.name ?? null,
        emergencyContactPhone: emergencyContact?.phone ?? null,
      };
      const values = {
        ...columns,
        ...contact,
        ...(hourlyRate === undefined ? {} : { hourlyRateMinor: hourlyRate }),
        ...(availability === undefined ? {} : { availability: mergedWeek(stored.availability, availability) }),
        ...(named && { teamId: named.teamId }),
        version: sql`${technicians.version} + 1`,
      };
      const which = and(eq(technicians.orgId, me.orgId), eq(technicians.id, id), eq(technicians.version, version));
      try {
        return await commit(me, {
          writes: [
            ...(named?.writes ?? []),
            ctx.db.update(technicians).set(values).where(which),
            assertRowChanged(ctx, "stale"),
            ...listWrites(ctx, me, id, {
              skills,
              certifications,
              addresses: addresses && keepCoordinates(addresses, stored.addresses),
            }),
          ],
          audit: [
            {
              action: "technician.update",
              entity: "technician",
              entityId: id,
              ...auditFacts(stored, { ...input, ...(named && { team: named.name }) }),
            },
            ...(named?.audit ?? []),
          ],
          publish: [crewEvent(me)],
          result: { id },
          refusals,
        });
      } catch (error) {
        const current = await findTechnician(ctx, id);
        throw current.version === version ? error : staleVersion("technician", current);
      }
    }),
  );
}

/** Adds a certification to those a technician holds. @throws DomainError not_found; invalid with the field */
export async function addCertification(ctx: Ctx, id: string, input: NewCertification): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  return once(ctx, "addCertification", { id, input }, async (commit) => {
    const held = (await findTechnician(ctx, id)).certifications;
    if (held.length >= MAX_CERTIFICATIONS) throw invalidField("name", TOO_MANY_CERTIFICATIONS);
    const row = { orgId: me.orgId, technicianId: id, id: ctx.newId(), nameKey: skillKey(input.name), ...input };
    return commit(me, {
      writes: [
        ctx.db.insert(technicianCertifications).values(row),
        // An edit form opened before would replace the list without it.
        ctx.db
          .update(technicians)
          .set({ version: sql`${technicians.version} + 1` })
          .where(and(eq(technicians.orgId, me.orgId), eq(technicians.id, id))),
      ],
      audit: [{ action: "technician.certification", entity: "technician", entityId: id, after: input }],
      result: { id: row.id },
    });
  });
}

/** An invitation to that email would turn a colleague into this technician. @throws DomainError conflict */
async function refuseColleaguesEmail(
  ctx: Ctx,
  me: Member,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const [member] = await ctx.db
    .select({ technicianId: members.technicianId })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.orgId, me.orgId), eq(users.email, email)));
  if (!member || member.technicianId === id) return;
  const text = "Another user of your business has this email";
  throw new DomainError("conflict", text, { fields: { email: [text] } });
}

function auditFacts(stored: TechnicianProfile, { version: _, hourlyRate, ...input }: TechnicianChange) {
  return differences(stored, { ...input, hourlyRateMinor: hourlyRate });
}

export const invalidText = "Invalid technician data provided";
const emailTaken = () =>
  new DomainError("conflict", "A technician with this email already exists", {
    fields: { email: ["A technician with this email already exists"] },
  });

/** Messages for what the database refuses about a technician. */
const refusals = {
  ...namedTeamRefusals,
  "technicians.org_id, technicians.email": emailTaken,
  technician_has_jobs: () =>
    new DomainError("conflict", "Jobs are still booked for this technician. Assign them to another technician first.", {
      fields: { status: ["Jobs are still booked"] },
    }),
};

type Lists = Pick<NewTechnician, "skills" | "certifications" | "addresses">;

/** Replaces each given list entirely. */
function listWrites(ctx: Ctx, me: Member, id: string, { skills, certifications, addresses }: Lists): Write[] {
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

/** The stored week with the given days replaced. @throws DomainError invalid with the fields of the day */
function mergedWeek(stored: WeeklyAvailability, given: NewTechnician["availability"]): WeeklyAvailability {
  const days = Object.entries(given ?? {}).filter(([, day]) => day !== undefined);
  const week = { ...stored, ...Object.fromEntries(days) };
  const problems = availabilityProblems(week);
  if (problems.length === 0) return week;
  const fields = Object.fromEntries(
    problems.map(({ day, field, message }) => [`availability.${day}.${field}`, [message]]),
  );
  throw new DomainError("invalid", invalidText, { fields });
}
