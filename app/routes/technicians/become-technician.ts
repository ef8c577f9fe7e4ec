import { Nothing } from "~/domain/auth/schema";
import { becomeTechnician } from "~/domain/people/change-member.server";
import { formAction } from "~/http/form-action";
import { resource } from "~/http/resource";

/** Pressed beside an empty menu of technicians, whose screen reads its choices anew behind it. */
export const action = resource(
  formAction(Nothing, async ({ ctx }) => {
    await becomeTechnician(ctx);
    return { added: true as const };
  }),
);

export { fetcherAction as clientAction } from "~/lib/unanswered-action";
