import type { Ctx } from "~/domain/shared/context";
import { withErrorMessage } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import type { TechnicianInvitation } from "~/domain/technicians/schema";
import { cancelInvitation, inviteMember, resendInvitation } from "./invitations.server";

/**
 * Invites a technician by mail. With a name the technician is there from now on, pending setup, and can be given jobs;
 * without one the technician appears with the acceptance.
 * @throws DomainError conflict when the address is known or invited already
 */
export async function inviteTechnician(ctx: Ctx, input: TechnicianInvitation): Promise<{ id: string }> {
  allow(ctx, "technicians.manage");
  const { email, firstName, lastName, hourlyRate, ...facts } = input;
  const named = firstName !== "" && lastName !== "";
  const technician = named ? { firstName, lastName, hourlyRateMinor: hourlyRate, ...facts } : null;
  return withErrorMessage("Unable to send invitation", () =>
    inviteMember(ctx, { email, firstName, lastName, roles: ["Technician"] }, technician),
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
