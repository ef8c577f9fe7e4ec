import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { DateField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { TaxRateEnd } from "~/domain/billing/schema";
import { endTaxRate } from "~/domain/billing/settings.server";
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
  return { today, constraint: getZodConstraint(TaxRateEnd), formKey: ctx.newId() };
});

export const action = formAction(TaxRateEnd, async ({ ctx, input, params, request }) => {
  await endTaxRate(ctx, params.rateId ?? "", input.endsOn);
  return redirectWithToast(request, paths.billingSettings(), { tone: "success", text: "Tax rate ended." });
});

const labels = { endsOn: "Last day charged" };

export default function EndTaxRate() {
  const { today, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof TaxRateEnd>>({
    id: "end-tax-rate",
    constraint,
    defaultValue: { endsOn: today },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      size="small"
      title="End this tax rate"
      description="To change a rate, end it and add the new one from the next day. Issued invoices keep theirs."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="End tax rate"
    >
      <DateField field={fields.endsOn} label={labels.endsOn} />
    </FormDialog>
  );
}
