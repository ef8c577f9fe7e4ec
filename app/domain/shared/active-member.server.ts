import { and, eq } from "drizzle-orm";
import { members } from "#drizzle/schema/identity";
import type { Ctx, Member } from "./context";

/** A statement of one row if the person is an active member of the caller's business, else of none. */
export function activeMember(ctx: Ctx, { orgId }: Pick<Member, "orgId">, userId: string) {
  return ctx.db
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.orgId, orgId), eq(members.userId, userId), eq(members.status, "active")));
}
