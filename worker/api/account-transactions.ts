import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { Transaction, TransactionPage } from "~/domain/finance/accounts/schema";
import {
  createTransaction,
  deleteTransaction,
  listTransactions,
  transaction,
  updateTransaction,
} from "~/domain/finance/accounts/transactions.server";
import type { HonoEnv } from "../env";
import { TransactionAnswer, transactionOf } from "./bank-account-shapes";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Bank accounts"];
const params = z.object({ id: z.string() });

export const accountTransactions = new OpenAPIHono<HonoEnv>();

accountTransactions.openapi(
  operation("person", {
    method: "get",
    path: "/bank-accounts/{id}/transactions",
    tags,
    summary: "A page of an account's transactions, newest first",
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
    summary: "Add a transaction; a transfer shows in both accounts",
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
    summary: "Change a transaction; either half of a transfer changes both",
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
    method: "delete",
    path: "/account-transactions/{id}",
    tags,
    summary: "Remove a transaction, a transfer with both halves",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteTransaction(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);
