import type { PlanKind } from "./plan";

interface ItemMessages {
  added: string;
  updated: string;
  deleted: string;
  notAdded: string;
  notUpdated: string;
  notDeleted: string;
  notLoaded: string;
}

export const ASSETS_NOT_LOADED = "Failed to load asset data.";
export const ROWS_NOT_LOADED = "Failed to load transactions";

/** The messages after a change, and after a failure of unknown cause. */
export const ITEM_MESSAGES: Record<PlanKind, ItemMessages> = {
  expense: {
    added: "Expense added successfully!",
    updated: "Expense updated successfully!",
    deleted: "Expense deleted successfully!",
    notAdded: "Failed to create expense.",
    notUpdated: "Failed to update expense.",
    notDeleted: "Failed to delete expense.",
    notLoaded: "Failed to fetch expenses",
  },
  income: {
    added: "Income added successfully!",
    updated: "Income updated successfully!",
    deleted: "Income deleted successfully!",
    notAdded: "Failed to create income entry.",
    notUpdated: "Failed to update income entry.",
    notDeleted: "Failed to delete income.",
    notLoaded: "Failed to fetch income",
  },
};

/** Whether a list of a month may lack entries because of a part that could not be loaded. */
export function mayLackEntries(kind: PlanKind, problems: readonly string[]): boolean {
  return problems.includes(ITEM_MESSAGES[kind].notLoaded) || problems.includes(ROWS_NOT_LOADED);
}
