import { and, eq, sql } from "drizzle-orm";
import { bankItemAccounts } from "#drizzle/schema/bank-link";
import { bankAccounts, bankInstitutions } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, withErrorMessage } from "~/domain/shared/errors";
import { isCurrency } from "~/domain/shared/money";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { myItem } from "./items.server";
import type { Matching } from "./schema";
import { linkTexts } from "./texts";

const taken = () => new DomainError("conflict", "One of these accounts is connected to a bank account already.");
const unfit = () =>
  new DomainError(
    "conflict",
    "An account and its bank account must have the same currency. Choose another or create one.",
  );

/**
 * Says which of the household's accounts each of the bank's fills; new ones are made, archived ones become active again.
 * The transactions follow by themselves.
 * @throws DomainError not_found; invalid for an account the bank does not have; conflict for one that is taken or of
 * another currency
 */
export async function matchAccounts(ctx: Ctx, itemId: string, input: Matching): Promise<{ accountIds: string[] }> {
  return withErrorMessage(linkTexts.setupFailed, async () => {
    const item = await myItem(ctx, itemId);
    const { userId } = item;
    const theirs = await ctx.db
      .select()
      .from(bankItemAccounts)
      .where(and(eq(bankItemAccounts.userId, userId), eq(bankItemAccounts.itemId, itemId)));
    return once(ctx, "matchBankAccounts", { itemId, ...input }, (commit) => {
      const institution = item.institutionId ?? `name:${item.institutionName}`;
      const matches = input.accounts.map((choice) => {
        const theirsOne = theirs.find((one) => one.id === choice.plaidAccountId);
        if (!theirsOne) throw new DomainError("invalid", linkTexts.noAccounts);
        return matchWrites(ctx, { theirs: theirsOne, choice, institution });
      });
      return commit(null, {
        writes: [
          institutionRow(ctx, userId, { institution, name: item.institutionName }),
          ...matches.flatMap((one) => one.writes),
        ],
        publish: [{ topic: "bank", job: { kind: "sync", userId, itemId } }],
        result: { accountIds: matches.flatMap((one) => one.accountId ?? []) },
        refusals: { account_unfit: unfit, "bank_item_accounts.user_id": taken, "bank_accounts.user_id": taken },
      });
    });
  });
}

function institutionRow(ctx: Ctx, userId: string, { institution, name }: { institution: string; name: string }): Write {
  const now = ctx.now.toISOString();
  return ctx.db.run(sql`
    INSERT INTO bank_institutions (user_id, id, name, plaid_institution_id, created_at, updated_at)
    SELECT ${userId}, coalesce(max(id), 0) + 1, ${name}, ${institution}, ${now}, ${now}
    FROM bank_institutions WHERE user_id = ${userId} ON CONFLICT DO NOTHING`);
}

interface Match {
  theirs: typeof bankItemAccounts.$inferSelect;
  choice: Matching["accounts"][number];
  institution: string;
}

function matchWrites(ctx: Ctx, match: Match): { accountId: string | null; writes: Write[] } {
  const { theirs, choice } = match;
  if (choice.action === "ignore" || (theirs.state === "linked" && !choice.accountId)) {
    const writes = theirs.state === "linked" ? [] : [linkTo(ctx, theirs, null)];
    return { accountId: null, writes };
  }
  if (choice.action === "link" && choice.accountId) {
    return { accountId: choice.accountId, writes: fill(ctx, match, choice.accountId) };
  }
  const accountId = ctx.newId();
  return { accountId, writes: create(ctx, match, accountId) };
}

function linkTo(ctx: Ctx, { userId, itemId, id }: Match["theirs"], accountId: string | null): Write {
  return ctx.db
    .update(bankItemAccounts)
    .set({ accountId, state: accountId === null ? "ignored" : "linked", behind: true })
    .where(and(eq(bankItemAccounts.userId, userId), eq(bankItemAccounts.itemId, itemId), eq(bankItemAccounts.id, id)));
}

function fill(ctx: Ctx, { theirs, institution }: Match, accountId: string): Write[] {
  const { userId, itemId, id, mask, currency } = theirs;
  return [
    ctx.db
      .update(bankAccounts)
      .set({
        ...{ plaidAccountId: id, plaidItemId: itemId, mask, balanceCurrency: currency, isActive: true },
        institutionId: sql`coalesce(${bankAccounts.institutionId}, ${institutionId(userId, institution)})`,
        version: sql`${bankAccounts.version} + 1`,
        updatedAt: ctx.now.toISOString(),
      })
      .where(
        and(
          eq(bankAccounts.userId, userId),
          eq(bankAccounts.id, accountId),
          eq(bankAccounts.currency, known(currency)),
        ),
      ),
    assertRowChanged(ctx, "account_unfit"),
    linkTo(ctx, theirs, accountId),
  ];
}

function create(ctx: Ctx, { theirs, institution }: Match, accountId: string): Write[] {
  const { userId, itemId, id, name, mask, accountType, currency, currentMinor, availableMinor } = theirs;
  const now = ctx.now.toISOString();
  return [
    ctx.db.insert(bankAccounts).values({
      ...{ userId, id: accountId, name, accountType, currency: known(currency) },
      ...{ accountNumber: mask && `****${mask}`, mask, plaidAccountId: id, plaidItemId: itemId },
      ...{ openingBalanceMinor: currentMinor ?? 0, currentBalanceMinor: currentMinor ?? 0 },
      ...{ availableBalanceMinor: availableMinor, balanceCurrency: currency, balanceUpdatedAt: now },
      ...{ createdAt: now, updatedAt: now },
      institutionId: institutionId(userId, institution),
    }),
    linkTo(ctx, theirs, accountId),
  ];
}

function institutionId(userId: string, institution: string) {
  return sql<number>`(SELECT ${bankInstitutions.id} FROM ${bankInstitutions} WHERE ${bankInstitutions.userId} = ${userId} AND ${bankInstitutions.plaidInstitutionId} = ${institution})`;
}

function known(currency: string | null) {
  if (currency === null || !isCurrency(currency)) throw unfit();
  return currency;
}
