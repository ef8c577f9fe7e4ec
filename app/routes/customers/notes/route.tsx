import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormSummary } from "~/components/forms/form-summary";
import { TextAreaField } from "~/components/forms/text-area-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { updateCustomer } from "~/domain/customers/change.server";
import { NotesForm } from "~/domain/customers/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { useCustomer } from "~/routes/customers/shared/use-customer";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "customers.write");
  return { constraint: getZodConstraint(NotesForm), formKey: ctx.newId() };
});

export const action = formAction(NotesForm, async ({ ctx, input, params, request, url }) => {
  await updateCustomer(ctx, params.id ?? "", input);
  const to = paths.customer(params.id ?? "", { sites: url.searchParams.get("sites") });
  return redirectWithToast(request, to, { tone: "success", text: "Notes saved." });
});

const labels = { notes: "Notes" };

export default function CustomerNotes() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { customer } = useCustomer();
  const close = useCloseDialog();
  const { form, fields, isSaving, current, sessionEnded } = useActionForm<z.input<typeof NotesForm>>({
    id: "notes",
    constraint,
    defaultValue: { notes: customer.notes },
  });
  return (
    <Dialog open onOpenChange={close} title="Notes" description="For your team only.">
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          {current ? (
            <ConflictDialog
              title="Someone else changed this customer while you were editing"
              labels={labels}
              yours={form.value ?? {}}
              current={current}
              discardHref={paths.customerNotes(customer.number)}
            />
          ) : (
            <FormSummary form={form} labels={labels} />
          )}
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={current?.version ?? customer.version} />
          <TextAreaField field={fields.notes} label={labels.notes} labelHidden rows={8} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            {current ? "Replace with mine" : "Save notes"}
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
