import { and, eq, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { apiKeys, invitations, members, organizations, users } from "#drizzle/schema/identity";
import { appliedMessages, tenantMembers, tenantOrganizations } from "#drizzle/schema/platform";
import { technicians } from "#drizzle/schema/technicians";
import { type ClockCopy, copyClock } from "~/domain/business-days/count-again.server";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { logUnforeseen } from "~/domain/shared/log.server";
import type { IdentityMessage } from "~/domain/shared/outbox.server";
import type { Write } from "~/domain/shared/write.server";
import { dropExpectedTechnician, expectTechnician, joinTechnicians } from "~/domain/technicians/join.server";

/** What changed in identity; the current values are read when copying, so that late and repeated messages do no harm. */
export type TenantCopy =
  | { kind: "member"; orgId: string; userId: string }
  | { kind: "invitation"; orgId: string; invitationId: string }
  | { kind: "api_key"; orgId: string; keyId: string }
  | ClockCopy;

/** Goes into the batch of the change, so that a crash afterward loses nothing. */
export function copyMessage(copy: TenantCopy): IdentityMessage {
  return { topic: "tenant_copy", owner: { orgId: copy.orgId }, payload: copy };
}

/**
 * Copies right after the commit, so that the next screen shows it. If that fails, the member's next request or the outbox copies
 * it.
 */
export async function copyNow(ctx: Ctx, copy: TenantCopy): Promise<void> {
  try {
    await copyToTenants(ctx, copy);
  } catch (error) {
    logUnforeseen(ctx.request.id, `tenant copy: ${copy.kind}`, error);
  }
}

/** Copies the requesting member if that failed when they joined. Returns false if nothing was pending. */
export async function copyPendingMember(ctx: Ctx): Promise<boolean> {
  if (ctx.actor.kind !== "person" || !ctx.actor.copyPending) return false;
  const { userId, member } = ctx.actor.person;
  if (!member) return false;
  await copyNow(ctx, { kind: "member", orgId: member.orgId, userId });
  return true;
}

export async function copyToTenants(ctx: Ctx, copy: TenantCopy): Promise<void> {
  switch (copy.kind) {
    case "member":
      return copyMember(ctx, copy.orgId, copy.userId);
    case "invitation":
      return copyInvitation(ctx, copy.orgId, copy.invitationId);
    case "api_key":
      return copyApiKey(ctx, copy.orgId, copy.keyId);
    case "clock":
      return copyClock(ctx, copy.orgId);
  }
}

/**
 * Copies the business, the member's name and access and, depending on the roles, the technician, whose id is then stored in
 * identity.
 */
async function copyMember(ctx: Ctx, orgId: string, userId: string): Promise<void> {
  const one = and(eq(members.orgId, orgId), eq(members.userId, userId));
  const [member] = await ctx.db
    .select({
      orgKey: organizations.key,
      shard: organizations.shard,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      roles: members.roles,
      status: members.status,
      technicianId: members.technicianId,
      copyPending: members.copyPending,
      revision: sql<number>`${users.version} + ${members.version}`.as("revision"),
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(organizations, eq(organizations.id, members.orgId))
    .where(and(one, staysFor(orgId)));
  if (!member) return;
  const { orgKey, shard, email, firstName, lastName, revision } = member;
  ctx.shards.learn({ orgId }, shard);
  const hasAccess = member.status === "active";
  const joins = hasAccess && member.roles.includes("Technician") && member.technicianId === null;
  await ctx.db.batch([
    ctx.db.insert(tenantOrganizations).values({ id: orgId, key: orgKey }).onConflictDoNothing(),
    ctx.db
      .insert(tenantMembers)
      .values({ orgId, userId, firstName, lastName, revision, hasAccess })
      .onConflictDoUpdate({
        target: [tenantMembers.orgId, tenantMembers.userId],
        set: { firstName, lastName, revision, hasAccess },
        // The same revision is copied again, since a release may add a column that it did not have.
        setWhere: sql`excluded.revision >= ${tenantMembers.revision}`,
      }),
    ...(joins ? [joinTechnicians(ctx, orgId, { userId, email, firstName, lastName })] : []),
  ]);
  if (!joins && !member.copyPending) return;
  const [technician] = joins
    ? await ctx.db
        .select({ id: technicians.id })
        .from(technicians)
        .where(and(eq(technicians.orgId, orgId), eq(technicians.userId, userId)))
    : [];
  const technicianId = technician?.id ?? member.technicianId;
  await ctx.db.update(members).set({ technicianId, copyPending: false }).where(one);
}

/** Copies an API key as the author of its writes. It is never renamed, and stays after the key is deleted. */
async function copyApiKey(ctx: Ctx, orgId: string, id: string): Promise<void> {
  const [key] = await ctx.db
    .select({ orgKey: organizations.key, shard: organizations.shard, name: named(apiKeys.name, "key_name") })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.orgId))
    .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id), staysFor(orgId)));
  if (!key) return;
  ctx.shards.learn({ orgId }, key.shard);
  await ctx.db.batch([
    ctx.db.insert(tenantOrganizations).values({ id: orgId, key: key.orgKey }).onConflictDoNothing(),
    ctx.db
      .insert(tenantMembers)
      .values({ orgId, userId: id, firstName: key.name, lastName: "(API key)", revision: 1, kind: "api_key" })
      .onConflictDoNothing(),
  ]);
}

/** A late message must not recreate anything of a business that is being deleted. */
function staysFor(orgId: string) {
  return sql`NOT EXISTS (SELECT 1 FROM business_deletions d WHERE d.org_id = ${orgId} AND d.started_at IS NOT NULL)`;
}

/** Adds the expected technician while the invitation is pending, and removes it once it is canceled. */
async function copyInvitation(ctx: Ctx, orgId: string, id: string): Promise<void> {
  const [invitation] = await ctx.db
    .select({
      ...{ email: invitations.email, status: invitations.status, technician: invitations.technician },
      shard: organizations.shard,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.orgId))
    .where(and(eq(invitations.orgId, orgId), eq(invitations.id, id), staysFor(orgId)));
  if (!invitation) return;
  const { email, status, technician, shard } = invitation;
  ctx.shards.learn({ orgId }, shard);
  const expected = `invitation ${id} expected`;
  if (status === "pending" && technician) {
    await applyOnce(ctx, { orgId, key: expected }, [expectTechnician(ctx, orgId, { ...technician, email })]);
  }
  if (status === "cancelled") {
    await applyOnce(ctx, { orgId, key: `invitation ${id} dropped` }, [
      // A late message about the expected technician must no longer take effect.
      ctx.db
        .insert(appliedMessages)
        .values({ orgId, key: expected, appliedAt: ctx.now.toISOString() })
        .onConflictDoNothing(),
      dropExpectedTechnician(ctx, orgId, email),
    ]);
  }
}

/** Writes only once: a repeated copy must not undo later changes. */
async function applyOnce(ctx: Ctx, { orgId, key }: { orgId: string; key: string }, writes: Write[]): Promise<void> {
  const claim = ctx.db.insert(appliedMessages).values({ orgId, key, appliedAt: ctx.now.toISOString() });
  try {
    await ctx.db.batch([claim, ...writes]);
  } catch (error) {
    if (!failedOn(error, "applied_messages.key")) throw error;
  }
}
