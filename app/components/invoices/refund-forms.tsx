import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { TextLink } from "~/components/text-link";
import type { PaymentMethod } from "~/domain/invoices/payment";
import type { NewRefund, OnlineRefund } from "~/domain/invoices/schema";
import { decimalText } from "~/domain/shared/money";
import { methodChoices } from "./payment-fields";

interface RefundFormProps<Schema extends Record<string, unknown>> {
  /** What becomes of the money and of what it had paid. */
  description: string;
  /** The amount suggested: all that can be refunded. */
  maxMinor: number;
  constraint: FormConstraint<Schema>;
  formKey: string;
}

const labels = { amount: "Amount", method: "Refunded by", refundedOn: "Refunded on", reason: "Reason" };

/** Refunds a card payment through the processor; posts the intent `card`. */
export function RefundToCard({
  description,
  maxMinor,
  constraint,
  formKey,
}: RefundFormProps<z.input<typeof OnlineRefund>>) {
  const actionForm = useActionForm<z.input<typeof OnlineRefund>>({
    ...{ id: "refund", noun: "refund", constraint },
    defaultValue: { amount: decimalText(maxMinor) },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Refund to card"
      description={description}
      actionForm={actionForm}
      labels={labels}
      intent="card"
      formKey={formKey}
      submit="Refund to card"
    >
      <MoneyField field={fields.amount} label={labels.amount} />
      <TextField field={fields.reason} label={labels.reason} autoComplete="off" />
      <p className="text-muted-foreground text-sm">
        Refunded in cash or by check? <TextLink to="?by-hand">Record it by hand</TextLink>
      </p>
    </FormDialog>
  );
}

interface RefundByHandProps extends RefundFormProps<z.input<typeof NewRefund>> {
  method: PaymentMethod | undefined;
  /** The business's civil day. */
  today: string;
}

/** Records a refund in cash or by check; posts the intent `hand`. */
export function RefundByHand({ description, maxMinor, constraint, formKey, method, today }: RefundByHandProps) {
  const actionForm = useActionForm<z.input<typeof NewRefund>>({
    ...{ id: "refund", noun: "refund", constraint },
    defaultValue: { amount: decimalText(maxMinor), method, refundedOn: today },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Refund payment"
      description={description}
      actionForm={actionForm}
      labels={labels}
      intent="hand"
      formKey={formKey}
      submit="Record refund"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField field={fields.amount} label={labels.amount} />
        <SelectField field={fields.method} label={labels.method} choices={methodChoices} />
        <DateField field={fields.refundedOn} label={labels.refundedOn} />
      </div>
      <TextField field={fields.reason} label={labels.reason} autoComplete="off" />
    </FormDialog>
  );
}
