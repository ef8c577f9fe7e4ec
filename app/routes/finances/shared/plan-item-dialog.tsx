import { useOutletContext } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { CivilDateText } from "~/components/date-text";
import { type AnyField, initialText } from "~/components/forms/field";
import { FormDialog } from "~/components/forms/form-dialog";
import { chosenCurrency, MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { TriangleAlert } from "~/components/ui/icons";
import type { Choice } from "~/components/ui/native-select";
import type { PlanKind, StoredItem } from "~/domain/finance/tracker/plan";
import { CURRENCIES, type Currency, decimalText } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";
import { type CivilDate, isMoneyDate } from "~/domain/shared/time/dates";
import { ITEM_LABELS } from "./item-labels";
import { SavedElsewhere, savedMoney } from "./saved-elsewhere";

/** Defaults of a new item: the screen's currency, and today or the first day of its month. */
export type NewItemDefaults = { currency: Currency; date: CivilDate };

/** Defaults passed to the Outlet by the screen behind the dialog. */
export function useNewItemDefaults(): NewItemDefaults {
  return useOutletContext<NewItemDefaults>();
}

/** Initial values of the fields shared by incomes and expenses. */
export function storedValues(item: StoredItem) {
  const { name, amountMinor, currency, accountId, date, category, endDate, note } = item;
  return { name, amount: decimalText(amountMinor), currency, accountId, date, category, endDate, note };
}

type PlanItemDialogProps = {
  kind: PlanKind;
  /** Null to add one. */
  item: StoredItem | null;
  /** The projected occurrence it was opened from. */
  on: string | null;
  /** Idempotency key, so that a double click creates one row. */
  formKey: string;
  form: ComponentProps<typeof FormDialog>["actionForm"];
  children: ReactNode;
};

/** Adds or edits an income or an expense. */
export function PlanItemDialog({ kind, item, on, formKey, form, children }: PlanItemDialogProps) {
  const { current } = form;
  const words = ITEM_LABELS[kind];
  return (
    <FormDialog
      title={item ? words.edit : words.add}
      actionForm={form}
      formKey={formKey}
      version={item ? (current?.version ?? item.version) : undefined}
      noValidate
      submit={item ? words.update : words.add}
    >
      {item && (
        <SavedElsewhere current={current}>
          {(now) => {
            const amount = savedMoney(now, Math.round(Number(now("amount")) * 100), item.currency);
            return `${now("name")}, ${amount}, ${formatDate(now("date"), true)}`;
          }}
        </SavedElsewhere>
      )}
      {item && on && isMoneyDate(on) && <ProjectedWarning first={item.date} on={on} />}
      {children}
    </FormDialog>
  );
}

function ProjectedWarning({ first, on }: { first: CivilDate; on: CivilDate }) {
  return (
    <div role="note" className="flex gap-3 rounded-md bg-warn-soft p-3 text-warn">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p>
        This is the projected occurrence of <CivilDateText date={on} year />. Changing the date moves the original first
        occurrence, <CivilDateText date={first} year />, and every other one with it.
      </p>
    </div>
  );
}

type SharedFieldsProps = {
  kind: PlanKind;
  fields: Record<"name" | "amount" | "currency" | "date" | "category" | "endDate" | "accountId" | "note", AnyField>;
  categories: readonly Choice[];
  currency: Currency;
  accounts: readonly { id: string; name: string; isActive: boolean }[];
  /** Whether to show the end date. */
  isRecurring: boolean;
  /** The field for how it recurs: an expense's checkbox, an income's frequency. */
  children: ReactNode;
};

const currencies = CURRENCIES.map((value) => ({ value, label: value }));

/** Name, amount, date and other shared fields. */
export function SharedFields(props: SharedFieldsProps) {
  const { kind, fields, categories, currency, accounts, isRecurring, children } = props;
  return (
    <div className="flex flex-col gap-4">
      <TextField field={fields.name} label={ITEM_LABELS[kind].name} autoComplete="off" autoFocus />
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
        <MoneyField field={fields.amount} label="Amount" currency={chosenCurrency(fields.currency, currency)} />
        <SelectField field={fields.currency} label="Currency" choices={currencies} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField field={fields.date} label="Date" />
        <SelectField field={fields.category} label="Category" choices={categories} />
      </div>
      {children}
      <div className={isRecurring ? undefined : "hidden noscript:block"}>
        <DateField
          field={fields.endDate}
          label="End date"
          description="The last possible day. Leave blank if it continues."
        />
      </div>
      {accounts.length > 0 && (
        <SelectField
          field={fields.accountId}
          label={kind === "expense" ? "Paid from" : "Paid into"}
          choices={accountChoices(accounts, initialText(fields.accountId))}
        />
      )}
      <TextAreaField field={fields.note} label="Note" rows={2} />
    </div>
  );
}

// The selected account remains a choice after it is archived.
function accountChoices(accounts: SharedFieldsProps["accounts"], chosen: string | undefined): Choice[] {
  const shown = accounts.filter(({ id, isActive }) => isActive || id === chosen);
  return [{ value: "", label: "No specific account" }, ...shown.map(({ id, name }) => ({ value: id, label: name }))];
}

/** A one-time item has no end date: unchecking the box clears it, so that checking it again does not bring it back. */
export function clearField({ id }: AnyField): void {
  const input = document.getElementById(id);
  if (input instanceof HTMLInputElement) input.value = "";
}
