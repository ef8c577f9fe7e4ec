import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { MoneyField } from "~/components/forms/money-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { creditInvoice } from "~/domain/invoices/credit.server";
import { NewCredit } from "~/domain/invoices/schema";
import { formatMoney } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useInvoiceFor } from "~/routes/invoices/shared/use-invoice-for";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "invoices.manage");
  return { constraint: getZodConstraint(NewCredit), formKey: ctx.newId() };
});

export const action = formAction(NewCredit, async ({ ctx, input, params, request }) => {
  const { creditNoteId } = await creditInvoice(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.invoice(creditNoteId), { tone: "success", text: "Credit note issued." });
});

const labels = { reason: "Reason", lines: "Lines" };

export default function CreditInvoice() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { invoice, isPossible } = useInvoiceFor("credit");
  const open = invoice.lines.filter(({ netMinor, creditedNetMinor }) => creditedNetMinor < netMinor);
  const actionForm = useActionForm<z.input<typeof NewCredit>>({
    id: "credit",
    constraint,
    noun: "credit note",
    defaultValue: { lines: open.map(({ position }) => ({ position, amount: "" })) },
  });
  const { fields } = actionForm;
  const rows = fields.lines.getFieldList();
  if (!isPossible) return null;
  return (
    <FormDialog
      size="large"
      title="Credit part of this invoice"
      description="Enter the amount to credit on each line, before tax. Its share of the tax is added."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={invoice.version}
      submit="Issue credit note"
    >
      <TextField field={fields.reason} label={labels.reason} autoComplete="off" />
      {rows.map((field) => {
        const row = field.getFieldset();
        // By its own line: another one may have been credited in full since the dialog opened.
        const line = invoice.lines.find(({ position }) => String(position) === row.position.initialValue);
        if (!line) return null;
        return (
          <div key={line.position} className="grid items-end gap-x-4 gap-y-1 sm:grid-cols-[1fr_14rem]">
            <input type="hidden" name={row.position.name} value={line.position} />
            <span className="min-w-0 break-words">
              {line.description}
              <span className="block text-muted-foreground text-sm">
                {formatMoney(line.netMinor - line.creditedNetMinor)} left of {formatMoney(line.netMinor)}
              </span>
            </span>
            <MoneyField field={row.amount} label={`Credit for ${line.description}`} labelHidden required={false} />
          </div>
        );
      })}
    </FormDialog>
  );
}
