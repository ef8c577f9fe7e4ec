import type { AnyField } from "~/components/forms/field";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from "~/domain/invoices/payment";
import { choicesOf } from "~/domain/shared/choices";

export const paymentLabels = {
  method: "Paid by",
  amount: "Amount",
  receivedOn: "Received on",
  reference: "Check or reference number",
  note: "Note",
};

export const methodChoices = choicesOf(PAYMENT_METHODS, PAYMENT_METHOD_LABELS);

interface PaymentFieldsProps {
  fields: Record<keyof typeof paymentLabels, AnyField>;
}

export function PaymentFields({ fields }: PaymentFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField field={fields.amount} label={paymentLabels.amount} autoFocus />
        <SelectField field={fields.method} label={paymentLabels.method} choices={methodChoices} />
        <DateField field={fields.receivedOn} label={paymentLabels.receivedOn} />
        <TextField field={fields.reference} label={paymentLabels.reference} autoComplete="off" />
      </div>
      <TextField field={fields.note} label={paymentLabels.note} autoComplete="off" />
    </>
  );
}
