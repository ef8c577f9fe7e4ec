import { z } from "zod";
import { cashflowOfMonth } from "~/domain/finance/cashflow/cashflow.server";
import { MonthlySummary, MonthQuery, RangeQuery, SummaryQuery } from "~/domain/finance/cashflow/schema";
import { summaryAnswer } from "~/domain/finance/cashflow/serialize";
import {
  activePaydownPlans,
  createExpense,
  deleteExpense,
  expensesOfMonth,
  findExpense,
  listExpenses,
  oneTimeExpenses,
  updateExpense,
} from "~/domain/finance/tracker/expenses.server";
import {
  Expense,
  ExpenseOccurrence,
  ExpensePatch,
  listOf,
  NewExpense,
  PaydownPlan,
} from "~/domain/finance/tracker/schema";
import { expenseAnswer, expenseOccurrence, paydownAnswer } from "~/domain/finance/tracker/serialize";
import { withErrorMessage } from "~/domain/shared/errors";
import { paging } from "~/domain/shared/fields";
import { type Endpoint, endpoint } from "./endpoint";
import { itemParams, monthOf, rangeOf, whole } from "./finance-queries";

const tag = "Expenses";
const fetching = <T>(run: () => Promise<T>) => withErrorMessage("Failed to fetch expenses", run);

export const expenses: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/expenses",
    tag,
    summary: "Add an expense; a recurring one happens monthly from its date",
    body: NewExpense,
    status: 201,
    answer: Expense,
    run: async ({ ctx, body }) =>
      expenseAnswer(await withErrorMessage("Failed to create expense", () => createExpense(ctx, body))),
  }),
  endpoint({
    method: "get",
    path: "/expenses",
    tag,
    summary: "The household's expenses as they were entered, the latest date first",
    query: z.object(paging),
    answer: listOf(Expense),
    run: ({ ctx, query }) =>
      fetching(async () => {
        const { items, ...rest } = await listExpenses(ctx, query);
        return { items: items.map((item) => expenseAnswer(item)), ...rest };
      }),
  }),
  endpoint({
    method: "get",
    path: "/expenses/paydown-plans/active",
    tag,
    summary: "Debts that are being paid down, with what remains of them",
    answer: listOf(PaydownPlan),
    run: ({ ctx }) => fetching(async () => whole((await activePaydownPlans(ctx)).map(paydownAnswer))),
  }),
  endpoint({
    method: "get",
    path: "/expenses/monthly",
    tag,
    summary: "A month's expenses, one line for each day on which one falls",
    query: MonthQuery,
    answer: listOf(ExpenseOccurrence),
    run: ({ ctx, query }) =>
      fetching(async () => whole((await expensesOfMonth(ctx, monthOf(query))).map(expenseOccurrence))),
  }),
  endpoint({
    method: "get",
    path: "/expenses/monthly/summary",
    tag,
    summary: "A month's expenses in total and by category",
    query: SummaryQuery,
    answer: MonthlySummary,
    run: ({ ctx, query }) =>
      fetching(async () => {
        const { expenses, currency, currencies } = await cashflowOfMonth(ctx, monthOf(query), query);
        return { ...summaryAnswer(expenses), currency, currencies };
      }),
  }),
  endpoint({
    method: "get",
    path: "/expenses/one-time",
    tag,
    summary: "What is spent once within a range of months, both inclusive",
    query: RangeQuery,
    answer: listOf(Expense),
    run: ({ ctx, query }) =>
      fetching(async () => whole((await oneTimeExpenses(ctx, rangeOf(query))).map((item) => expenseAnswer(item)))),
  }),
  endpoint({
    method: "get",
    path: "/expenses/{id}",
    tag,
    summary: "One expense",
    params: itemParams,
    answer: Expense,
    run: ({ ctx, params }) => fetching(async () => expenseAnswer(await findExpense(ctx, params.id))),
  }),
  endpoint({
    method: "patch",
    path: "/expenses/{id}",
    tag,
    summary: "Change an expense; without the recurring mark it has no end date",
    params: itemParams,
    body: ExpensePatch,
    answer: Expense,
    run: async ({ ctx, params, body }) =>
      expenseAnswer(await withErrorMessage("Failed to update expense", () => updateExpense(ctx, params.id, body))),
  }),
  endpoint({
    method: "delete",
    path: "/expenses/{id}",
    tag,
    summary: "Delete an expense with all of its occurrences",
    params: itemParams,
    status: 204,
    run: ({ ctx, params }) => withErrorMessage("Failed to delete expense", () => deleteExpense(ctx, params.id)),
  }),
];
