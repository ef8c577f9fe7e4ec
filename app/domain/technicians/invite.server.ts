import { and, eq, isNull, sql } from "drizzle-orm";
import { technicians } from "#drizzle/schema/people";
import { cancelInvitation, inviteMember, resendInvitation } from "~/domain/people/invitations.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { withErrorMessage } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, type Write } from "~/domain/shared/write.server";
import type { TechnicianInvitation } from "./schema";

/**
 * Invites a technician by mail. With a name the technician is there from now on, pending setup, and can be given jobs;
 * without one the technician appears with the acceptance.
 * @throws DomainError conflict when the address is known or invited already
 */
export async function inviteTechnician(ctx: Ctx, input: TechnicianInvitation): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.manage");
  const { firstName, lastName } = input;
  const named = firstName !== "" && lastName !== "";
  return withErrorMessage("Unable to send invitation", () =>
    inviteMember(ctx, { ...input, roles: ["Technician"] }, named ? expectTechnician(ctx, me, input) : []),
  );
}

/** @throws DomainError not_found; invalid where it is not pending any more */
export async function resendTechnicianInvitation(ctx: Ctx, id: string): Promise<{ id: string }> {
  allow(ctx, "technicians.manage");
  return withErrorMessage("Unable to resend invitation", () => resendInvitation(ctx, id));
}

/** @throws DomainError not_found; invalid where it is not pending any more */
export async function cancelTechnicianInvitation(ctx: Ctx, id: string): Promise<{ id: string }> {
  allow(ctx, "technicians.manage");
  return withErrorMessage("Unable to cancel invitation", () => cancelInvitation(ctx, id));
}

/** One set up before keeps what is known; one who left comes back. Undoes the batch for one who has an account. */
function expectTechnician(ctx: Ctx, me: Member, input: TechnicianInvitation): Write[] {
  const { email, firstName, lastName, phone, skillLevel, hourlyRate, yearsExperience } = input;
  const facts = { phone, skillLevel, hourlyRateMinor: hourlyRate, yearsExperience };
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== null));
  const row = { orgId: me.orgId, id: ctx.newId(), email, firstName, lastName, ...facts };
  return [
    ctx.db
      .insert(technicians)
      .values({ ...row, status: "pending_setup", createdAt: ctx.now.toISOString() })
      .onConflictDoUpdate({
        target: [technicians.orgId, technicians.email],
        set: {
          ...given,
          status: sql`CASE ${technicians.status} WHEN 'inactive' THEN 'pending_setup' ELSE ${technicians.status} END`,
          version: sql`${technicians.version} + 1`,
        },
        setWhere: and(eq(technicians.orgId, me.orgId), isNull(technicians.userId)),
      }),
    assertRowChanged(ctx, "address_taken"),
  ];
}
