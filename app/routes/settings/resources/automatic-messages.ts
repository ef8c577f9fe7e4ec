import { turnOnAutomaticMessages } from "~/domain/messages/automatic.server";
import { Nothing } from "~/domain/shared/fields";
import { formActions, formCase } from "~/http/form-action";
import { resource } from "~/http/resource";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

/** Turns automatic messages of a restored business back on. */
export const action = resource(
  formActions({
    "turn-on": formCase(Nothing, async ({ ctx, request }) => {
      await turnOnAutomaticMessages(ctx);
      return redirectWithToast(request, paths.messageSettings(), {
        tone: "success",
        text: "Automatic messages are on.",
      });
    }),
  }),
);

export { fetcherAction as clientAction } from "~/lib/unanswered-action";
