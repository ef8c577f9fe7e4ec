import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
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
import { json, jsonRequest, noContent, operation } from "./operation";

const TransactionLine = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  currency: z.enum(CURRENCIES),
  transactionDate: z.string().describe("YYYY-MM-DD"),
  amount: z.number().describe("Negative for money out"),
  type: z.enum(TRANSACTION_TYPES),
  category: z.string(),
  description: z.string(),
  merchantName: z.string().nullable(),
  notes: z.string().nullable(),
  pending: z.boolean(),
  isReconciled: z.boolean(),
  excluded: z.boolean().describe("True if it counts in no month"),
  isNew: z.boolean().describe("True if it came from a bank or a file and is not reviewed yet"),
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
  id: z.string().nullable().describe("Id for undoing the update; null if nothing changed"),
  changed: z.int(),
  left: z.int().describe("Number of transactions that could not be changed, such as transfers"),
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
    summary: "List transactions of all bank accounts",
    description: "Can be searched, filtered and sorted.",
    request: { query: TransactionFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(TransactionLine),
          nextCursor: z.string().nullable(),
          total: z.number().nullable().describe("Always null: transactions are not counted"),
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
    summary: "Update many transactions at once",
    description: "Changes their category, excludes them or marks them as reviewed.",
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
    summary: "Undo an update of many transactions",
    description: "Transactions that were changed again since then stay as they are.",
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
    summary: "List category rules",
    description: "Newest first.",
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
    summary: "Create a category rule",
    description: "Applies to transactions that banks and files bring in from now on.",
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
    summary: "Delete a category rule",
    description: "Transactions it has already categorized stay as they are.",
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
    summary: "Preview applying a category rule to earlier transactions",
    request: { params },
    responses: {
      200: json(
        z.object({
          count: z.int().describe("At most 2,000, as many as are changed at once"),
          examples: z.array(
            z.object({
              id: z.string(),
              date: z.string(),
              description: z.string(),
              category: z.string(),
              amount: z.number(),
              currency: z.enum(CURRENCIES),
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
    summary: "Apply a category rule to earlier transactions",
    description: "Can be undone like any update of many transactions.",
    request: { params },
    responses: { 200: json(Changed) },
  }),
  async (c) => c.json(await applyRule(c.var.ctx, c.req.valid("param").id), 200),
);
