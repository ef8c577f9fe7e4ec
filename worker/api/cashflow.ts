import { OpenAPIHono } from "@hono/zod-openapi";
import type { HonoEnv } from "#worker/env";
import { monthOf } from "~/domain/finance/cashflow/cashflow";
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
  ProjectedAssets,
  ProjectionChoice,
  ProjectionQuery,
  YearlyCashflow,
  YearQuery,
} from "~/domain/finance/cashflow/schema";
import { cashflowAnswer, oneTimeAnswer, projectedAssetsAnswer } from "~/domain/finance/cashflow/serialize";
import { projectedAssetsAt, setProjectionMode } from "~/domain/finance/forecast/projection.server";
import { expenseOccurrence, incomeOccurrence } from "~/domain/finance/tracker/serialize";
import { withErrorMessage } from "~/domain/shared/errors";
import { monthIndex, monthKey } from "~/domain/shared/time/dates";
import { householdToday } from "~/domain/shared/time/household-day";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Cashflow"];

export const cashflow = new OpenAPIHono<HonoEnv>();

cashflow.openapi(
  operation("person", {
    method: "get",
    path: "/cashflow/monthly",
    tags,
    summary: "Get a month's cashflow",
    description: "Income, expenses, net and savings rate; the current month by default.",
    request: { query: MonthlyQuery },
    responses: { 200: json(MonthlyCashflow) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const query = c.req.valid("query");
    const current = monthIndex(monthKey(householdToday(ctx)));
    const { year = Math.floor(current / 12), month = (current % 12) + 1 } = query;
    return c.json(cashflowAnswer(await cashflowOfMonth(ctx, monthOf({ year, month }), query)), 200);
  },
);

cashflow.openapi(
  operation("person", {
    method: "get",
    path: "/cashflow/monthly/details",
    tags,
    summary: "Get a month's cashflow with every occurrence",
    request: { query: CashflowQuery },
    responses: { 200: json(MonthlyDetails) },
  }),
  async (c) => {
    const query = c.req.valid("query");
    const { cashflow, income, expenses } = await cashflowDetails(c.var.ctx, monthOf(query), query);
    return c.json(
      {
        ...cashflowAnswer(cashflow),
        incomeItems: income.map(incomeOccurrence),
        expenseItems: expenses.map(expenseOccurrence),
      },
      200,
    );
  },
);

cashflow.openapi(
  operation("person", {
    method: "get",
    path: "/cashflow/yearly",
    tags,
    summary: "Get a year's cashflow by month",
    description: "Months 1 to 12. Supports If-None-Match.",
    request: { query: YearQuery },
    responses: { 200: json(YearlyCashflow), 304: { description: "Not modified" } },
  }),
  async (c) => {
    const query = c.req.valid("query");
    const { months, revision } = await withErrorMessage("Failed to fetch yearly cashflow data", () =>
      cashflowOfYear(c.var.ctx, query.year, query),
    );
    const revisionTag = `W/"${query.year}-${query.currency ?? ""}-${revision}"`;
    c.header("ETag", revisionTag);
    c.header("Cache-Control", "private, no-cache");
    c.header("Vary", "Authorization, Cookie");
    if (c.req.header("if-none-match") === revisionTag) return c.body(null, 304);
    return c.json(Object.fromEntries(months.map((each) => [String(each.month), cashflowAnswer(each)])), 200);
  },
);

cashflow.openapi(
  operation("person", {
    method: "get",
    path: "/cashflow/one-time-transactions",
    tags,
    summary: "List one-time income and expenses",
    description: "In a range of months, both inclusive; to December by default.",
    request: { query: OneTimeQuery },
    responses: { 200: json(OneTimeTransactions) },
  }),
  async (c) => {
    const query = c.req.valid("query");
    const range = {
      from: monthOf({ year: query.fromYear, month: query.fromMonth }),
      to: monthOf({ year: query.toYear, month: query.toMonth }),
    };
    return c.json(oneTimeAnswer(await oneTimeTransactions(c.var.ctx, range, query)), 200);
  },
);

cashflow.openapi(
  operation("person", {
    method: "get",
    path: "/cashflow/projected-assets",
    tags,
    summary: "Get projected assets",
    description: "At the end of the current month or of a later month.",
    request: { query: ProjectionQuery },
    responses: { 200: json(ProjectedAssets) },
  }),
  async (c) => {
    const query = c.req.valid("query");
    const assets = await projectedAssetsAt(c.var.ctx, monthOf(query), query);
    return c.json({ ...projectedAssetsAnswer(assets), month: query.month, year: query.year }, 200);
  },
);

cashflow.openapi(
  operation("person", {
    method: "put",
    path: "/cashflow/projection-mode",
    tags,
    summary: "Set how projected assets count the current month",
    description: "Holds for every screen and for the API.",
    request: { body: jsonRequest(ProjectionChoice) },
    responses: { 200: json(ProjectionChoice) },
  }),
  async (c) => c.json(await setProjectionMode(c.var.ctx, c.req.valid("json").mode), 200),
);
