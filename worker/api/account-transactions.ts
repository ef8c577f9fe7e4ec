import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { TRANSACTION_TYPES } from "~/domain/finance/accounts/account";
import { Transaction, TransactionPage } from "~/domain/finance/accounts/schema";
import {
  createTransaction,
  deleteTransaction,
  listTransactions,
  type TransactionView,
  transaction,
  updateTransaction,
} from "~/domain/finance/accounts/transactions.server";
import { decidePlannedMatch, forgetPlannedMatch } from "~/domain/finance/cashflow/match.server";
import { PlannedMatch } from "~/domain/finance/cashflow/schema";
import { toDecimal } from "~/domain/shared/money";
import { json, jsonRequest, noContent, operation } from "./operation";

const TransactionAnswer = z.object({
  id: z.string(),
  accountId: z.string().describe("For a transfer, the account the money leaves"),
  toAccountId: z.string().nullable(),
  amount: z.number().describe("Positive, except for an adjustment; `type` gives the direction"),
  transactionDate: z.string().describe("YYYY-MM-DD"),
  description: z.string(),
  merchantName: z.string().nullable(),
  type: z.enum(TRANSACTION_TYPES),
  category: z.string(),
  isReconciled: z.boolean(),
  notes: z.string().nullable(),
  pending: z.boolean(),
  plaidTransactionId: z.string().nullable(),
  version: z.int(),
});

function transactionOf(row: TransactionView): z.input<typeof TransactionAnswer> {
  const arrives = row.leg === "in";
  const other = row.otherAccountId;
  return {
    id: row.id,
    accountId: arrives && other ? other : row.accountId,
    toAccountId: arrives ? row.accountId : other,
    amount: toDecimal(row.type === "adjustment" ? row.amountMinor : Math.abs(row.amountMinor)),
    transactionDate: row.transactionDate,
    description: row.description,
    merchantName: row.merchantName,
    type: row.type,
    category: row.category,
    isReconciled: row.isReconciled,
    notes: row.notes,
    pending: row.pending,
    plaidTransactionId: row.plaidTransactionId,
    version: row.version,
  };
}

const tags = ["Bank accounts"];

const params = z.object({ id: z.string() });

export const accountTransactions = new OpenAPIHono<HonoEnv>();

accountTransactions.openapi(
  operation("person", {
    method: "get",
    path: "/bank-accounts/{id}/transactions",
    tags,
    summary: "List a bank account's transactions",
    description: "Newest first.",
    request: { params, query: TransactionPage },
    responses: { 200: json(z.object({ transactions: z.array(TransactionAnswer), total: z.int() })) },
  }),
  async (c) => {
    const { transactions, total } = await listTransactions(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.json({ transactions: transactions.map(transactionOf), total }, 200);
  },
);

accountTransactions.openapi(
  operation("person", {
    method: "post",
    path: "/bank-accounts/{id}/transactions",
    tags,
    summary: "Create a transaction",
    description: "A transfer appears in both accounts.",
    request: { params, body: jsonRequest(Transaction) },
    responses: { 201: json(TransactionAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createTransaction(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(transactionOf(await transaction(ctx, id)), 201);
  },
);

accountTransactions.openapi(
  operation("person", {
    method: "put",
    path: "/account-transactions/{id}",
    tags,
    summary: "Update a transaction",
    description: "Updating one side of a transfer updates both.",
    request: { params, body: jsonRequest(Transaction) },
    responses: { 200: json(TransactionAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const params = c.req.valid("param");
    await updateTransaction(ctx, params.id, c.req.valid("json"));
    return c.json(transactionOf(await transaction(ctx, params.id)), 200);
  },
);

accountTransactions.openapi(
  operation("person", {
    method: "put",
    path: "/account-transactions/{id}/planned-match",
    tags,
    summary: "Match a transaction to a planned occurrence",
    description: "Also records that it matches none.",
    request: { params, body: jsonRequest(PlannedMatch) },
    responses: { 200: json(PlannedMatch) },
  }),
  async (c) => c.json(await decidePlannedMatch(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
);

accountTransactions.openapi(
  operation("person", {
    method: "delete",
    path: "/account-transactions/{id}/planned-match",
    tags,
    summary: "Clear a transaction's match to a planned occurrence",
    description: "The match is worked out automatically again.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await forgetPlannedMatch(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

accountTransactions.openapi(
  operation("person", {
    method: "delete",
    path: "/account-transactions/{id}",
    tags,
    summary: "Delete a transaction",
    description: "A transfer is deleted from both accounts.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteTransaction(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);
