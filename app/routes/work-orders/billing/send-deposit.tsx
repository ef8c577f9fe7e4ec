import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { depositRequest, sendDepositRequest } from "~/domain/invoices/deposits/requests.server";
import { SendDepositRequest } from "~/domain/invoices/deposits/schema";
import { formatMoney } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
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
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof SendDepositRequest>>({
    id: "send-deposit",
    constraint,
    noun: "request",
    defaultValue: { to },
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Email the request"
      description={`The link to pay the deposit of ${formatMoney(amountMinor)} goes to this address.`}
    >
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={version} />
          <TextField field={fields.to} label={labels.to} type="email" autoComplete="off" />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            Send email
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
