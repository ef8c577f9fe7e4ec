import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { monthOf } from "~/domain/finance/cashflow/cashflow";
import { cashflowOfMonth, expensesOfMonth } from "~/domain/finance/cashflow/cashflow.server";
import { MonthlySummary, MonthQuery, RangeQuery, SummaryQuery } from "~/domain/finance/cashflow/schema";
import { summaryAnswer } from "~/domain/finance/cashflow/serialize";
import {
  activePaydownPlans,
  createExpense,
  deleteExpense,
  findExpense,
  listExpenses,
  oneTimeExpenses,
  updateExpense,
} from "~/domain/finance/tracker/expenses.server";
import { ITEM_MESSAGES } from "~/domain/finance/tracker/messages";
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
import { itemParams, rangeOf, whole } from "./finance-queries";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Expenses"];
const fetching = <T>(run: () => Promise<T>) => withErrorMessage(ITEM_MESSAGES.expense.notLoaded, run);

export const expenses = new OpenAPIHono<HonoEnv>();

expenses.openapi(
  operation("person", {
    method: "post",
    path: "/expenses",
    tags,
    summary: "Create an expense",
    description: "A recurring expense repeats monthly from its date.",
    request: { body: jsonRequest(NewExpense) },
    responses: { 201: json(Expense) },
  }),
  async (c) =>
    c.json(
      expenseAnswer(
        await withErrorMessage("Failed to create expense", () => createExpense(c.var.ctx, c.req.valid("json"))),
      ),
      201,
    ),
);

expenses.openapi(
  operation("person", {
    method: "get",
    path: "/expenses",
    tags,
    summary: "List expenses",
    description: "Latest date first.",
    request: { query: z.object(paging) },
    responses: { 200: json(listOf(Expense)) },
  }),
  async (c) =>
    c.json(
      await fetching(async () => {
        const { items, ...rest } = await listExpenses(c.var.ctx, c.req.valid("query"));
        return { items: items.map((item) => expenseAnswer(item)), ...rest };
      }),
      200,
    ),
);

expenses.openapi(
  operation("person", {
    method: "get",
    path: "/expenses/paydown-plans/active",
    tags,
    summary: "List active paydown plans",
    description: "Debts being paid down, with their remaining amounts.",
    responses: { 200: json(listOf(PaydownPlan)) },
  }),
  async (c) => c.json(await fetching(async () => whole((await activePaydownPlans(c.var.ctx)).map(paydownAnswer))), 200),
);

expenses.openapi(
  operation("person", {
    method: "get",
    path: "/expenses/monthly",
    tags,
    summary: "List a month's expenses",
    description: "One item per occurrence.",
    request: { query: MonthQuery },
    responses: { 200: json(listOf(ExpenseOccurrence)) },
  }),
  async (c) =>
    c.json(
      await fetching(async () =>
        whole((await expensesOfMonth(c.var.ctx, monthOf(c.req.valid("query")))).map(expenseOccurrence)),
      ),
      200,
    ),
);

expenses.openapi(
  operation("person", {
    method: "get",
    path: "/expenses/monthly/summary",
    tags,
    summary: "Get a summary of a month's expenses",
    description: "The total, and the amount of each category.",
    request: { query: SummaryQuery },
    responses: { 200: json(MonthlySummary) },
  }),
  async (c) => {
    const query = c.req.valid("query");
    return c.json(
      await fetching(async () => {
        const { expenses, currency, currencies } = await cashflowOfMonth(c.var.ctx, monthOf(query), query);
        return { ...summaryAnswer(expenses), currency, currencies };
      }),
      200,
    );
  },
);

expenses.openapi(
  operation("person", {
    method: "get",
    path: "/expenses/one-time",
    tags,
    summary: "List one-time expenses",
    description: "In a range of months, both inclusive.",
    request: { query: RangeQuery },
    responses: { 200: json(listOf(Expense)) },
  }),
  async (c) =>
    c.json(
      await fetching(async () =>
        whole((await oneTimeExpenses(c.var.ctx, rangeOf(c.req.valid("query")))).map((item) => expenseAnswer(item))),
      ),
      200,
    ),
);

expenses.openapi(
  operation("person", {
    method: "get",
    path: "/expenses/{id}",
    tags,
    summary: "Get an expense",
    request: { params: itemParams },
    responses: { 200: json(Expense) },
  }),
  async (c) =>
    c.json(await fetching(async () => expenseAnswer(await findExpense(c.var.ctx, c.req.valid("param").id))), 200),
);

expenses.openapi(
  operation("person", {
    method: "patch",
    path: "/expenses/{id}",
    tags,
    summary: "Update an expense",
    description: "A one-time expense has no end date.",
    request: { params: itemParams, body: jsonRequest(ExpensePatch) },
    responses: { 200: json(Expense) },
  }),
  async (c) =>
    c.json(
      expenseAnswer(
        await withErrorMessage("Failed to update expense", () =>
          updateExpense(c.var.ctx, c.req.valid("param").id, c.req.valid("json")),
        ),
      ),
      200,
    ),
);

expenses.openapi(
  operation("person", {
    method: "delete",
    path: "/expenses/{id}",
    tags,
    summary: "Delete an expense",
    description: "Deletes all its occurrences.",
    request: { params: itemParams },
    responses: { 204: noContent },
  }),
  async (c) => {
    await withErrorMessage("Failed to delete expense", () => deleteExpense(c.var.ctx, c.req.valid("param").id));
    return c.body(null, 204);
  },
);
