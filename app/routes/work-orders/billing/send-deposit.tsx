import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { depositRequest, sendDepositRequest } from "~/domain/invoices/deposits/requests.server";
import { SendDepositRequest } from "~/domain/invoices/deposits/schema";
import { formatMoney } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "invoices.write");
  const { amountMinor, recipient, customerEmail, version } = await depositRequest(ctx, params.requestId ?? "");
  return {
    ...{ amountMinor, to: recipient ?? customerEmail ?? "", version },
    ...{ constraint: getZodConstraint(SendDepositRequest), formKey: ctx.newId() },
  };
});

export const action = formAction(SendDepositRequest, async ({ ctx, input, params, request }) => {
  await sendDepositRequest(ctx, params.requestId ?? "", input);
  const text = `Request sent to ${input.to}.`;
  return redirectWithToast(request, paths.workOrderBilling(params.id ?? ""), { tone: "success", text });
});

const labels = { to: "Send to" };

export default function SendDeposit() {
  const { amountMinor, to, version, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof SendDepositRequest>>({
    id: "send-deposit",
    constraint,
    noun: "request",
    defaultValue: { to },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Email the request"
      description={`The link to pay the deposit of ${formatMoney(amountMinor)} goes to this address.`}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={version}
      submit="Send email"
    >
      <TextField field={fields.to} label={labels.to} type="email" autoComplete="off" />
    </FormDialog>
  );
}
