import { and, eq, sql } from "drizzle-orm";
import { bankItems } from "#drizzle/schema/bank-link";
import type { Ctx } from "~/domain/shared/context";
import { failedOn, translate } from "~/domain/shared/database-errors.server";
import { addDays } from "~/domain/shared/dates";
import { assertRowChanged } from "~/domain/shared/write.server";
import { accountWrites } from "./account-writes.server";
import { BankError } from "./bank-error";
import { type FollowedAccount, followAccounts } from "./follow-accounts";
import { type ItemKey, isItem } from "./items.server";
import { knownRows } from "./known-rows.server";
import { giveBack, type Leased, takeLease } from "./lease.server";
import { type ReadChanges, readChanges, withHeld } from "./read-changes.server";
import { type FilledAccount, reconcile, type SyncPlan } from "./reconcile";
import { unseal } from "./seal.server";
import { planWrites, rowsChanged } from "./write-plan.server";

/** `busy`: another sync runs. `unusable`: the household has to do something first, or the connection has ended. */
export type SyncOutcome =
  | { state: "synced"; added: number; changed: number; removed: number }
  | { state: "busy" | "unusable" };

/** Days that a bank's whole history certainly reaches back: older rows are no longer told. */
const historyDays = 720;

/** The household changed a row between its reading and the write; it is read again this often. */
const mostLooks = 4;

/**
 * Brings a connection's accounts up to what the bank knows: one run at a time, all pages since the stored cursor, then rows,
 * balances and the new cursor in one batch. What breaks off leaves nothing behind and is done again.
 * @throws BankError of the kind `retry` or `operator`; what the household has to mend is noted at the connection
 */
export async function syncItem(ctx: Ctx, item: ItemKey): Promise<SyncOutcome> {
  const leased = await takeLease(ctx, item);
  if (leased === "busy" || leased === "unusable") return { state: leased };
  if (!leased.links.some((link) => link.accountId !== null)) {
    await giveBack(ctx, leased, {});
    return { state: "synced", added: 0, changed: 0, removed: 0 };
  }
  try {
    const token = await unseal(ctx, item, leased.accessToken);
    const behind = leased.links.some((link) => link.behind && link.fills?.isActive);
    const read = await readChanges(ctx.providers.bankLink, token, behind ? null : leased.cursor);
    return await store(ctx, leased, read);
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    return refused(ctx, leased, error);
  }
}

async function refused(ctx: Ctx, leased: Leased, error: BankError): Promise<SyncOutcome> {
  switch (error.kind) {
    case "relink":
      await giveBack(ctx, leased, { status: "login_required", reason: error.code });
      return { state: "unusable" };
    case "permanent": {
      const status = error.code === "USER_PERMISSION_REVOKED" ? "revoked" : "failed";
      await giveBack(ctx, leased, { status, reason: error.code });
      return { state: "unusable" };
    }
    case "retry":
    case "mutation":
    case "cursor":
    case "operator":
      await giveBack(ctx, leased, { reason: error.code });
      throw error;
  }
}

async function store(ctx: Ctx, leased: Leased, read: ReadChanges): Promise<SyncOutcome> {
  const changes = withHeld(read.changes, leased.held);
  const followed = followAccounts(leased.links, changes.accounts);
  const accounts = filledAccounts(leased, followed);
  const shared = followed.flatMap(({ link }) => link?.accountId ?? []);
  const covered = { accountIds: new Set(shared), since: addDays(ctx.now.toISOString().slice(0, 10), -historyDays) };
  for (let look = 1; ; look += 1) {
    const plan = reconcile(changes, {
      accounts,
      covered,
      held: leased.held,
      ...(await knownRows(ctx, leased, changes)),
    });
    try {
      const [first, ...rest] = [
        keepCursor(ctx, leased, { ...read, plan }),
        assertRowChanged(ctx, "bank_lease_lost"),
        ...planWrites(ctx, leased, plan),
        ...accountWrites(ctx, leased, { followed, complete: changes.complete && read.nextCursor !== "" }),
      ] as const;
      await ctx.db.batch([first, ...rest]);
      const { inserts, updates, removals } = plan;
      return { state: "synced", added: inserts.length, changed: updates.length, removed: removals.length };
    } catch (error) {
      if (failedOn(error, "bank_lease_lost")) return { state: "busy" };
      if (look === mostLooks || !failedOn(error, rowsChanged)) throw translate(error);
    }
  }
}

/** By the bank's id as it is now, and as it was before the bank changed it. */
function filledAccounts({ links }: Leased, followed: FollowedAccount[]): Map<string, FilledAccount> {
  const filled = new Map<string, FilledAccount>();
  for (const { id, accountId, fills } of links) {
    if (accountId === null || fills === null) continue;
    const now = followed.find(({ link }) => link?.id === id)?.facts.id ?? id;
    for (const each of [id, now]) filled.set(each, { accountId, ...fills });
  }
  return filled;
}

function keepCursor(ctx: Ctx, leased: Leased, { nextCursor, changes, plan }: ReadChanges & { plan: SyncPlan }) {
  const now = ctx.now.toISOString();
  return ctx.db
    .update(bankItems)
    .set({
      cursor: nextCursor || null,
      answered: leased.heard,
      lastSyncedAt: now,
      status: "connected",
      reason: null,
      leftOut: changes.complete ? plan.leftOut : sql`${bankItems.leftOut} + ${plan.leftOut}`,
      leaseToken: null,
      leaseUntil: null,
      updatedAt: now,
    })
    .where(and(isItem(leased), eq(bankItems.leaseToken, leased.lease)));
}
