import { z } from "zod";
import {
  account,
  archiveAccount,
  createAccount,
  deleteAccount,
  listAccounts,
  setActive,
  updateAccount,
} from "~/domain/finance/accounts/accounts.server";
import { BankAccount, BankAccountChange } from "~/domain/finance/accounts/schema";
import { AccountAnswer, accountOf } from "./bank-account-shapes";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Bank accounts";
const params = z.object({ id: z.string() });

export const bankAccounts: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/bank-accounts",
    tag,
    summary: "All accounts of the household, archived ones among them",
    answer: z.array(AccountAnswer),
    run: async ({ ctx }) => (await listAccounts(ctx)).map(accountOf),
  }),
  endpoint({
    method: "post",
    path: "/bank-accounts",
    tag,
    summary: "Add an account with its starting balance; for a credit account what is owed",
    body: BankAccount,
    status: 201,
    answer: AccountAnswer,
    run: async ({ ctx, body }) => {
      const { id } = await createAccount(ctx, body);
      return accountOf(await account(ctx, id));
    },
  }),
  endpoint({
    method: "get",
    path: "/bank-accounts/{id}",
    tag,
    summary: "One account",
    params,
    answer: AccountAnswer,
    run: async ({ ctx, params }) => accountOf(await account(ctx, params.id)),
  }),
  endpoint({
    method: "put",
    path: "/bank-accounts/{id}",
    tag,
    summary: "Change an account; only isActive archives or reactivates it",
    params,
    body: BankAccountChange,
    answer: AccountAnswer,
    run: async ({ ctx, params, body }) => {
      if ("name" in body) await updateAccount(ctx, params.id, body);
      else await setActive(ctx, params.id, body);
      return accountOf(await account(ctx, params.id));
    },
  }),
  endpoint({
    method: "delete",
    path: "/bank-accounts/{id}",
    tag,
    summary: "Delete an account with all its transactions and imports",
    params,
    status: 204,
    run: ({ ctx, params }) => deleteAccount(ctx, params.id),
  }),
  endpoint({
    method: "post",
    path: "/bank-accounts/{id}/archive",
    tag,
    summary: "Archive an account: it stays in sight, leaves the totals and takes no new transactions",
    params,
    answer: AccountAnswer,
    run: async ({ ctx, params }) => {
      await archiveAccount(ctx, params.id);
      return accountOf(await account(ctx, params.id));
    },
  }),
];
