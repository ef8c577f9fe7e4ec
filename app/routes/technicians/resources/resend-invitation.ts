import { data } from "@remix-run/cloudflare";
import { z } from "zod";
import { resendToTechnician } from "~/domain/people/invitations.server";
import { recordId } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { resource } from "~/http/resource";

const Resend = z.object({ technicianId: recordId });

/** Resends an invitation that a technician has not accepted. */
export const action = resource(
  formAction(Resend, async ({ ctx, input }) => {
    const { firstName } = await resendToTechnician(ctx, input.technicianId);
    return data({ resentTo: firstName });
  }),
);

export { fetcherAction as clientAction } from "~/lib/unanswered-action";
