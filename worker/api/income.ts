import { z } from "zod";
import { cashflowOfMonth } from "~/domain/finance/cashflow/cashflow.server";
import { MonthlySummary, MonthQuery, RangeQuery, SummaryQuery } from "~/domain/finance/cashflow/schema";
import { summaryAnswer } from "~/domain/finance/cashflow/serialize";
import {
  createIncome,
  deleteIncome,
  findIncome,
  incomeOfMonth,
  listIncome,
  oneTimeIncome,
  updateIncome,
} from "~/domain/finance/tracker/income.server";
import { Income, IncomeOccurrence, IncomePatch, listOf, NewIncome } from "~/domain/finance/tracker/schema";
import { incomeAnswer, incomeOccurrence } from "~/domain/finance/tracker/serialize";
import { withErrorMessage } from "~/domain/shared/errors";
import { paging } from "~/domain/shared/fields";
import { type Endpoint, endpoint } from "./endpoint";
import { itemParams, monthOf, rangeOf, whole } from "./finance-queries";

const tag = "Income";
const fetching = <T>(run: () => Promise<T>) => withErrorMessage("Failed to fetch income", run);

export const income: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/income",
    tag,
    summary: "Add an income, which happens by its frequency from its date",
    body: NewIncome,
    status: 201,
    answer: Income,
    run: async ({ ctx, body }) =>
      incomeAnswer(await withErrorMessage("Failed to create income entry.", () => createIncome(ctx, body))),
  }),
  endpoint({
    method: "get",
    path: "/income",
    tag,
    summary: "The household's income as it was entered, the latest date first",
    query: z.object(paging),
    answer: listOf(Income),
    run: ({ ctx, query }) =>
      fetching(async () => {
        const { items, ...rest } = await listIncome(ctx, query);
        return { items: items.map((item) => incomeAnswer(item)), ...rest };
      }),
  }),
  endpoint({
    method: "get",
    path: "/income/monthly",
    tag,
    summary: "A month's income, one line for each day on which one falls",
    query: MonthQuery,
    answer: listOf(IncomeOccurrence),
    run: ({ ctx, query }) =>
      fetching(async () => whole((await incomeOfMonth(ctx, monthOf(query))).map(incomeOccurrence))),
  }),
  endpoint({
    method: "get",
    path: "/income/monthly/summary",
    tag,
    summary: "A month's income in total and by category",
    query: SummaryQuery,
    answer: MonthlySummary,
    run: ({ ctx, query }) =>
      fetching(async () => {
        const { income, currency, currencies } = await cashflowOfMonth(ctx, monthOf(query), query);
        return { ...summaryAnswer(income), currency, currencies };
      }),
  }),
  endpoint({
    method: "get",
    path: "/income/one-time",
    tag,
    summary: "What is earned once within a range of months, both inclusive",
    query: RangeQuery,
    answer: listOf(Income),
    run: ({ ctx, query }) =>
      fetching(async () => whole((await oneTimeIncome(ctx, rangeOf(query))).map((item) => incomeAnswer(item)))),
  }),
  endpoint({
    method: "get",
    path: "/income/{id}",
    tag,
    summary: "One income",
    params: itemParams,
    answer: Income,
    run: ({ ctx, params }) => fetching(async () => incomeAnswer(await findIncome(ctx, params.id))),
  }),
  endpoint({
    method: "patch",
    path: "/income/{id}",
    tag,
    summary: "Change an income; one that now happens once has no end date",
    params: itemParams,
    body: IncomePatch,
    answer: Income,
    run: async ({ ctx, params, body }) =>
      incomeAnswer(await withErrorMessage("Failed to update income entry.", () => updateIncome(ctx, params.id, body))),
  }),
  endpoint({
    method: "delete",
    path: "/income/{id}",
    tag,
    summary: "Delete an income with all of its occurrences",
    params: itemParams,
    status: 204,
    run: ({ ctx, params }) => withErrorMessage("Failed to delete income.", () => deleteIncome(ctx, params.id)),
  }),
];
