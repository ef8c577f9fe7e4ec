import { and, eq, sql } from "drizzle-orm";
import { organizations } from "#drizzle/schema/identity";
import type { Browser } from "~/domain/auth/account.server";
import { confirmPassword } from "~/domain/auth/password/confirm-password.server";
import type { SecondStepRule } from "~/domain/auth/schema";
import { closeLiveConnections, type LiveSession } from "~/domain/auth/session.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";

/** Whether the business requires two-step verification of its Admins, and how many of them do not have it yet. Admin only. */
export async function readSecondStepRule(ctx: Ctx): Promise<{ required: boolean; adminsWithout: number }> {
  const { orgId } = allowAdmin(ctx);
  const [row] = await ctx.db.all<{ required: number; adminsWithout: number }>(sql`
    SELECT o.requires_second_step AS required, (
      SELECT count(*) FROM members m WHERE m.org_id = o.id AND m.status = 'active'
        AND EXISTS (SELECT 1 FROM json_each(m.roles) r WHERE r.value = 'Admin')
        AND NOT EXISTS (SELECT 1 FROM second_steps s WHERE s.user_id = m.user_id AND s.confirmed_at IS NOT NULL)) AS adminsWithout
    FROM organizations o WHERE o.id = ${orgId}`);
  return { required: row?.required === 1, adminsWithout: row?.adminsWithout ?? 0 };
}

/**
 * Requires two-step verification of all Admins of the business, or stops requiring it. From the next request, an Admin without it
 * has no access to the business until it is on; the caller must have it already.
 * @throws DomainError invalid for a wrong password; conflict if the caller does not have it
 */
export async function setSecondStepRule(ctx: Ctx, input: SecondStepRule, browser: Browser): Promise<void> {
  const me = allowAdmin(ctx);
  const { userId } = allowPerson(ctx);
  await confirmPassword(ctx, input.currentPassword, browser);
  const hasOwn = sql`EXISTS (SELECT 1 FROM second_steps s WHERE s.user_id = ${userId} AND s.confirmed_at IS NOT NULL)`;
  await commitIdentity(ctx, me, {
    writes: [
      ctx.db
        .update(organizations)
        .set({ requiresSecondStep: input.required, version: sql`${organizations.version} + 1` })
        .where(and(eq(organizations.id, me.orgId), input.required ? hasOwn : undefined)),
      assertRowChanged(ctx, "own_second_step"),
    ],
    audit: [
      {
        action: input.required ? "second_step_required" : "second_step_optional",
        entity: "organization",
        entityId: me.orgId,
      },
    ],
    result: undefined,
    refusals: {
      own_second_step: () =>
        new DomainError("conflict", "Turn on two-step verification for yourself first, in your profile."),
    },
  });
  if (input.required) await closeLiveConnections(ctx, await sessionsWithout(ctx, me.orgId), "renew");
}

/** The sessions of Admins who have to turn it on first: their live connections must close. */
function sessionsWithout(ctx: Ctx, orgId: string): Promise<LiveSession[]> {
  return ctx.db.all<LiveSession>(sql`
    SELECT s.id AS sessionId, m.org_id AS orgId FROM members m JOIN sessions s ON s.user_id = m.user_id
    WHERE m.org_id = ${orgId} AND m.status = 'active' AND EXISTS (SELECT 1 FROM json_each(m.roles) r WHERE r.value = 'Admin')
      AND NOT EXISTS (SELECT 1 FROM second_steps x WHERE x.user_id = m.user_id AND x.confirmed_at IS NOT NULL)`);
}
