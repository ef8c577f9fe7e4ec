import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { TRANSACTION_CATEGORIES, TRANSACTION_TYPES } from "~/domain/finance/accounts/account";
import { type HouseholdTransaction, listAllTransactions } from "~/domain/finance/accounts/all-transactions.server";
import {
  applyRule,
  createRule,
  deleteRule,
  listRules,
  previewRule,
} from "~/domain/finance/accounts/category-rules.server";
import { changeTransactions, undoChange } from "~/domain/finance/accounts/change-transactions.server";
import { CategoryRule, TransactionFilter, TransactionsChange } from "~/domain/finance/accounts/schema";
import { CURRENCIES, toDecimal } from "~/domain/shared/money";
import type { HonoEnv } from "../env";
import { json, jsonRequest, noContent, operation } from "./operation";

const TransactionLine = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  currency: z.enum(CURRENCIES),
  transactionDate: z.string().describe("YYYY-MM-DD"),
  amount: z.number().describe("As the holder sees it: money out is negative"),
  type: z.enum(TRANSACTION_TYPES),
  category: z.string(),
  description: z.string(),
  merchantName: z.string().nullable(),
  notes: z.string().nullable(),
  pending: z.boolean(),
  isReconciled: z.boolean(),
  excluded: z.boolean().describe("Counts in no month"),
  isNew: z.boolean().describe("Came from a bank or a file and waits to be reviewed"),
  version: z.int(),
});

function lineOf({ date, amountMinor, ...row }: HouseholdTransaction): z.input<typeof TransactionLine> {
  const { id, accountId, accountName, currency, type, category, description, merchantName, notes } = row;
  return {
    ...{ id, accountId, accountName, currency, type, category, description, merchantName, notes },
    ...{ transactionDate: date, amount: toDecimal(amountMinor), pending: row.pending, isReconciled: row.isReconciled },
    ...{ excluded: row.excluded, isNew: row.isNew, version: row.version },
  };
}

const Changed = z.object({
  id: z.string().nullable().describe("For undoing it; null where nothing changed"),
  changed: z.int(),
  left: z.int().describe("Transactions that could not take the change, such as transfers"),
});

const Rule = z.object({
  id: z.string(),
  pattern: z.string(),
  category: z.enum(TRANSACTION_CATEGORIES),
  merchantName: z.string().nullable(),
});

const tags = ["Bank accounts"];
const params = z.object({ id: z.string() });

export const transactions = new OpenAPIHono<HonoEnv>();

transactions.openapi(
  operation("person", {
    method: "get",
    path: "/account-transactions",
    tags,
    summary: "List the transactions of all accounts, searched, filtered and sorted",
    request: { query: TransactionFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(TransactionLine),
          nextCursor: z.string().nullable(),
          total: z.number().nullable().describe("Not counted: a household may have a hundred thousand"),
          toReview: z.int(),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor, openCount } = await listAllTransactions(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(lineOf), nextCursor, total: null, toReview: openCount }, 200);
  },
);

transactions.openapi(
  operation("person", {
    method: "post",
    path: "/account-transactions/changes",
    tags,
    summary: "Change the category of many transactions, exclude them, or mark them as reviewed",
    request: { body: jsonRequest(TransactionsChange) },
    responses: { 201: json(Changed) },
  }),
  async (c) => c.json(await changeTransactions(c.var.ctx, c.req.valid("json")), 201),
);

transactions.openapi(
  operation("person", {
    method: "post",
    path: "/account-transactions/changes/{id}/undo",
    tags,
    summary: "Undo a change of many transactions; those that were changed again since stay",
    request: { params },
    responses: { 200: json(z.object({ restored: z.int(), kept: z.int() })) },
  }),
  async (c) => c.json(await undoChange(c.var.ctx, c.req.valid("param").id), 200),
);

transactions.openapi(
  operation("person", {
    method: "get",
    path: "/category-rules",
    tags,
    summary: "List the household's category rules, newest first",
    responses: { 200: json(z.object({ items: z.array(Rule), nextCursor: z.string().nullable(), total: z.int() })) },
  }),
  async (c) => {
    const items = await listRules(c.var.ctx);
    return c.json({ items, nextCursor: null, total: items.length }, 200);
  },
);

transactions.openapi(
  operation("person", {
    method: "post",
    path: "/category-rules",
    tags,
    summary: "Add a rule for what banks and files bring from now on",
    request: { body: jsonRequest(CategoryRule) },
    responses: { 201: json(Rule) },
  }),
  async (c) => c.json(await createRule(c.var.ctx, c.req.valid("json")), 201),
);

transactions.openapi(
  operation("person", {
    method: "delete",
    path: "/category-rules/{id}",
    tags,
    summary: "Delete a rule; transactions it has sorted stay as they are",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteRule(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

transactions.openapi(
  operation("person", {
    method: "get",
    path: "/category-rules/{id}/preview",
    tags,
    summary: "What applying a rule to earlier transactions would change",
    request: { params },
    responses: {
      200: json(
        z.object({
          count: z.int(),
          examples: z.array(
            z.object({
              id: z.string(),
              date: z.string(),
              description: z.string(),
              category: z.string(),
              amount: z.number(),
            }),
          ),
        }),
      ),
    },
  }),
  async (c) => {
    const { count, examples } = await previewRule(c.var.ctx, c.req.valid("param").id);
    return c.json(
      { count, examples: examples.map(({ amountMinor, ...row }) => ({ ...row, amount: toDecimal(amountMinor) })) },
      200,
    );
  },
);

transactions.openapi(
  operation("person", {
    method: "post",
    path: "/category-rules/{id}/apply",
    tags,
    summary: "Apply a rule to earlier transactions; it can be undone like any change",
    request: { params },
    responses: { 200: json(Changed) },
  }),
  async (c) => c.json(await applyRule(c.var.ctx, c.req.valid("param").id), 200),
);
