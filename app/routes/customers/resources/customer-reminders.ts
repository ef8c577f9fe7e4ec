import { pauseReminders } from "~/domain/invoices/receivables/reminders.server";
import { PauseReminders } from "~/domain/invoices/schema";
import { formAction } from "~/http/form-action";
import { resource } from "~/http/resource";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

/** Pauses or resumes reminders for a customer. */
export const action = resource(
  formAction(PauseReminders, async ({ ctx, input, params, request }) => {
    const id = params.id ?? "";
    await pauseReminders(ctx, id, input);
    const text = input.paused ? "Reminders are paused for this customer." : "This customer gets reminders again.";
    return redirectWithToast(request, paths.customerInvoices(id), { tone: "success", text });
  }),
);

export { fetcherAction as clientAction } from "~/lib/unanswered-action";
