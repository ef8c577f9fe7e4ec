import {
  cashflowDetails,
  cashflowOfMonth,
  cashflowOfYear,
  oneTimeTransactions,
} from "~/domain/finance/cashflow/cashflow.server";
import {
  CashflowQuery,
  MonthlyCashflow,
  MonthlyDetails,
  MonthlyQuery,
  OneTimeQuery,
  OneTimeTransactions,
  YearlyCashflow,
  YearQuery,
} from "~/domain/finance/cashflow/schema";
import { cashflowAnswer, oneTimeAnswer } from "~/domain/finance/cashflow/serialize";
import { householdToday } from "~/domain/finance/tracker/rows.server";
import { expenseOccurrence, incomeOccurrence } from "~/domain/finance/tracker/serialize";
import { monthIndex, monthKey } from "~/domain/shared/dates";
import { withErrorMessage } from "~/domain/shared/errors";
import { type Endpoint, endpoint } from "./endpoint";
import { monthOf } from "./finance-queries";

const tag = "Cashflow";

export const cashflow: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/cashflow/monthly",
    tag,
    summary: "A month's income, expenses, net and savings rate; the current month unless one is given",
    query: MonthlyQuery,
    answer: MonthlyCashflow,
    run: async ({ ctx, query }) => {
      const current = monthIndex(monthKey(householdToday(ctx)));
      const { year = Math.floor(current / 12), month = (current % 12) + 1 } = query;
      return cashflowAnswer(await cashflowOfMonth(ctx, monthOf({ year, month }), query));
    },
  }),
  endpoint({
    method: "get",
    path: "/cashflow/monthly/details",
    tag,
    summary: "A month's cashflow with every occurrence that makes it up",
    query: CashflowQuery,
    answer: MonthlyDetails,
    run: async ({ ctx, query }) => {
      const { cashflow, income, expenses } = await cashflowDetails(ctx, monthOf(query), query);
      return {
        ...cashflowAnswer(cashflow),
        incomeItems: income.map(incomeOccurrence),
        expenseItems: expenses.map(expenseOccurrence),
      };
    },
  }),
  endpoint({
    method: "get",
    path: "/cashflow/yearly",
    tag,
    summary:
      "A year's cashflow by month, 1 to 12; a client may keep it and ask with If-None-Match whether it still holds",
    query: YearQuery,
    answer: YearlyCashflow,
    run: ({ ctx, query, c }) =>
      withErrorMessage("Failed to fetch yearly cashflow data", async () => {
        const { months, revision } = await cashflowOfYear(ctx, query.year, query);
        const tag = `W/"${query.year}-${query.currency ?? ""}-${revision}"`;
        c.header("ETag", tag);
        c.header("Cache-Control", "private, no-cache");
        c.header("Vary", "Authorization, Cookie");
        if (c.req.header("if-none-match") === tag) return c.body(null, 304);
        return Object.fromEntries(months.map((each) => [each.month, cashflowAnswer(each)]));
      }),
  }),
  endpoint({
    method: "get",
    path: "/cashflow/one-time-transactions",
    tag,
    summary: "What happens once from a month to a month, both inclusive; to December unless told",
    query: OneTimeQuery,
    answer: OneTimeTransactions,
    run: async ({ ctx, query }) => {
      const range = {
        from: monthOf({ year: query.fromYear, month: query.fromMonth }),
        to: monthOf({ year: query.toYear, month: query.toMonth }),
      };
      return oneTimeAnswer(await oneTimeTransactions(ctx, range, query));
    },
  }),
];
