import { useEffect, useRef } from "react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { EXPENSE_CATEGORIES, EXPENSE_CATEGORY_LABELS, expenseCategory } from "~/domain/finance/tracker/categories";
import { isBudgetByName, isRecurring } from "~/domain/finance/tracker/plan";
import type { ExpenseFields } from "~/domain/finance/tracker/schema";
import { choicesOf } from "~/domain/shared/choices";
import { clearField, PlanItemDialog, SharedFields, storedValues, useNewItemDefaults } from "./plan-item-dialog";
import type { expenseForm } from "./plan-item-forms.server";

type ExpenseDialogProps = { data: Awaited<ReturnType<typeof expenseForm>>; on?: string | null };

const categories = choicesOf(EXPENSE_CATEGORIES, EXPENSE_CATEGORY_LABELS);

/** Adds or edits an expense. */
export function ExpenseDialog({ data, on = null }: ExpenseDialogProps) {
  const { expense, accounts, constraint, formKey } = data;
  const { currency, date } = useNewItemDefaults();
  const { fields, ...form } = useActionForm<z.input<typeof ExpenseFields>>({
    id: expense ? `edit-${expense.id}` : "add-expense",
    constraint,
    defaultValue: expense
      ? { ...storedValues(expense), isRecurring: isRecurring(expense), isBudget: expense.isBudget ?? false }
      : { date, currency, category: "other" },
  });
  const isChosen = useRef(expense !== null);
  const isSuggested = isBudgetByName({
    name: fields.name.value ?? "",
    category: expenseCategory(fields.category.value ?? ""),
    isRecurring: fields.isRecurring.value === "on",
  });
  const boxId = fields.isBudget.id;

  // A monthly 'Groceries' item defaults to a budget unless the user has chosen; the checkbox is uncontrolled.
  useEffect(() => {
    const box = document.getElementById(boxId);
    if (!isChosen.current && box instanceof HTMLInputElement) box.checked = isSuggested;
  }, [isSuggested, boxId]);
  return (
    <PlanItemDialog kind="expense" item={expense} on={on} formKey={formKey} form={form}>
      <SharedFields
        kind="expense"
        fields={fields}
        categories={categories}
        currency={expense?.currency ?? currency}
        accounts={accounts}
        isRecurring={fields.isRecurring.value === "on"}
      >
        <CheckboxField
          field={fields.isRecurring}
          label="Recurring every month"
          onChange={(event) => event.currentTarget.checked || clearField(fields.endDate)}
        />
        <CheckboxField
          field={fields.isBudget}
          label="Budget for the category"
          description="Spending in the category counts against the budget, not on top of it: each month counts the larger of the two."
          onChange={() => {
            isChosen.current = true;
          }}
        />
      </SharedFields>
    </PlanItemDialog>
  );
}
