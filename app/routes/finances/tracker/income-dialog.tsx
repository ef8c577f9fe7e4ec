import type { z } from "zod";
import { SelectField } from "~/components/forms/select-field";
import { useActionForm } from "~/components/forms/use-action-form";
import {
  FREQUENCIES,
  FREQUENCY_LABELS,
  INCOME_CATEGORIES,
  INCOME_CATEGORY_LABELS,
} from "~/domain/finance/tracker/categories";
import type { IncomeFields } from "~/domain/finance/tracker/schema";
import { choicesOf } from "~/domain/shared/choices";
import {
  clearField,
  PlanItemDialog,
  SharedFields,
  storedValues,
  useNewItemDefaults,
} from "~/routes/finances/shared/plan-item-dialog";
import type { incomeForm } from "~/routes/finances/shared/plan-item-forms.server";

type IncomeDialogProps = { data: Awaited<ReturnType<typeof incomeForm>>; on?: string | null };

const categories = choicesOf(INCOME_CATEGORIES, INCOME_CATEGORY_LABELS);
const frequencies = choicesOf(FREQUENCIES, FREQUENCY_LABELS);

/** Adds or edits an income. */
export function IncomeDialog({ data, on = null }: IncomeDialogProps) {
  const { income, accounts, constraint, formKey } = data;
  const { currency, date } = useNewItemDefaults();
  const { fields, ...form } = useActionForm<z.input<typeof IncomeFields>>({
    id: income ? `edit-${income.id}` : "add-income",
    constraint,
    defaultValue: income
      ? { ...storedValues(income), frequency: income.frequency }
      : { date, currency, category: "other", frequency: "once" },
  });
  return (
    <PlanItemDialog kind="income" item={income} on={on} formKey={formKey} form={form}>
      <SharedFields
        kind="income"
        fields={fields}
        categories={categories}
        currency={income?.currency ?? currency}
        accounts={accounts}
        isRecurring={(fields.frequency.value ?? "once") !== "once"}
      >
        <SelectField
          field={fields.frequency}
          label="Frequency"
          choices={frequencies}
          onChange={(event) => event.currentTarget.value === "once" && clearField(fields.endDate)}
        />
      </SharedFields>
    </PlanItemDialog>
  );
}
