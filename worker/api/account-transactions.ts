import { z } from "zod";
import { Transaction, TransactionPage } from "~/domain/finance/accounts/schema";
import {
  createTransaction,
  deleteTransaction,
  listTransactions,
  transaction,
  updateTransaction,
} from "~/domain/finance/accounts/transactions.server";
import { TransactionAnswer, transactionOf } from "./bank-account-shapes";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Bank accounts";
const params = z.object({ id: z.string() });

export const accountTransactions: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/bank-accounts/{id}/transactions",
    tag,
    summary: "A page of an account's transactions, newest first",
    params,
    query: TransactionPage,
    answer: z.object({ transactions: z.array(TransactionAnswer), total: z.int() }),
    run: async ({ ctx, params, query }) => {
      const { transactions, total } = await listTransactions(ctx, params.id, query);
      return { transactions: transactions.map(transactionOf), total };
    },
  }),
  endpoint({
    method: "post",
    path: "/bank-accounts/{id}/transactions",
    tag,
    summary: "Add a transaction; a transfer shows in both accounts",
    params,
    body: Transaction,
    status: 201,
    answer: TransactionAnswer,
    run: async ({ ctx, params, body }) => {
      const { id } = await createTransaction(ctx, params.id, body);
      return transactionOf(await transaction(ctx, id));
    },
  }),
  endpoint({
    method: "put",
    path: "/account-transactions/{id}",
    tag,
    summary: "Change a transaction; either half of a transfer changes both",
    params,
    body: Transaction,
    answer: TransactionAnswer,
    run: async ({ ctx, params, body }) => {
      await updateTransaction(ctx, params.id, body);
      return transactionOf(await transaction(ctx, params.id));
    },
  }),
  endpoint({
    method: "delete",
    path: "/account-transactions/{id}",
    tag,
    summary: "Remove a transaction, a transfer with both halves",
    params,
    status: 204,
    run: ({ ctx, params }) => deleteTransaction(ctx, params.id),
  }),
];
