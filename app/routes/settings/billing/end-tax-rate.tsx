import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { DateField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { TaxRateEnd } from "~/domain/billing/schema";
import { endTaxRate } from "~/domain/billing/settings.server";
import { allow } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time-zones";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  const { timeZone } = allow(ctx, "system.admin");
  const today = wallTimeOf(ctx.now.getTime(), timeZone).date;
  return { today, constraint: getZodConstraint(TaxRateEnd), formKey: ctx.newId() };
});

export const action = formAction(TaxRateEnd, async ({ ctx, input, params, request }) => {
  await endTaxRate(ctx, params.rateId ?? "", input.endsOn);
  return redirectWithToast(request, paths.billingSettings(), { tone: "success", text: "Tax rate ended." });
});

const labels = { endsOn: "Last day charged" };

export default function EndTaxRate() {
  const { today, constraint, formKey } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof TaxRateEnd>>({
    id: "end-tax-rate",
    constraint,
    defaultValue: { endsOn: today },
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      size="small"
      title="End this tax rate"
      description="To change a rate, end it and add the new one from the next day. Issued invoices keep theirs."
    >
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <DateField field={fields.endsOn} label={labels.endsOn} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            End tax rate
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
