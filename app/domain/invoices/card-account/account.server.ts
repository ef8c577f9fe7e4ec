import { and, eq, type SQL, sql } from "drizzle-orm";
import { cardAccounts } from "#drizzle/schema/card-accounts";
import { tenantMembers } from "#drizzle/schema/platform";
import { requireRecentAuthentication } from "~/domain/auth/reauthentication.server";
import { PaymentError } from "~/domain/invoices/online/payment-error";
import type { PaymentProcessor, ProcessorAccount } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { assertHolds, assertRowChanged, once } from "~/domain/shared/write.server";
import { paths } from "~/paths";
import { encryptKeys, ownProcessor } from "./keys.server";
import { type CardAccountKeys, isLiveKey, keyHint } from "./schema";

/** Limited because each is a call to the processor with a key that may be a guess. */
const CALLS: Limit = {
  ...{ name: "card-account", what: "card account checks", seconds: HOUR_SECONDS },
  ...{ perPerson: 60, perBusiness: 120 },
};

const paymentInProgress = () =>
  new DomainError(
    "conflict",
    "A customer's card payment or a refund is in progress. Try again once it is done: a payment page closes after two hours.",
  );

/** True if nothing started at the processor is still in progress. */
const noPaymentsStarted = (
  orgId: string,
): SQL => sql`NOT EXISTS (SELECT 1 FROM payment_checkouts INDEXED BY payment_checkouts_one_open
    WHERE org_id = ${orgId} AND status IN ('open', 'processing') AND provider = 'stripe' AND session_id IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM deposit_checkouts
    WHERE org_id = ${orgId} AND status IN ('open', 'processing') AND provider = 'stripe' AND session_id IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM online_refunds WHERE org_id = ${orgId} AND status = 'pending')`;

/**
 * Stores the keys of the business's own account at the card processor, encrypted, after testing them. New keys of the same
 * account replace the previous ones.
 * @throws DomainError invalid for keys that the processor rejects; conflict if another account is connected, if the account
 *   cannot take payments yet, or while something is in progress at another one; unavailable; forbidden without recent
 *   reauthentication
 */
export async function connectCardAccount(ctx: Ctx, input: CardAccountKeys): Promise<CardAccount> {
  const me = allow(ctx, "system.admin");
  await requireRecentAuthentication(ctx);
  await limitUse(ctx, CALLS);
  const { orgId } = me;
  await once(ctx, "connectCardAccount", input, async (commit) => {
    const { id, name, takesPayments } = await accountOf(
      ctx.providers.cardProcessor({ ...input, organizationId: orgId }),
    );
    if (!takesPayments)
      throw new DomainError(
        "conflict",
        "This Stripe account can't take payments yet. Finish its setup at Stripe first.",
      );
    const now = ctx.now.toISOString();
    const shown = { accountId: id, keyHint: keyHint(input.secretKey), isLive: isLiveKey(input.secretKey) };
    const row = {
      ...(await encryptKeys(ctx, orgId, input)),
      ...shown,
      ...{ accountName: name, connectedBy: me.userId ?? "system", connectedAt: now, checkedAt: now },
    };
    return commit(me, {
      writes: [
        assertHolds(
          ctx,
          "card_account_in_use",
          sql`EXISTS (SELECT 1 FROM card_accounts WHERE org_id = ${orgId}) OR (${noPaymentsStarted(orgId)})`,
        ),
        ctx.db
          .insert(cardAccounts)
          .values({ orgId, ...row })
          .onConflictDoUpdate({
            target: cardAccounts.orgId,
            set: { ...row, version: sql`${cardAccounts.version} + 1` },
            setWhere: sql`card_accounts.account_id = ${id}`,
          }),
        assertRowChanged(ctx, "card_account_taken"),
      ],
      audit: [{ action: "card_account.connect", entity: "card_account", entityId: orgId, after: shown }],
      result: null,
      refusals: {
        card_account_taken: () => new DomainError("conflict", TAKEN),
        card_account_in_use: paymentInProgress,
      },
    });
  });
  return readCardAccount(ctx);
}

const TAKEN = "Another Stripe account is already connected. Disconnect it before you connect this one.";

async function accountOf(processor: PaymentProcessor): Promise<ProcessorAccount> {
  try {
    return await processor.account();
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.kind === "retry")
      throw new DomainError("unavailable", "Stripe can't be reached right now. Please try again in a few minutes.", {
        retryAfter: 60,
        cause: error,
      });
    throw invalidField("secretKey", "Stripe does not accept this key, or the key can't read its account.");
  }
}

/** Returns the business's own account without its keys; null if there is none. @throws DomainError forbidden */
export async function findCardAccount(ctx: Ctx) {
  const me = allow(ctx, "system.admin");
  const a = cardAccounts;
  const [row] = await ctx.db
    .select({
      ...{ accountId: a.accountId, accountName: a.accountName, keyHint: a.keyHint, isLive: a.isLive },
      ...{ connectedAt: a.connectedAt, checkedAt: a.checkedAt },
      connectedBy: sql<string | null>`${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName}`.as(
        "connected_by",
      ),
    })
    .from(a)
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, a.orgId), eq(tenantMembers.userId, a.connectedBy)))
    .where(eq(a.orgId, me.orgId));
  return row ? { ...row, webhookUrl: webhookUrl(ctx, me.orgId) } : null;
}

/** The URL for the processor's webhooks about a business's payments. */
export const webhookUrl = (ctx: Ctx, orgId: string): string => `${ctx.request.origin}${paths.apiCardWebhook(orgId)}`;

/** @throws DomainError not_found; forbidden */
export async function readCardAccount(ctx: Ctx) {
  const account = await findCardAccount(ctx);
  if (!account) throw notConnected();
  return account;
}

export type CardAccount = Awaited<ReturnType<typeof readCardAccount>>;

const notConnected = () => notFound("No Stripe account is connected.");

/** Tests the stored key at the processor. A failure is returned as a result. @throws DomainError not_found; too_many_requests */
export async function testCardAccount(ctx: Ctx): Promise<{ ok: boolean; message: string }> {
  const me = allow(ctx, "system.admin");
  await limitUse(ctx, CALLS);
  const processor = await ownProcessor(ctx, me.orgId);
  if (!processor) throw notConnected();
  try {
    const { id, name, takesPayments } = await processor.account();
    if (!takesPayments) return { ok: false, message: "Stripe responded, but this account doesn't accept payments." };
    await ctx.db
      .update(cardAccounts)
      .set({ accountName: name, checkedAt: ctx.now.toISOString() })
      .where(and(eq(cardAccounts.orgId, me.orgId), eq(cardAccounts.accountId, id)));
    return { ok: true, message: `Stripe responded: ${name ?? id} takes payments.` };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    const message =
      error.kind === "retry" ? "Stripe can't be reached right now." : "Stripe no longer accepts the key. Replace it.";
    return { ok: false, message };
  }
}

/**
 * Deletes the keys.
 * @throws DomainError not_found; conflict while a payment or a refund is in progress; forbidden without recent reauthentication
 */
export async function disconnectCardAccount(ctx: Ctx): Promise<void> {
  const me = allow(ctx, "system.admin");
  await requireRecentAuthentication(ctx);
  await readCardAccount(ctx);
  await once(ctx, "disconnectCardAccount", {}, (commit) =>
    commit(me, {
      writes: [
        ctx.db.delete(cardAccounts).where(and(eq(cardAccounts.orgId, me.orgId), noPaymentsStarted(me.orgId))),
        assertRowChanged(ctx, "card_account_in_use"),
      ],
      audit: [{ action: "card_account.disconnect", entity: "card_account", entityId: me.orgId }],
      result: null,
      refusals: { card_account_in_use: paymentInProgress },
    }),
  );
}
