import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { readReminderSettings, saveReminderSettings } from "~/domain/invoices/receivables/reminders.server";
import { ReminderSettings } from "~/domain/invoices/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => ({
  settings: await readReminderSettings(ctx),
  constraint: getZodConstraint(ReminderSettings),
  formKey: ctx.newId(),
}));

export const action = formAction(ReminderSettings, async ({ ctx, input, request }) => {
  await saveReminderSettings(ctx, input);
  const text = input.enabled ? "Reminders are on." : "Reminders are off.";
  return redirectWithToast(request, paths.billingSettings(), { tone: "success", text });
});

const labels = {
  enabled: "Send reminders automatically",
  firstAfterDays: "First reminder after the due date",
  everyDays: "Then every",
  maxCount: "Reminders for each invoice, at most",
};

export default function ReminderSettingsDialog() {
  const { settings, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof ReminderSettings>>({
    id: "reminders",
    constraint,
    defaultValue: settings,
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Payment reminders"
      description="They go out in the morning, your business's time, for overdue invoices. Invoices that are overdue already are included."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={settings.version}
      submit="Save"
    >
      <CheckboxField field={fields.enabled} label={labels.enabled} />
      <TextField field={fields.firstAfterDays} label={labels.firstAfterDays} unit="days" inputMode="numeric" />
      <TextField field={fields.everyDays} label={labels.everyDays} unit="days" inputMode="numeric" />
      <TextField field={fields.maxCount} label={labels.maxCount} inputMode="numeric" />
    </FormDialog>
  );
}
