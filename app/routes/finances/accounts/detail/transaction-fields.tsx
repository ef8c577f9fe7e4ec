import { type ChangeEvent, useState } from "react";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { type AnyField, initialText } from "~/components/forms/field";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField, TextField } from "~/components/forms/text-field";
import {
  categoriesFor,
  isLiability,
  TRANSACTION_CATEGORY_LABELS,
  TRANSACTION_TYPE_LABELS,
  TRANSACTION_TYPES,
  type TransactionCategory,
  type TransactionType,
  transactionCategory,
  transferDestinations,
} from "~/domain/finance/accounts/account";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import type { TransactionView } from "~/domain/finance/accounts/transactions.server";

type TransactionFieldsProps = {
  fields: Record<
    | "type"
    | "amount"
    | "transactionDate"
    | "description"
    | "category"
    | "toAccountId"
    | "isReconciled"
    | "lowers"
    | "notes",
    AnyField
  >;
  account: AccountView;
  accounts: readonly AccountView[];
  transaction: TransactionView | null;
};

const types = TRANSACTION_TYPES.map((value) => ({ value, label: TRANSACTION_TYPE_LABELS[value] }));

export const transactionLabels = {
  type: "Type",
  amount: "Amount",
  lowers: "Lowers the balance",
  transactionDate: "Date",
  description: "Description",
  category: "Category",
  toAccountId: "To account",
  isReconciled: "Reconciled",
  notes: "Notes",
};

/** Changing the type resets the category to Other, and clears the destination unless it is a transfer. */
export function TransactionFields({ fields, account, accounts, transaction }: TransactionFieldsProps) {
  const first = typeOf(initialText(fields.type));
  const [type, setType] = useState(first);
  const [started, setStarted] = useState(true);
  const typeChanged = (event: ChangeEvent<HTMLSelectElement>) => {
    setType(typeOf(event.target.value));
    setStarted(false);
  };
  const category = started ? transactionCategory(initialText(fields.category) ?? "other") : "other";
  return (
    <>
      <SelectField field={fields.type} label={transactionLabels.type} choices={types} onChange={typeChanged} />
      <MoneyField field={fields.amount} label={transactionLabels.amount} currency={account.currency} />
      {type === "adjustment" && (
        <CheckboxField
          field={fields.lowers}
          label={isLiability(account.accountType) ? "Raises what you owe" : transactionLabels.lowers}
        />
      )}
      <DateField field={fields.transactionDate} label={transactionLabels.transactionDate} />
      <TextField field={fields.description} label={transactionLabels.description} autoComplete="off" />
      <SelectField
        key={type}
        field={fields.category}
        defaultValue={category}
        label={transactionLabels.category}
        choices={choicesOf(type, category)}
      />
      {type === "transfer" && (
        <Destination
          field={fields.toAccountId}
          defaultValue={started ? initialText(fields.toAccountId) : ""}
          account={account}
          accounts={accounts}
          arriving={transaction?.leg === "in" ? transaction : null}
        />
      )}
      <CheckboxField
        field={fields.isReconciled}
        label={transactionLabels.isReconciled}
        description="Matches your statement. Imports and syncs no longer change its amount."
      />
      <TextAreaField field={fields.notes} label={transactionLabels.notes} rows={2} />
    </>
  );
}

type DestinationProps = {
  field: AnyField;
  defaultValue: string | undefined;
  account: AccountView;
  accounts: readonly AccountView[];
  /** The incoming side of a transfer, whose destination is this account. */
  arriving: TransactionView | null;
};

function Destination({ field, defaultValue, account, accounts, arriving }: DestinationProps) {
  if (arriving) {
    const from = accounts.find((one) => one.id === arriving.otherAccountId)?.name;
    return (
      <p className="text-muted-foreground">
        <input type="hidden" name={field.name} value={account.id} />
        Transfer from <strong className="text-foreground">{from}</strong>. Changes here apply to both accounts.
      </p>
    );
  }
  const destinations = transferDestinations(accounts, account);
  if (destinations.length === 0) {
    return (
      <p id={field.id} className="rounded-md bg-warn-soft p-3 text-warn">
        You need at least one other active account to make transfers
      </p>
    );
  }
  return (
    <SelectField
      field={field}
      defaultValue={defaultValue}
      label={transactionLabels.toAccountId}
      placeholder="Choose an account"
      choices={destinations.map((one) => ({ value: one.id, label: one.name }))}
    />
  );
}

function typeOf(text: string | undefined): TransactionType {
  return TRANSACTION_TYPES.find((one) => one === text) ?? "deposit";
}

/** Categories of the type, plus the current one if only a bank or a file can set it. */
function choicesOf(type: TransactionType, current: TransactionCategory) {
  const offered: TransactionCategory[] = categoriesFor(type);
  const all = offered.includes(current) ? offered : [...offered, current];
  return all.map((value) => ({ value, label: TRANSACTION_CATEGORY_LABELS[value] }));
}
