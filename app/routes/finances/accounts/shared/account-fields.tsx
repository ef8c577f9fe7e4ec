import { useState } from "react";
import type { z } from "zod";
import { type AnyField, initialText } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { ACCOUNT_TYPE_LABELS, ACCOUNT_TYPES } from "~/domain/finance/accounts/account";
import type { BankAccount } from "~/domain/finance/accounts/schema";
import { CURRENCIES } from "~/domain/shared/money";
import type { institutionChoice } from "./institutions.server";

export type AccountInput = z.input<typeof BankAccount>;

type AccountFieldsProps = {
  fields: Record<
    "name" | "institutionId" | "accountType" | "currency" | "currentBalance" | "accountNumber" | "description",
    AnyField
  >;
  institutions: readonly ReturnType<typeof institutionChoice>[];
  balanceLabel: string;
};

const types = ACCOUNT_TYPES.map((value) => ({ value, label: ACCOUNT_TYPE_LABELS[value] }));
const currencies = CURRENCIES.map((value) => ({ value, label: value }));

/** `currentBalance` is the label of the balance, which differs for new and existing accounts. */
export const accountLabels = (currentBalance: string) => ({
  ...{ name: "Account name", institutionId: "Institution", accountType: "Account type", currency: "Currency" },
  ...{ currentBalance, accountNumber: "Account number", description: "Description" },
});

/** Fields of the forms for new and existing accounts. */
export function AccountFields({ fields, institutions, balanceLabel }: AccountFieldsProps) {
  const labels = accountLabels(balanceLabel);
  const [type, setType] = useState(initialText(fields.accountType));
  const chosen = initialText(fields.institutionId);
  const offered = institutions.filter(({ id, isActive }) => isActive || String(id) === chosen);
  return (
    <>
      <TextField field={fields.name} label={labels.name} placeholder="Everyday checking" autoComplete="off" />
      <SelectField
        field={fields.institutionId}
        label={labels.institutionId}
        placeholder="No institution"
        required={false}
        choices={offered.map((one) => ({ value: String(one.id), label: one.name }))}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          field={fields.accountType}
          label={labels.accountType}
          choices={types}
          onChange={(event) => setType(event.target.value)}
        />
        <SelectField field={fields.currency} label={labels.currency} choices={currencies} />
      </div>
      <TextField
        field={fields.currentBalance}
        label={labels.currentBalance}
        description={type === "credit" ? "For credit accounts, enter what you owe: 250.00 means you owe 250.00." : null}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
      />
      <TextField field={fields.accountNumber} label={labels.accountNumber} autoComplete="off" inputMode="text" />
      <TextAreaField field={fields.description} label={labels.description} rows={3} />
    </>
  );
}
