import { Nothing } from "~/domain/auth/schema";
import { addStarterServiceTypes } from "~/domain/service-types/add-starter.server";
import { formAction } from "~/http/form-action";

/** Adds the starter service types, from a screen that has none; the screen reloads its choices. */
export const action = formAction(Nothing, ({ ctx }) => addStarterServiceTypes(ctx));

export { fetcherAction as clientAction } from "~/lib/unanswered-action";
