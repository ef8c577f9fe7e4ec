import type { AnyField } from "~/components/forms/field";
import { CheckboxField, DateField, SelectField, TextAreaField, TextField } from "~/components/forms/fields";
import { MoneyField } from "~/components/forms/money-field";
import type { Choice } from "~/components/ui/select";
import {
  EXPENSE_CATEGORIES,
  EXPENSE_CATEGORY_LABELS,
  FREQUENCIES,
  FREQUENCY_LABELS,
  INCOME_CATEGORIES,
  INCOME_CATEGORY_LABELS,
} from "~/domain/finance/tracker/categories";
import type { PlanKind } from "~/domain/finance/tracker/plan";
import { CURRENCIES, type Currency } from "~/domain/shared/money";
import type { ItemForm } from "./item-form";
import { ITEM_WORDS } from "./item-words";

function choices<Value extends string>(values: readonly Value[], labels: Record<Value, string>): Choice[] {
  return values.map((value) => ({ value, label: labels[value] }));
}

const categories: Record<PlanKind, Choice[]> = {
  income: choices(INCOME_CATEGORIES, INCOME_CATEGORY_LABELS),
  expense: choices(EXPENSE_CATEGORIES, EXPENSE_CATEGORY_LABELS),
};
const frequencies = choices(FREQUENCIES, FREQUENCY_LABELS);
const currencies = CURRENCIES.map((value) => ({ value, label: value }));

type ItemFieldsProps = {
  kind: PlanKind;
  fields: Record<keyof ItemForm, AnyField>;
  currency: Currency;
  accounts: readonly ItemAccount[];
};

/** An account that an item can be paid from or into. */
export interface ItemAccount {
  id: string;
  name: string;
  isActive: boolean;
}

// The one that is chosen stays a choice when it is archived.
function accountChoices(accounts: readonly ItemAccount[], chosen: unknown): Choice[] {
  const shown = accounts.filter(({ id, isActive }) => isActive || id === chosen);
  return [{ value: "", label: "None in particular" }, ...shown.map(({ id, name }) => ({ value: id, label: name }))];
}

/** Name, amount, day and the rest; the end date shows for what recurs alone, by the form's own state. */
export function ItemFields({ kind, fields, currency, accounts }: ItemFieldsProps) {
  const words = ITEM_WORDS[kind];
  return (
    <div className="flex flex-col gap-4">
      <TextField field={fields.name} label={words.name} autoComplete="off" autoFocus />
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
        <MoneyField field={fields.amount} label="Amount" currency={currency} />
        <SelectField field={fields.currency} label="Currency" choices={currencies} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField field={fields.date} label="Date" />
        <SelectField field={fields.category} label="Category" choices={categories[kind]} />
      </div>
      {kind === "expense" ? (
        <CheckboxField
          field={fields.isRecurring}
          label="Recurring every month"
          onChange={(event) => event.currentTarget.checked || clear(fields.endDate.id)}
        />
      ) : (
        <SelectField
          field={fields.frequency}
          label="Frequency"
          choices={frequencies}
          onChange={(event) => event.currentTarget.value === "once" && clear(fields.endDate.id)}
        />
      )}
      <div className="if-recurring">
        <DateField
          field={fields.endDate}
          label="End date"
          description="The last day it may fall on. Leave it empty while it goes on."
        />
      </div>
      {accounts.length > 0 && (
        <SelectField
          field={fields.accountId}
          label={kind === "expense" ? "Paid from" : "Paid into"}
          choices={accountChoices(accounts, fields.accountId.initialValue)}
        />
      )}
      <TextAreaField field={fields.note} label="Note" rows={2} />
    </div>
  );
}

// What happens once has no end: taking the mark away takes the end away, also when the mark comes back.
function clear(id: string): void {
  const input = document.getElementById(id);
  if (input instanceof HTMLInputElement) input.value = "";
}
