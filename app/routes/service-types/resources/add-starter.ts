import { addStarterServiceTypes } from "~/domain/service-types/add-starter.server";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { resource } from "~/http/resource";

/** Adds the starter service types, from a screen that has none; the screen reloads its choices. */
export const action = resource(formAction(Nothing, ({ ctx }) => addStarterServiceTypes(ctx)));

export { fetcherAction as clientAction } from "~/lib/unanswered-action";
