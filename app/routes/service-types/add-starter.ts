import { Nothing } from "~/domain/auth/schema";
import { addStarterServiceTypes } from "~/domain/service-types/add-starter.server";
import { formAction } from "~/http/form-action";
import { resource } from "~/http/resource";

/** Pressed where there are no service types yet, on a screen that reads them anew behind it. */
export const action = resource(formAction(Nothing, ({ ctx }) => addStarterServiceTypes(ctx)));

export { fetcherAction as clientAction } from "~/lib/unanswered-action";
