import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { MailFields, mailLabels } from "~/components/forms/mail-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { statementMailContent } from "~/domain/invoices/receivables/statement";
import { sendStatement } from "~/domain/invoices/receivables/statement.server";
import { SendStatement, StatementAddress } from "~/domain/invoices/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
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

export default function SendStatementDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const page = useRouteLoaderData<typeof statementLoader>("customers/statement");
  const actionForm = useActionForm<z.input<typeof SendStatement>>({
    id: "send-statement",
    constraint,
    noun: "email",
    defaultValue: page && {
      to: page.statement.customer.email ?? "",
      ...statementMailContent(page.statement, page.seller.name),
    },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Email statement"
      description="The PDF is attached."
      actionForm={actionForm}
      labels={mailLabels}
      formKey={formKey}
      submit="Send email"
    >
      <MailFields
        fields={fields}
        attachment={`Statement-${page?.statement.customer.number}-${page?.statement.to}.pdf`}
      />
    </FormDialog>
  );
}
