import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { MoneyField } from "~/components/forms/money-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { depositDefaults, requestDeposit } from "~/domain/invoices/deposits/requests.server";
import { NewDepositRequest } from "~/domain/invoices/deposits/schema";
import { formatMoney } from "~/domain/shared/money";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  ...(await depositDefaults(ctx, params.id ?? "")),
  constraint: getZodConstraint(NewDepositRequest),
  formKey: ctx.newId(),
}));

export const action = formAction(NewDepositRequest, async ({ ctx, input, params, request }) => {
  await requestDeposit(ctx, params.id ?? "", input);
  const text =
    input.to === null ? "Deposit requested. Copy its link for the customer." : `Request sent to ${input.to}.`;
  return redirectWithToast(request, paths.workOrderBilling(params.id ?? ""), { tone: "success", text });
});

const labels = { amount: "Amount", percent: "Or percent of the total", note: "Note to the customer", to: "Send to" };

export default function RequestDeposit() {
  const { totalMinor, email, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof NewDepositRequest>>({
    id: "request-deposit",
    constraint,
    noun: "request",
    defaultValue: { to: email ?? "" },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Request deposit"
      description="The customer pays by card through a link, no account needed. The deposit is taken off this job's invoice."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Request deposit"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <MoneyField field={fields.amount} label={labels.amount} autoFocus />
        {totalMinor > 0 && (
          <TextField
            field={fields.percent}
            label={`Or a percentage of today's total, ${formatMoney(totalMinor)}`}
            unit="%"
            inputMode="decimal"
            autoComplete="off"
          />
        )}
      </div>
      <TextAreaField field={fields.note} label={labels.note} rows={3} />
      <TextField
        field={fields.to}
        label={labels.to}
        type="email"
        autoComplete="off"
        description="Leave it empty to copy the link yourself."
      />
    </FormDialog>
  );
}
