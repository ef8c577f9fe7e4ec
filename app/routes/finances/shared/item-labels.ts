import { EXPENSE_CATEGORY_LABELS, FREQUENCY_LABELS, INCOME_CATEGORY_LABELS } from "~/domain/finance/tracker/categories";
import type { PlanKind, PlannedItem } from "~/domain/finance/tracker/plan";

export function categoryLabel(item: PlannedItem): string {
  switch (item.kind) {
    case "income":
      return INCOME_CATEGORY_LABELS[item.category];
    case "expense":
      return EXPENSE_CATEGORY_LABELS[item.category];
  }
}

export function frequencyLabel(item: PlannedItem): string {
  return FREQUENCY_LABELS[item.frequency];
}

interface Labels {
  list: string;
  add: string;
  edit: string;
  /** Label of the button that saves an edit. */
  update: string;
  name: string;
  nothing: string;
  first: string;
  deleteTitle: string;
}

/** Labels for income and expenses in the tracker. */
export const ITEM_LABELS: Record<PlanKind, Labels> = {
  income: {
    list: "Income",
    add: "Add Income",
    edit: "Edit Income",
    update: "Update Income",
    name: "Income source",
    nothing: "No Income Recorded",
    first: "Add Your First Income",
    deleteTitle: "Confirm Delete Income?",
  },
  expense: {
    list: "Expenses",
    add: "Add Expense",
    edit: "Edit Expense",
    update: "Update Expense",
    name: "Expense name",
    nothing: "No Expenses Recorded",
    first: "Add Your First Expense",
    deleteTitle: "Confirm Delete Expense?",
  },
};
