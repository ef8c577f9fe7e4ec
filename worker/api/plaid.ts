import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { ACCOUNT_TYPES } from "~/domain/finance/accounts/account";
import { listAccounts } from "~/domain/finance/accounts/accounts.server";
import { MATCH_REASONS } from "~/domain/finance/bank-link/accounts";
import {
  createLinkToken,
  exchangeToken,
  finishRelink,
  matchAccounts,
  refreshAccounts,
  syncNow,
} from "~/domain/finance/bank-link/connect.server";
import { HISTORIES, ITEM_STATUSES, LINK_STATES, NOTICES } from "~/domain/finance/bank-link/item";
import { type AccountToMatch, disconnect, listItems } from "~/domain/finance/bank-link/items.server";
import { linkMessages } from "~/domain/finance/bank-link/messages";
import { Exchange, LinkTokenRequest, Matching } from "~/domain/finance/bank-link/schema";
import { decimalOrNull } from "./answer-fields";
import { AccountAnswer, accountOf } from "./bank-accounts";
import { json, jsonRequest, noContent, operation, refuseWith } from "./operation";

const tags = ["Connected banks"];
const params = z.object({ plaidItemId: z.string() });

const LinkedAccount = z.object({
  id: z.string().describe("The bank's id of the account"),
  plaidAccountId: z.string(),
  plaidItemId: z.string(),
  name: z.string(),
  accountMask: z.string().nullable(),
  accountType: z.enum(ACCOUNT_TYPES),
  currency: z.string().nullable(),
  institutionName: z.string().nullable(),
  currentBalance: z.number().nullable().describe("Current balance; for a credit account, the amount owed"),
  availableBalance: z.number().nullable(),
  state: z.enum(LINK_STATES),
  accountId: z.string().nullable().describe("The household account that receives its transactions"),
  canLink: z.boolean().describe("False if household accounts cannot have its currency"),
  match: z
    .object({ accountId: z.string(), reason: z.enum(MATCH_REASONS), reactivates: z.boolean() })
    .nullable()
    .describe("The household account it probably matches"),
});

function linkedAccountOf({ itemId, mask, currentMinor, availableMinor, ...row }: AccountToMatch) {
  return {
    ...{ id: row.id, plaidAccountId: row.id, plaidItemId: itemId, name: row.name, accountMask: mask },
    ...{ accountType: row.accountType, currency: row.currency, state: row.state, accountId: row.accountId },
    ...{ canLink: row.canLink, match: row.match, institutionName: row.institutionName },
    currentBalance: decimalOrNull(currentMinor),
    availableBalance: decimalOrNull(availableMinor),
  } satisfies z.input<typeof LinkedAccount>;
}

const Item = z.object({ id: z.string(), institutionName: z.string() });
const ItemHealth = Item.extend({
  status: z.enum(ITEM_STATUSES),
  reason: z.string().nullable().describe("The bank's last error code"),
  message: z.string().nullable().describe("The last error as a message for the user"),
  notice: z.enum(NOTICES).nullable(),
  noticeDue: z.string().nullable(),
  history: z.enum(HISTORIES).describe("How much of its history the bank has reported"),
  leftOut: z.int().describe("Number of transactions left out because of their currency or a missing amount"),
  deferred: z.int().describe("Number of bank updates waiting for reconciled transactions"),
  lastWebhookAt: z.string().nullable(),
  lastTriedAt: z.string().nullable(),
  lastSyncedAt: z.string().nullable(),
  createdAt: z.string(),
  accounts: z.array(
    z.object({
      itemId: z.string(),
      id: z.string(),
      state: z.enum(LINK_STATES),
      name: z.string(),
      mask: z.string().nullable(),
      accountId: z.string().nullable(),
    }),
  ),
});
const SyncAnswer = z.object({
  state: z.enum(["synced", "busy", "unusable"]),
  added: z.int().optional(),
  changed: z.int().optional(),
  removed: z.int().optional(),
});

export const plaid = new OpenAPIHono<HonoEnv>();

plaid.openapi(
  operation("person", {
    method: "post",
    path: "/plaid/create-link-token",
    tags,
    summary: "Create a Plaid Link token",
    description: "With `plaidItemId`, the token is for signing in to that bank again.",
    request: { body: jsonRequest(LinkTokenRequest) },
    responses: { 200: json(z.object({ linkToken: z.string(), kind: z.enum(["plaid", "simulated"]) })) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json({ ...(await createLinkToken(ctx, c.req.valid("json"))), kind: ctx.providers.bankLink.kind }, 200);
  },
);

plaid.openapi(
  operation("person", {
    method: "post",
    path: "/plaid/exchange-token",
    tags,
    summary: "Connect a bank",
    description: "Takes the result of Plaid Link.",
    request: { body: jsonRequest(Exchange) },
    responses: { 201: json(z.object({ item: Item, plaidItemId: z.string(), accounts: z.array(LinkedAccount) })) },
  }),
  async (c) => {
    const { item, accounts } = await exchangeToken(c.var.ctx, c.req.valid("json"));
    return c.json({ item, plaidItemId: item.id, accounts: accounts.map(linkedAccountOf) }, 201);
  },
  refuseWith(linkMessages.invalidPublicToken),
);

plaid.openapi(
  operation("person", {
    method: "post",
    path: "/plaid/sync-accounts/{plaidItemId}",
    tags,
    summary: "Refresh a connected bank's accounts",
    description: "Returns each account with the household account it probably matches.",
    request: { params },
    responses: { 200: json(z.array(LinkedAccount)) },
  }),
  async (c) => c.json((await refreshAccounts(c.var.ctx, c.req.valid("param").plaidItemId)).map(linkedAccountOf), 200),
);

plaid.openapi(
  operation("person", {
    method: "post",
    path: "/plaid/match-accounts/{plaidItemId}",
    tags,
    summary: "Match a connected bank's accounts to the household's",
    description: "Their transactions sync automatically afterward.",
    request: { params, body: jsonRequest(Matching) },
    responses: { 200: json(z.array(AccountAnswer)) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { accountIds } = await matchAccounts(ctx, c.req.valid("param").plaidItemId, c.req.valid("json"));
    return c.json((await listAccounts(ctx)).filter(({ id }) => accountIds.includes(id)).map(accountOf), 200);
  },
);

plaid.openapi(
  operation("person", {
    method: "post",
    path: "/plaid/sync-transactions/{plaidItemId}",
    tags,
    summary: "Sync a connected bank now",
    request: { params },
    responses: { 200: json(SyncAnswer) },
  }),
  async (c) => c.json(await syncNow(c.var.ctx, c.req.valid("param").plaidItemId), 200),
);

plaid.openapi(
  operation("person", {
    method: "post",
    path: "/plaid/items/{plaidItemId}/relinked",
    tags,
    summary: "Report a new sign-in at a connected bank",
    description: "Syncs the bank.",
    request: { params },
    responses: { 200: json(SyncAnswer) },
  }),
  async (c) => c.json(await finishRelink(c.var.ctx, c.req.valid("param").plaidItemId), 200),
);

plaid.openapi(
  operation("person", {
    method: "get",
    path: "/plaid/items",
    tags,
    summary: "List connected banks",
    description: "Each with its status.",
    responses: { 200: json(z.array(ItemHealth)) },
  }),
  async (c) => c.json(await listItems(c.var.ctx), 200),
);

plaid.openapi(
  operation("person", {
    method: "delete",
    path: "/plaid/items/{plaidItemId}",
    tags,
    summary: "Disconnect a bank",
    description: "Its accounts are archived and keep their transactions.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await disconnect(c.var.ctx, c.req.valid("param").plaidItemId);
    return c.body(null, 204);
  },
);
