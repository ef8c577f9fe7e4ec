import { eq } from "drizzle-orm";
import { organizations } from "#drizzle/schema/identity";
import { ownProcessor } from "~/domain/invoices/card-account/keys.server";
import type { PaymentProcessor } from "~/domain/providers";
import { type Ctx, type Member, withinOrganization } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { PaymentError } from "./payment-error";

export interface PaidBusiness {
  /** The system, acting for the business: payments arrive without a member present. */
  ctx: Ctx;
  me: Member;
  /** Recipient of notices that need attention; null if the business has no email address. */
  email: string | null;
}

/** Returns the business whose invoice is paid or whose payment changes. @throws DomainError not_found */
export async function paidBusiness(ctx: Ctx, orgId: string): Promise<PaidBusiness> {
  const [row] = await ctx.db
    .select({
      ...{ orgKey: organizations.key, timeZone: organizations.timeZone, email: organizations.email },
      shard: organizations.shard,
    })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  if (!row) throw notFound();
  ctx.shards.learn({ orgId }, row.shard);
  const system = withinOrganization({ ...ctx, actor: { kind: "system", member: null } }, { orgId, ...row });
  return { ctx: system, me: allow(system, "invoices.manage"), email: row.email };
}

/** Returns a business's card processor, using its own account if it has one; null if it takes no card payments. */
export async function processorOf(ctx: Ctx, orgId: string): Promise<PaymentProcessor | null> {
  const own = await ownProcessor(ctx, orgId);
  if (own) return own;
  const { payments } = ctx.providers;
  return payments?.serves(orgId) ? payments : null;
}

export const noCardPayments = () => new DomainError("conflict", "This business doesn't accept card payments here.");

/** Calls the processor and converts refusals and outages to messages for the user. */
export async function callProcessor<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.kind === "refused") throw new DomainError("conflict", error.displayMessage ?? "This was declined.");
    throw new DomainError(
      "unavailable",
      "Card payments can't be reached right now. Please try again in a few minutes.",
      {
        retryAfter: 60,
        cause: error,
      },
    );
  }
}
