import { Nothing } from "~/domain/auth/schema";
import { addStarterServiceTypes } from "~/domain/service-types/add-starter.server";
import { formAction } from "~/http/form-action";

/** Pressed where there are no service types yet, on a screen that reads them anew behind it. */
export const action = formAction(Nothing, ({ ctx }) => addStarterServiceTypes(ctx));

export { fetcherAction as clientAction } from "~/lib/unanswered-action";
