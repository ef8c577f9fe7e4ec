import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { monthOf } from "~/domain/finance/cashflow/cashflow";
import { cashflowOfMonth, incomeOfMonth } from "~/domain/finance/cashflow/cashflow.server";
import { MonthlySummary, MonthQuery, RangeQuery, SummaryQuery } from "~/domain/finance/cashflow/schema";
import { summaryAnswer } from "~/domain/finance/cashflow/serialize";
import {
  createIncome,
  deleteIncome,
  findIncome,
  listIncome,
  oneTimeIncome,
  updateIncome,
} from "~/domain/finance/tracker/income.server";
import { ITEM_MESSAGES } from "~/domain/finance/tracker/messages";
import { Income, IncomeOccurrence, IncomePatch, listOf, NewIncome } from "~/domain/finance/tracker/schema";
import { incomeAnswer, incomeOccurrence } from "~/domain/finance/tracker/serialize";
import { withErrorMessage } from "~/domain/shared/errors";
import { paging } from "~/domain/shared/fields";
import { itemParams, rangeOf, whole } from "./finance-queries";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Income"];
const fetching = <T>(run: () => Promise<T>) => withErrorMessage(ITEM_MESSAGES.income.notLoaded, run);

export const income = new OpenAPIHono<HonoEnv>();

income.openapi(
  operation("person", {
    method: "post",
    path: "/income",
    tags,
    summary: "Create income",
    description: "Repeats from its date at its frequency.",
    request: { body: jsonRequest(NewIncome) },
    responses: { 201: json(Income) },
  }),
  async (c) =>
    c.json(
      incomeAnswer(
        await withErrorMessage("Failed to create income entry.", () => createIncome(c.var.ctx, c.req.valid("json"))),
      ),
      201,
    ),
);

income.openapi(
  operation("person", {
    method: "get",
    path: "/income",
    tags,
    summary: "List income",
    description: "Latest date first.",
    request: { query: z.object(paging) },
    responses: { 200: json(listOf(Income)) },
  }),
  async (c) =>
    c.json(
      await fetching(async () => {
        const { items, ...rest } = await listIncome(c.var.ctx, c.req.valid("query"));
        return { items: items.map((item) => incomeAnswer(item)), ...rest };
      }),
      200,
    ),
);

income.openapi(
  operation("person", {
    method: "get",
    path: "/income/monthly",
    tags,
    summary: "List a month's income",
    description: "One item per occurrence.",
    request: { query: MonthQuery },
    responses: { 200: json(listOf(IncomeOccurrence)) },
  }),
  async (c) =>
    c.json(
      await fetching(async () =>
        whole((await incomeOfMonth(c.var.ctx, monthOf(c.req.valid("query")))).map(incomeOccurrence)),
      ),
      200,
    ),
);

income.openapi(
  operation("person", {
    method: "get",
    path: "/income/monthly/summary",
    tags,
    summary: "Get a summary of a month's income",
    description: "The total, and the amount of each category.",
    request: { query: SummaryQuery },
    responses: { 200: json(MonthlySummary) },
  }),
  async (c) => {
    const query = c.req.valid("query");
    return c.json(
      await fetching(async () => {
        const { income, currency, currencies } = await cashflowOfMonth(c.var.ctx, monthOf(query), query);
        return { ...summaryAnswer(income), currency, currencies };
      }),
      200,
    );
  },
);

income.openapi(
  operation("person", {
    method: "get",
    path: "/income/one-time",
    tags,
    summary: "List one-time income",
    description: "In a range of months, both inclusive.",
    request: { query: RangeQuery },
    responses: { 200: json(listOf(Income)) },
  }),
  async (c) =>
    c.json(
      await fetching(async () =>
        whole((await oneTimeIncome(c.var.ctx, rangeOf(c.req.valid("query")))).map((item) => incomeAnswer(item))),
      ),
      200,
    ),
);

income.openapi(
  operation("person", {
    method: "get",
    path: "/income/{id}",
    tags,
    summary: "Get income",
    request: { params: itemParams },
    responses: { 200: json(Income) },
  }),
  async (c) =>
    c.json(await fetching(async () => incomeAnswer(await findIncome(c.var.ctx, c.req.valid("param").id))), 200),
);

income.openapi(
  operation("person", {
    method: "patch",
    path: "/income/{id}",
    tags,
    summary: "Update income",
    description: "One-time income has no end date.",
    request: { params: itemParams, body: jsonRequest(IncomePatch) },
    responses: { 200: json(Income) },
  }),
  async (c) =>
    c.json(
      incomeAnswer(
        await withErrorMessage("Failed to update income entry.", () =>
          updateIncome(c.var.ctx, c.req.valid("param").id, c.req.valid("json")),
        ),
      ),
      200,
    ),
);

income.openapi(
  operation("person", {
    method: "delete",
    path: "/income/{id}",
    tags,
    summary: "Delete income",
    description: "Deletes all its occurrences.",
    request: { params: itemParams },
    responses: { 204: noContent },
  }),
  async (c) => {
    await withErrorMessage("Failed to delete income.", () => deleteIncome(c.var.ctx, c.req.valid("param").id));
    return c.body(null, 204);
  },
);
