import { and, eq, ne, sql } from "drizzle-orm";
import { bankItemAccounts, bankItems } from "#drizzle/schema/bank-link";
import { identityOutbox, users } from "#drizzle/schema/identity";
import { accountMail } from "~/domain/mail/message";
import type { Mail } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { notifyOutbox, type OutboxEntry, outboxInsert } from "~/domain/shared/outbox.server";
import { allowPerson } from "~/domain/shared/permissions";
import { paths } from "~/paths";
import { type BrokenStatus, brokenStatus, type ItemKey } from "./item";
import { isItem } from "./items.server";

/** The query behind `accountConnections`, for a screen that batches it with others. */
export function accountConnectionsQuery(ctx: Ctx, userId: string) {
  return ctx.db
    .select({
      accountId: sql<string>`${bankItemAccounts.accountId}`.as("connected_account_id"),
      itemId: bankItemAccounts.itemId,
      institutionName: bankItems.institutionName,
      status: bankItems.status,
      history: bankItems.history,
    })
    .from(bankItemAccounts)
    .innerJoin(bankItems, and(eq(bankItems.userId, bankItemAccounts.userId), eq(bankItems.id, bankItemAccounts.itemId)))
    .where(and(eq(bankItemAccounts.userId, userId), eq(bankItemAccounts.state, "linked")));
}

/** One row if the household has a connection that has not ended, with or without matched accounts. */
export function anyConnectionQuery(ctx: Ctx, userId: string) {
  return ctx.db
    .select({ one: sql<number>`1`.as("one") })
    .from(bankItems)
    .where(and(eq(bankItems.userId, userId), ne(bankItems.status, "disconnected")))
    .limit(1);
}

/** The state of the connection behind an account. */
export type AccountConnection = Awaited<ReturnType<typeof accountConnectionsQuery>>[number];

/** The connections behind the household's accounts. */
export async function accountConnections(ctx: Ctx): Promise<AccountConnection[]> {
  return accountConnectionsQuery(ctx, allowPerson(ctx).userId);
}

/** Emails the household that a connection is broken, if it still is. Running it twice sends one email. */
export async function alertHousehold(ctx: Ctx, { mailId, ...item }: ItemKey & { mailId: string }): Promise<void> {
  const [row] = await ctx.db.select().from(bankItems).where(isItem(item));
  const status = row && brokenStatus(row.status);
  if (!row || !status) return;
  const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, item.userId));
  if (!person) return;
  const mail = brokenMail(ctx, person.email, { status, bank: row.institutionName, itemId: item.itemId });
  const entry: OutboxEntry = { id: mailId, message: accountMail(mail, { userId: item.userId }) };
  await outboxInsert(ctx, entry, sql`NOT EXISTS (SELECT 1 FROM ${identityOutbox} WHERE id = ${mailId})`);
  ctx.after(notifyOutbox(ctx, [entry]));
}

interface Break {
  status: BrokenStatus;
  bank: string;
  itemId: string;
}

function brokenMail(ctx: Ctx, to: string, { status, bank, itemId }: Break): Mail {
  const { origin } = ctx.request;
  const again = status === "login_required";
  const path = again ? paths.connectBank({ item: itemId }) : paths.bankConnections();
  const what = again
    ? `${bank} needs you to sign in again. Until then, you get no new transactions or balances.`
    : `The connection to ${bank} has ended. Connect the bank again to get new transactions and balances.`;
  const where = origin
    ? `${again ? "Sign in again" : "Connect again"}: ${origin}${path}`
    : "Open Bank Connections in Plenum.";
  return {
    to,
    subject: again ? `Sign in to ${bank} again` : `The connection to ${bank} has ended`,
    text: `${what}\n\n${where}\n\nYour accounts, transactions and edits do not change.\n\nPlenum`,
  };
}
