import { and, eq, sql } from "drizzle-orm";
import { members } from "#drizzle/schema/identity";
import type { Browser } from "~/domain/auth/account.server";
import { confirmPassword } from "~/domain/auth/password/confirm-password.server";
import type { LeaveBusiness } from "~/domain/auth/schema";
import { closeLiveConnections, openSessions } from "~/domain/auth/session.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowMember, allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";
import { copyMessage, copyNow, type TenantCopy } from "./copy-to-tenants.server";

/**
 * Ends the caller's own membership. Their sessions continue for their household only; live connections to the business close.
 * Their work stays in the business's records under their name.
 * @throws DomainError invalid, conflict for the only Admin, too_many_requests
 */
export async function leaveBusiness(ctx: Ctx, input: LeaveBusiness, browser: Browser): Promise<void> {
  const me = allowMember(ctx);
  const { userId } = allowPerson(ctx);
  await confirmPassword(ctx, input.currentPassword, browser);
  const open = await openSessions(ctx, userId);
  const copy: TenantCopy = { kind: "member", orgId: me.orgId, userId };
  const mine = and(eq(members.orgId, me.orgId), eq(members.userId, userId), eq(members.status, "active"));
  await commitIdentity(ctx, me, {
    writes: [
      ctx.db
        .update(members)
        .set({ status: "disabled", leftAt: ctx.now.toISOString(), version: sql`${members.version} + 1` })
        .where(mine),
      assertRowChanged(ctx, "stale"),
    ],
    audit: [{ action: "left", entity: "member", entityId: userId }],
    publish: [copyMessage(copy)],
    result: undefined,
    refusals: {
      last_admin: () =>
        new DomainError("conflict", `You are the only Admin of ${me.orgName}. Make someone else an Admin first.`),
    },
  });
  await Promise.all([copyNow(ctx, copy), closeLiveConnections(ctx, open)]);
}
