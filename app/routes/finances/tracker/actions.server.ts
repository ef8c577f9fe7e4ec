import { z } from "zod";
import { createExpense, deleteExpense, updateExpense } from "~/domain/finance/tracker/expenses.server";
import { createIncome, deleteIncome, updateIncome } from "~/domain/finance/tracker/income.server";
import { ITEM_TEXTS } from "~/domain/finance/tracker/messages";
import { ExpenseForm, IncomeForm, NewExpense, NewIncome } from "~/domain/finance/tracker/schema";
import type { Ctx } from "~/domain/shared/context";
import { notFound, withErrorMessage } from "~/domain/shared/errors";
import { type FormCase, formCase } from "~/http/form-action";
import { redirectWithToast } from "~/http/toast.server";

interface Sent {
  ctx: Ctx;
  url: URL;
  request: Request;
}

/** Where the screen goes on after a change; `id` is the item's. */
export type WayOn = (sent: Sent, id: string | null) => string;

const { income, expense } = ITEM_TEXTS;

function greet(sent: Sent, to: string, text: string): Response {
  return redirectWithToast(sent.request, to, { tone: "success", text });
}

/** The item that the open dialog is about: its address names it. */
function idIn({ url }: Sent, name: "edit" | "delete"): string {
  const id = url.searchParams.get(name);
  if (!id) throw notFound();
  return id;
}

const Nothing = z.object({});

/** The forms of a screen with income and expenses, by intent. */
export function itemForms(wayOn: WayOn): Record<string, FormCase> {
  return {
    "add-income": formCase(NewIncome, async (sent) => {
      const { id } = await withErrorMessage(income.notAdded, () => createIncome(sent.ctx, sent.input));
      return greet(sent, wayOn(sent, id), income.added);
    }),
    "edit-income": formCase(IncomeForm, async (sent) => {
      const { id } = await withErrorMessage(income.notUpdated, () =>
        updateIncome(sent.ctx, idIn(sent, "edit"), sent.input),
      );
      return greet(sent, wayOn(sent, id), income.updated);
    }),
    "delete-income": formCase(Nothing, async (sent) => {
      await withErrorMessage(income.notDeleted, () => deleteIncome(sent.ctx, idIn(sent, "delete")));
      return greet(sent, wayOn(sent, null), income.deleted);
    }),
    ...expenseForms(wayOn),
  };
}

/** The forms of a screen with expenses alone. */
export function expenseForms(wayOn: WayOn): Record<string, FormCase> {
  return {
    "add-expense": formCase(NewExpense, async (sent) => {
      const { id } = await withErrorMessage(expense.notAdded, () => createExpense(sent.ctx, sent.input));
      return greet(sent, wayOn(sent, id), expense.added);
    }),
    "edit-expense": formCase(ExpenseForm, async (sent) => {
      const { id } = await withErrorMessage(expense.notUpdated, () =>
        updateExpense(sent.ctx, idIn(sent, "edit"), sent.input),
      );
      return greet(sent, wayOn(sent, id), expense.updated);
    }),
    "delete-expense": formCase(Nothing, async (sent) => {
      await withErrorMessage(expense.notDeleted, () => deleteExpense(sent.ctx, idIn(sent, "delete")));
      return greet(sent, wayOn(sent, null), expense.deleted);
    }),
  };
}
