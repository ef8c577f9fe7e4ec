import { z } from "zod";
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
import { ITEM_STATUSES, LINK_STATES, NOTICES } from "~/domain/finance/bank-link/item";
import { type AccountToMatch, disconnect, listItems } from "~/domain/finance/bank-link/items.server";
import { linkTexts } from "~/domain/finance/bank-link/messages";
import { Exchange, LinkTokenWanted, Matching } from "~/domain/finance/bank-link/schema";
import { toDecimal } from "~/domain/shared/money";
import { AccountAnswer, accountOf } from "./bank-account-shapes";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Bank link";
const params = z.object({ plaidItemId: z.string() });

const LinkedAccount = z.object({
  id: z.string().describe("The bank's id"),
  plaidAccountId: z.string(),
  plaidItemId: z.string(),
  name: z.string(),
  accountMask: z.string().nullable(),
  accountType: z.enum(ACCOUNT_TYPES),
  currency: z.string().nullable(),
  currentBalance: z.number().nullable().describe("What one has; for a credit account what one owes"),
  availableBalance: z.number().nullable(),
  state: z.enum(LINK_STATES),
  accountId: z.string().nullable().describe("The household's account that it fills"),
  canLink: z.boolean().describe("False for a currency that accounts cannot have"),
  match: z
    .object({ accountId: z.string(), reason: z.enum(MATCH_REASONS), reactivates: z.boolean() })
    .nullable()
    .describe("The household's account that it probably is"),
});

function linkedAccountOf({ itemId, mask, currentMinor, availableMinor, ...row }: AccountToMatch) {
  return {
    ...{ id: row.id, plaidAccountId: row.id, plaidItemId: itemId, name: row.name, accountMask: mask },
    ...{ accountType: row.accountType, currency: row.currency, state: row.state, accountId: row.accountId },
    ...{ canLink: row.canLink, match: row.match },
    currentBalance: currentMinor === null ? null : toDecimal(currentMinor),
    availableBalance: availableMinor === null ? null : toDecimal(availableMinor),
  } satisfies z.input<typeof LinkedAccount>;
}

const Item = z.object({ id: z.string(), institutionName: z.string() });
const ItemHealth = Item.extend({
  status: z.enum(ITEM_STATUSES),
  reason: z.string().nullable().describe("The bank's code of what went wrong last"),
  words: z.string().nullable().describe("The same for a person"),
  notice: z.enum(NOTICES).nullable(),
  noticeDue: z.string().nullable(),
  leftOut: z.int().describe("Transactions in another currency or without an amount"),
  held: z.int().describe("Changes of the bank that wait for reconciled transactions"),
  lastHeardAt: z.string().nullable(),
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

export const plaid: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/plaid/create-link-token",
    tag,
    summary: "What the bank's dialog is opened with; with plaidItemId to sign in again",
    body: LinkTokenWanted,
    answer: z.object({ linkToken: z.string(), kind: z.enum(["plaid", "simulated"]) }),
    run: async ({ ctx, body }) => ({ ...(await createLinkToken(ctx, body)), kind: ctx.providers.bankLink.kind }),
  }),
  endpoint({
    method: "post",
    path: "/plaid/exchange-token",
    tag,
    summary: "Make a connection of what the bank's dialog has given",
    body: Exchange,
    invalidText: linkTexts.invalidPublicToken,
    status: 201,
    answer: z.object({ item: Item, plaidItemId: z.string(), accounts: z.array(LinkedAccount) }),
    run: async ({ ctx, body }) => {
      const { item, accounts } = await exchangeToken(ctx, body);
      return { item, plaidItemId: item.id, accounts: accounts.map(linkedAccountOf) };
    },
  }),
  endpoint({
    method: "post",
    path: "/plaid/sync-accounts/{plaidItemId}",
    tag,
    summary: "Ask the bank for a connection's accounts again, each with the account it probably is",
    params,
    answer: z.array(LinkedAccount),
    run: async ({ ctx, params }) => (await refreshAccounts(ctx, params.plaidItemId)).map(linkedAccountOf),
  }),
  endpoint({
    method: "post",
    path: "/plaid/match-accounts/{plaidItemId}",
    tag,
    summary: "Say which account each of the bank's fills; its transactions follow by themselves",
    params,
    body: Matching,
    answer: z.array(AccountAnswer),
    run: async ({ ctx, params, body }) => {
      const { accountIds } = await matchAccounts(ctx, params.plaidItemId, body);
      return (await listAccounts(ctx)).filter(({ id }) => accountIds.includes(id)).map(accountOf);
    },
  }),
  endpoint({
    method: "post",
    path: "/plaid/sync-transactions/{plaidItemId}",
    tag,
    summary: "Fetch what is new at the bank now",
    params,
    answer: SyncAnswer,
    run: ({ ctx, params }) => syncNow(ctx, params.plaidItemId),
  }),
  endpoint({
    method: "post",
    path: "/plaid/items/{plaidItemId}/relinked",
    tag,
    summary: "The household has signed in at the bank again: fetch what was missed",
    params,
    answer: SyncAnswer,
    run: ({ ctx, params }) => finishRelink(ctx, params.plaidItemId),
  }),
  endpoint({
    method: "get",
    path: "/plaid/items",
    tag,
    summary: "The household's connections and how they fare",
    answer: z.array(ItemHealth),
    run: ({ ctx }) => listItems(ctx),
  }),
  endpoint({
    method: "delete",
    path: "/plaid/items/{plaidItemId}",
    tag,
    summary: "End a connection; its accounts stay, archived, with all their transactions",
    params,
    status: 204,
    run: ({ ctx, params }) => disconnect(ctx, params.plaidItemId),
  }),
];
