import { and, asc, eq, sql } from "drizzle-orm";
import { members, users } from "#drizzle/schema/identity";
import type { Ctx, Member } from "./context";

/** The current members of a business by name. All of them: anyone left out could not be chosen or notified. */
export function activeMembers(ctx: Ctx, { orgId }: Pick<Member, "orgId">, sortBy: "firstName" | "lastName") {
  return ctx.db
    .select({
      id: members.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      roles: members.roles,
      permissions: members.permissions,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.orgId, orgId), eq(members.status, "active")))
    .orderBy(asc(sql`lower(${users[sortBy]})`), asc(members.userId));
}

/** A member's name as screens show it. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();
