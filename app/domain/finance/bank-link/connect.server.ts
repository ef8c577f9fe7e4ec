import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { bankItemAccounts, bankItems } from "#drizzle/schema/bank-link";
import { bankAccounts, bankInstitutions } from "#drizzle/schema/finance-accounts";
import { isLiability } from "~/domain/finance/accounts/account";
import { planRefusals, withinPlan } from "~/domain/finance/accounts/accounts.server";
import type { BankFace } from "~/domain/providers";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, withErrorMessage } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { isCurrency } from "~/domain/shared/money";
import { allowPerson } from "~/domain/shared/permissions";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { assertRowChanged, commit, once, type Write } from "~/domain/shared/write.server";
import { BankError, bankErrorMessage } from "./bank-error";
import { type BankRegion, proposedRegion } from "./countries";
import { type BankAccountFacts, bankMessage, type ItemKey, webhookAddress } from "./item";
import { type AccountToMatch, accountsToMatch, checkItem, isItem, ownItem } from "./items.server";
import { linkMessages } from "./messages";
import type { Exchange, LinkTokenRequest, Matching } from "./schema";
import { newLink, type SyncOutcome, syncItem } from "./sync.server";
import { decryptToken, encryptToken } from "./tokens.server";

/**
 * Creates the token that opens the link dialog, for a new bank or for signing in to a connection again.
 * @throws DomainError not_found; unavailable with the bank's message
 */
export async function createLinkToken(ctx: Ctx, input: LinkTokenRequest): Promise<{ linkToken: string }> {
  const { userId } = allowPerson(ctx);
  await limitUse(ctx, LINKS);
  const item = input.plaidItemId ? await ownItem(ctx, input.plaidItemId) : null;
  const accessToken = item?.accessToken ? await decryptToken(ctx, { userId, itemId: item.id }, item.accessToken) : null;
  return withBankMessage(async () => {
    const region = item ? null : (input.region ?? (await householdRegion(ctx, userId)));
    const webhook = webhookAddress(ctx.request.origin);
    const request = { userId, accessToken, institutionName: input.institutionName, region, webhook };
    return { linkToken: await ctx.providers.bankLink.createLinkToken(request) };
  });
}

/** Each one is a call to the bank, which counts calls and may charge for them. */
const LINKS: Limit = { name: "bank_links", what: "bank connections", perPerson: 60, seconds: HOUR_SECONDS };

/** The region of most of the household's accounts. */
async function householdRegion(ctx: Ctx, userId: string): Promise<BankRegion> {
  const accounts = await ctx.db
    .select({ currency: bankAccounts.currency })
    .from(bankAccounts)
    .where(eq(bankAccounts.userId, userId));
  return proposedRegion(accounts.map(({ currency }) => currency));
}

export interface Exchanged {
  item: { id: string; institutionName: string };
  accounts: AccountToMatch[];
}

/**
 * Creates a connection from the dialog's result and reads the bank's accounts. If no accounts are returned, the bank was not
 * ready yet: `refreshAccounts` tries again.
 * @throws DomainError invalid for a token the bank does not know; conflict for a bank that is connected already
 */
export async function exchangeToken(ctx: Ctx, { publicToken, accountIds, ...request }: Exchange): Promise<Exchanged> {
  const { userId } = allowPerson(ctx);
  await limitUse(ctx, LINKS);
  const bank = ctx.providers.bankLink;
  const { accessToken, itemId } = await withBankMessage(() => bank.exchange(publicToken));
  const item = { userId, itemId };
  const [state, accounts] = await Promise.all([
    bank.item(accessToken).catch(() => null),
    bank.accounts(accessToken).catch(() => []),
  ]);
  const institutionId = state?.institutionId ?? null;
  const institutionName = (state?.institutionName ?? request.institutionName ?? "Bank").slice(0, 120);
  const now = ctx.now.toISOString();
  try {
    await commit(ctx, item, {
      writes: [
        ctx.db.insert(bankItems).values({
          ...{ userId, id: itemId, institutionId, institutionName, status: "connected" },
          webhookUrl: webhookAddress(ctx.request.origin),
          ...{ accessToken: await encryptToken(ctx, item, accessToken), createdAt: now, updatedAt: now },
        }),
        ...accounts.map((facts) => newLink(ctx, item, facts)),
        ...ignoreOthers(ctx, item, { accounts, accountIds }),
      ],
      result: null,
    });
  } catch (error) {
    // A connection that is not stored could never be ended.
    await bank.remove(accessToken).catch(() => undefined);
    throw error;
  }
  if (await isConnectedTwice(ctx, item, { institutionId, accounts })) {
    await ctx.db.update(bankItems).set({ status: "disconnecting" }).where(isItem(item));
    throw new DomainError("conflict", "These accounts are already connected. Sign in again from Bank Connections.");
  }
  return { item: { id: itemId, institutionName }, accounts: await accountsToMatch(ctx, itemId) };
}

interface AccountChoice {
  accounts: BankAccountFacts[];
  accountIds: string[];
}

function ignoreOthers(ctx: Ctx, { userId, itemId }: ItemKey, { accounts, accountIds }: AccountChoice) {
  const chosen = new Set(accountIds);
  const others = accounts.filter(({ id }) => chosen.size > 0 && !chosen.has(id)).map(({ id }) => id);
  if (others.length === 0) return [];
  const among = sql`${bankItemAccounts.id} IN (SELECT value FROM json_each(${JSON.stringify(others)}))`;
  return [
    ctx.db
      .update(bankItemAccounts)
      .set({ state: "ignored" })
      .where(and(eq(bankItemAccounts.userId, userId), eq(bankItemAccounts.itemId, itemId), among)),
  ];
}

/** Linking a bank again creates a second connection with other ids; it is detected by institution, name and last digits. */
async function isConnectedTwice(
  ctx: Ctx,
  { userId, itemId }: ItemKey,
  { institutionId, accounts }: { institutionId: string | null; accounts: BankAccountFacts[] },
): Promise<boolean> {
  if (institutionId === null || accounts.length === 0) return false;
  const known = await ctx.db
    .select({ name: bankItemAccounts.name, mask: bankItemAccounts.mask })
    .from(bankItemAccounts)
    .innerJoin(bankItems, and(eq(bankItems.userId, bankItemAccounts.userId), eq(bankItems.id, bankItemAccounts.itemId)))
    .where(
      and(
        eq(bankItemAccounts.userId, userId),
        ne(bankItemAccounts.itemId, itemId),
        inArray(bankItemAccounts.state, ["linked", "open"]),
        eq(bankItems.institutionId, institutionId),
        sql`${bankItems.status} IN ('connected', 'login_required')`,
      ),
    );
  return accounts.every((one) => known.some(({ name, mask }) => name === one.name && mask === one.mask));
}

/** Reads the bank's accounts again. @throws DomainError not_found; unavailable */
export async function refreshAccounts(ctx: Ctx, itemId: string): Promise<AccountToMatch[]> {
  const item = await ownItem(ctx, itemId);
  const key = { userId: item.userId, itemId };
  if (item.accessToken === null) return [];
  const token = await decryptToken(ctx, key, item.accessToken);
  await withBankMessage(() => storeShared(ctx, key, token), linkMessages.accountsFailed);
  return accountsToMatch(ctx, itemId);
}

/** Stores the accounts that the bank shares now. @throws BankError */
async function storeShared(ctx: Ctx, item: ItemKey, accessToken: string): Promise<void> {
  const accounts = await ctx.providers.bankLink.accounts(accessToken);
  await commit(ctx, item, { writes: accounts.map((facts) => newLink(ctx, item, facts)), result: null });
}

/** Fetches new transactions now. @throws DomainError not_found; unavailable with the bank's message */
export async function syncNow(ctx: Ctx, itemId: string): Promise<SyncOutcome> {
  const { userId } = await ownItem(ctx, itemId);
  return withBankMessage(() => syncItem(ctx, { userId, itemId }));
}

/**
 * Runs after the user has signed in again, which may have changed the accounts that are shared: checks the connection and fetches
 * the missed transactions.
 */
export async function finishRelink(ctx: Ctx, itemId: string): Promise<SyncOutcome> {
  const item = await ownItem(ctx, itemId);
  const key = { userId: item.userId, itemId };
  return withBankMessage(async () => {
    const token = item.accessToken && (await decryptToken(ctx, key, item.accessToken));
    if (token) await ctx.providers.bankLink.relinked(token);
    // Every notice asks the user to sign in, which is now done.
    // A sync with the former access may still be running; it must not end the renewed one.
    const ended = { leaseToken: null, leaseUntil: null };
    const renewed = { ...ended, notice: null, noticeDue: null, accessRenewedAt: ctx.now.toISOString() };
    await ctx.db.update(bankItems).set(renewed).where(isItem(key));
    if (!(await checkItem(ctx, key))) return { state: "unusable" };
    // A sync reads the accounts too, but only of a connection that has one matched.
    if (token) await attempt(ctx, "accounts shared at sign-in", () => storeShared(ctx, key, token));
    return syncItem(ctx, key);
  });
}

/** Converts a bank error to a user-facing one; `fallback` replaces the message if given. */
async function withBankMessage<T>(run: () => Promise<T>, fallback?: string): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (!(cause instanceof BankError)) throw cause;
    if (cause.code === "INVALID_PUBLIC_TOKEN") throw new DomainError("invalid", linkMessages.invalidPublicToken);
    const message = fallback ?? cause.displayMessage ?? bankErrorMessage(cause.code, cause.kind);
    throw new DomainError("unavailable", message, { retryAfter: 30, cause });
  }
}

const alreadyConnected = () =>
  new DomainError("conflict", "One of these accounts is already connected to a bank account.");
const currencyMismatch = () =>
  new DomainError(
    "conflict",
    "An account and its bank account must have the same currency. Choose another or create one.",
  );

/**
 * Matches the bank's accounts with the household's: creates new ones and reactivates archived ones. The transactions are fetched
 * in the background.
 * @throws DomainError not_found; invalid for an account the bank does not have; conflict for one that is already matched or has
 * another currency, or for more accounts than the plan allows
 */
export async function matchAccounts(ctx: Ctx, itemId: string, input: Matching): Promise<{ accountIds: string[] }> {
  return withErrorMessage(linkMessages.setupFailed, async () => {
    const item = await ownItem(ctx, itemId);
    const { userId } = item;
    const [bankAccountRows, face] = await Promise.all([
      ctx.db
        .select()
        .from(bankItemAccounts)
        .where(and(eq(bankItemAccounts.userId, userId), eq(bankItemAccounts.itemId, itemId))),
      // A missing logo must not prevent the connection.
      item.institutionId ? ctx.providers.bankLink.institution(item.institutionId).catch(() => null) : null,
    ]);
    return once(ctx, "matchBankAccounts", { itemId, ...input }, (commit) => {
      const institution = item.institutionId ?? `name:${item.institutionName}`;
      const matches = input.accounts.map((choice) => {
        const bankAccount = bankAccountRows.find((one) => one.id === choice.plaidAccountId);
        if (!bankAccount) throw new DomainError("invalid", linkMessages.noAccounts);
        return linkWrites(ctx, { bankAccount, choice, institution });
      });
      return commit(null, {
        writes: [
          institutionRow(ctx, userId, { institution, name: item.institutionName }),
          ...(face ? [institutionFace(ctx, userId, { institution, face })] : []),
          ...matches.flatMap((one) => one.writes),
          // Relinking an existing account is always allowed, whatever the plan.
          ...(matches.some(({ isNew }) => isNew) ? withinPlan(ctx) : []),
        ],
        publish: [bankMessage({ kind: "sync", userId, itemId })],
        result: { accountIds: matches.flatMap((one) => one.accountId ?? []) },
        refusals: {
          ...planRefusals,
          account_currency_mismatch: currencyMismatch,
          "bank_item_accounts.user_id": alreadyConnected,
          "bank_accounts.user_id": alreadyConnected,
        },
      });
    });
  });
}

/** Matches the accounts and fetches their transactions; if that fails, it is repeated in the background. */
export async function finishSetup(ctx: Ctx, itemId: string, input: Matching): Promise<void> {
  await matchAccounts(ctx, itemId, input);
  await attempt(ctx, "first bank sync", () => syncNow(ctx, itemId));
}

function institutionRow(ctx: Ctx, userId: string, { institution, name }: { institution: string; name: string }): Write {
  const now = ctx.now.toISOString();
  return ctx.db.run(sql`
    INSERT INTO bank_institutions (user_id, id, name, plaid_institution_id, created_at, updated_at)
    SELECT ${userId}, coalesce(max(id), 0) + 1, ${name}, ${institution}, ${now}, ${now}
    FROM bank_institutions WHERE user_id = ${userId} ON CONFLICT DO NOTHING`);
}

/** The bank's name and logo, unless the household has set its own. */
function institutionFace(
  ctx: Ctx,
  userId: string,
  { institution, face }: { institution: string; face: BankFace },
): Write {
  const i = bankInstitutions;
  return ctx.db
    .update(i)
    .set({
      website: sql`coalesce(${i.website}, ${face.website})`,
      primaryColor: sql`coalesce(${i.primaryColor}, ${face.primaryColor})`,
      logo: sql`coalesce(${face.logo}, ${i.logo})`,
    })
    .where(and(eq(i.userId, userId), eq(i.plaidInstitutionId, institution)));
}

interface Match {
  bankAccount: typeof bankItemAccounts.$inferSelect;
  choice: Matching["accounts"][number];
  institution: string;
}

function linkWrites(ctx: Ctx, match: Match): { accountId: string | null; isNew: boolean; writes: Write[] } {
  const { bankAccount, choice } = match;
  if (choice.action === "ignore" || (bankAccount.state === "linked" && !choice.accountId)) {
    const writes = bankAccount.state === "linked" ? [] : [linkUpdate(ctx, bankAccount, null)];
    return { accountId: null, isNew: false, writes };
  }
  if (choice.action === "link" && choice.accountId) {
    return { accountId: choice.accountId, isNew: false, writes: fillAccount(ctx, match, choice.accountId) };
  }
  const accountId = ctx.newId();
  return { accountId, isNew: true, writes: createAccount(ctx, match, accountId) };
}

function linkUpdate(ctx: Ctx, { userId, itemId, id }: Match["bankAccount"], accountId: string | null): Write {
  return ctx.db
    .update(bankItemAccounts)
    .set({ accountId, state: accountId === null ? "ignored" : "linked", isCatchingUp: true })
    .where(and(eq(bankItemAccounts.userId, userId), eq(bankItemAccounts.itemId, itemId), eq(bankItemAccounts.id, id)));
}

/** The bank knows whether the balance is owed: an account entered otherwise takes its type, and its rows count the other way. */
function fillAccount(ctx: Ctx, { bankAccount, institution }: Match, accountId: string): Write[] {
  const { userId, itemId, id, mask, accountType, currency } = bankAccount;
  const { accountType: own, openingBalanceMinor: opening, currentBalanceMinor: current } = bankAccounts;
  const isTurned = sql`(${own} = 'credit') <> ${isLiability(accountType) ? 1 : 0}`;
  return [
    ctx.db
      .update(bankAccounts)
      .set({
        ...{ plaidAccountId: id, plaidItemId: itemId, mask, balanceCurrency: currency, isActive: true },
        accountType: sql`CASE WHEN ${isTurned} THEN ${accountType} ELSE ${own} END`,
        openingBalanceMinor: sql`CASE WHEN ${isTurned} THEN 2 * ${current} - ${opening} ELSE ${opening} END`,
        institutionId: sql`coalesce(${bankAccounts.institutionId}, ${institutionId(userId, institution)})`,
        version: sql`${bankAccounts.version} + 1`,
        updatedAt: ctx.now.toISOString(),
      })
      .where(
        and(
          eq(bankAccounts.userId, userId),
          eq(bankAccounts.id, accountId),
          eq(bankAccounts.currency, knownCurrency(currency)),
        ),
      ),
    assertRowChanged(ctx, "account_currency_mismatch"),
    linkUpdate(ctx, bankAccount, accountId),
  ];
}

function createAccount(ctx: Ctx, { bankAccount, institution }: Match, accountId: string): Write[] {
  const { userId, itemId, id, name, mask, accountType, currency, currentMinor, availableMinor } = bankAccount;
  const now = ctx.now.toISOString();
  return [
    ctx.db.insert(bankAccounts).values({
      ...{ userId, id: accountId, name, accountType, currency: knownCurrency(currency) },
      ...{ accountNumber: mask && `****${mask}`, mask, plaidAccountId: id, plaidItemId: itemId },
      ...{ openingBalanceMinor: currentMinor ?? 0, currentBalanceMinor: currentMinor ?? 0 },
      ...{ availableBalanceMinor: availableMinor, balanceCurrency: currency, balanceUpdatedAt: now },
      ...{ createdAt: now, updatedAt: now },
      institutionId: institutionId(userId, institution),
    }),
    linkUpdate(ctx, bankAccount, accountId),
  ];
}

function institutionId(userId: string, institution: string) {
  return sql<number>`(SELECT ${bankInstitutions.id} FROM ${bankInstitutions} WHERE ${bankInstitutions.userId} = ${userId} AND ${bankInstitutions.plaidInstitutionId} = ${institution})`;
}

function knownCurrency(currency: string | null) {
  if (currency === null || !isCurrency(currency)) throw currencyMismatch();
  return currency;
}
