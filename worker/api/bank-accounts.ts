import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { ACCOUNT_TYPES } from "~/domain/finance/accounts/account";
import {
  type AccountView,
  account,
  archiveAccount,
  createAccount,
  deleteAccount,
  listAccounts,
  setActive,
  updateAccount,
} from "~/domain/finance/accounts/accounts.server";
import { BankAccount, BankAccountChange } from "~/domain/finance/accounts/schema";
import { CURRENCIES, toDecimal } from "~/domain/shared/money";
import { decimalOrNull } from "./answer-fields";
import { json, jsonRequest, noContent, operation } from "./operation";

export const AccountAnswer = z.object({
  id: z.string(),
  name: z.string(),
  accountNumber: z.string().nullable(),
  accountType: z.enum(ACCOUNT_TYPES),
  currentBalance: z.number().describe("Current balance; for a credit account, the amount owed"),
  availableBalance: z.number().nullable(),
  institutionId: z.int().nullable(),
  institution: z.object({ id: z.int(), name: z.string(), logo: z.string().nullable() }).nullable(),
  institutionName: z.string().nullable(),
  description: z.string().nullable(),
  currency: z.enum(CURRENCIES),
  isActive: z.boolean(),
  plaidAccountId: z.string().nullable(),
  plaidItemId: z.string().nullable(),
  accountMask: z.string().nullable(),
  balanceIsoCurrencyCode: z.string().nullable(),
  lastSyncTimestamp: z.string().nullable(),
  balanceLastUpdatedTimestamp: z.string().nullable(),
  version: z.int(),
});

export function accountOf(row: AccountView): z.input<typeof AccountAnswer> {
  const institution =
    row.institutionId === null || row.institutionName === null
      ? null
      : { id: row.institutionId, name: row.institutionName, logo: row.institutionLogo };
  return {
    id: row.id,
    name: row.name,
    accountNumber: row.accountNumber,
    accountType: row.accountType,
    currentBalance: toDecimal(row.currentBalanceMinor),
    availableBalance: decimalOrNull(row.availableBalanceMinor),
    institutionId: row.institutionId,
    institution,
    institutionName: row.institutionName,
    description: row.description,
    currency: row.currency,
    isActive: row.isActive,
    plaidAccountId: row.plaidAccountId,
    plaidItemId: row.plaidItemId,
    accountMask: row.mask,
    balanceIsoCurrencyCode: row.balanceCurrency,
    lastSyncTimestamp: row.lastSyncedAt,
    balanceLastUpdatedTimestamp: row.balanceUpdatedAt,
    version: row.version,
  };
}

const tags = ["Bank accounts"];

const params = z.object({ id: z.string() });

export const bankAccounts = new OpenAPIHono<HonoEnv>();

bankAccounts.openapi(
  operation("person", {
    method: "get",
    path: "/bank-accounts",
    tags,
    summary: "List bank accounts",
    description: "Includes archived accounts.",
    responses: { 200: json(z.array(AccountAnswer)) },
  }),
  async (c) => c.json((await listAccounts(c.var.ctx)).map(accountOf), 200),
);

bankAccounts.openapi(
  operation("person", {
    method: "post",
    path: "/bank-accounts",
    tags,
    summary: "Create a bank account",
    description: "Takes the starting balance; for a credit account, that is the amount owed.",
    request: { body: jsonRequest(BankAccount) },
    responses: { 201: json(AccountAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createAccount(ctx, c.req.valid("json"));
    return c.json(accountOf(await account(ctx, id)), 201);
  },
);

bankAccounts.openapi(
  operation("person", {
    method: "get",
    path: "/bank-accounts/{id}",
    tags,
    summary: "Get a bank account",
    request: { params },
    responses: { 200: json(AccountAnswer) },
  }),
  async (c) => c.json(accountOf(await account(c.var.ctx, c.req.valid("param").id)), 200),
);

bankAccounts.openapi(
  operation("person", {
    method: "put",
    path: "/bank-accounts/{id}",
    tags,
    summary: "Update a bank account",
    description: "`isActive` alone archives or reactivates it.",
    request: { params, body: jsonRequest(BankAccountChange) },
    responses: { 200: json(AccountAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const params = c.req.valid("param");
    const body = c.req.valid("json");
    if ("name" in body) await updateAccount(ctx, params.id, body);
    else await setActive(ctx, params.id, body);
    return c.json(accountOf(await account(ctx, params.id)), 200);
  },
);

bankAccounts.openapi(
  operation("person", {
    method: "delete",
    path: "/bank-accounts/{id}",
    tags,
    summary: "Delete a bank account",
    description: "Deletes its transactions and imports with it. An archived account must be reactivated first.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteAccount(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

bankAccounts.openapi(
  operation("person", {
    method: "post",
    path: "/bank-accounts/{id}/archive",
    tags,
    summary: "Archive a bank account",
    description: "An archived account stays listed, but leaves the totals and accepts no new transactions.",
    request: { params },
    responses: { 200: json(AccountAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const params = c.req.valid("param");
    await archiveAccount(ctx, params.id);
    return c.json(accountOf(await account(ctx, params.id)), 200);
  },
);
