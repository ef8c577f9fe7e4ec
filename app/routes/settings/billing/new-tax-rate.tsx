import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { NewTaxRate } from "~/domain/billing/schema";
import { addTaxRate } from "~/domain/billing/settings.server";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  const me = allow(ctx, "system.admin");
  const today = todayOf(ctx, me);
  return { today, constraint: getZodConstraint(NewTaxRate), formKey: ctx.newId() };
});

export const action = formAction(NewTaxRate, async ({ ctx, input, request }) => {
  await addTaxRate(ctx, input);
  return redirectWithToast(request, paths.billingSettings(), { tone: "success", text: "Tax rate added." });
});

const labels = {
  name: "Name",
  state: "State",
  zipPrefix: "First digits of the ZIP codes",
  rate: "Rate",
  effectiveFrom: "Charged from",
};

export default function NewTaxRateDialog() {
  const { today, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof NewTaxRate>>({
    id: "tax-rate",
    constraint,
    noun: "tax rate",
    defaultValue: { effectiveFrom: today },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Add tax rate"
      description="Leave the ZIP digits blank for the whole state."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Add tax rate"
    >
      <TextField field={fields.name} label={labels.name} autoComplete="off" placeholder="Wisconsin sales tax" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.state} label={labels.state} autoComplete="off" placeholder="WI" />
        <TextField field={fields.zipPrefix} label={labels.zipPrefix} inputMode="numeric" autoComplete="off" />
        <TextField field={fields.rate} label={labels.rate} unit="%" inputMode="decimal" autoComplete="off" />
        <DateField field={fields.effectiveFrom} label={labels.effectiveFrom} />
      </div>
    </FormDialog>
  );
}
