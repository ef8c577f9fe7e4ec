import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { FileText } from "~/components/ui/icons";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { SendStatement, StatementAddress } from "~/domain/invoices/schema";
import { statementTexts } from "~/domain/invoices/statement";
import { sendStatement } from "~/domain/invoices/statement.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import type { loader as statementLoader } from "./route";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "invoices.write");
  return { constraint: getZodConstraint(SendStatement), formKey: ctx.newId() };
});

export const action = formAction(SendStatement, async ({ ctx, input, params, url, request }) => {
  const days = StatementAddress.parse(Object.fromEntries(url.searchParams));
  const id = params.id ?? "";
  await sendStatement(ctx, id, { days, mail: input });
  return redirectWithToast(request, paths.customerStatement(id, days), {
    tone: "success",
    text: `Statement sent to ${input.to}.`,
  });
});

const labels = { to: "To", subject: "Subject", message: "Message" };

export default function SendStatementDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const page = useRouteLoaderData<typeof statementLoader>("customers/statement");
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof SendStatement>>({
    id: "send-statement",
    constraint,
    noun: "email",
    defaultValue: page && {
      to: page.statement.customer.email ?? "",
      ...statementTexts(page.statement, page.seller.name),
    },
  });
  return (
    <Dialog open onOpenChange={close} title="Email statement" description="The PDF is attached.">
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <TextField field={fields.to} label={labels.to} type="email" autoComplete="off" />
          <TextField field={fields.subject} label={labels.subject} autoComplete="off" />
          <TextAreaField field={fields.message} label={labels.message} rows={8} />
          <p className="flex items-center gap-2 text-muted-foreground">
            <FileText aria-hidden="true" className="size-4" />
            Statement-{page?.statement.customer.number}-{page?.statement.to}.pdf
          </p>
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
