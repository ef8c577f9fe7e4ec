import { inviteTechnician } from "~/domain/people/invitations.server";
import { TechnicianInvitation } from "~/domain/technicians/schema";
import { formAction } from "~/http/form-action";
import { resource } from "~/http/resource";

/** Sends an invitation from a screen whose technician select is empty; the screen reloads its choices. */
export const action = resource(
  formAction(TechnicianInvitation, async ({ ctx, input }) => {
    await inviteTechnician(ctx, input);
    return { invited: input.email };
  }),
);

export { fetcherAction as clientAction } from "~/lib/unanswered-action";
