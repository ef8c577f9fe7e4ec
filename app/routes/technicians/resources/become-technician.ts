import { becomeTechnician } from "~/domain/people/change-member.server";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { resource } from "~/http/resource";

/** Makes the user a technician, from a screen whose technician select is empty; the screen reloads its choices. */
export const action = resource(
  formAction(Nothing, async ({ ctx }) => {
    await becomeTechnician(ctx);
    return { added: true as const };
  }),
);

export { fetcherAction as clientAction } from "~/lib/unanswered-action";
