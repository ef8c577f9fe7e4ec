import { sql } from "drizzle-orm";
import { type Ctx, callerOf, memberOf } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { CommitHook, Owner, Write } from "~/domain/shared/write.server";

/** Rejects other changes while an export is being restored: numbers and names assigned now may conflict with the file. */
export const restoringHook: CommitHook = {
  before: notRestored,
  refusals: (ctx, owner) => ({ being_restored: isOfOwner(ctx, owner) ? beingRestored : tryShortly }),
};

function notRestored(ctx: Ctx, owner: Owner | null): Write[] {
  const of = owner ?? (ctx.actor.kind === "person" ? ctx.actor.person : null);
  if (!of) return [];
  const restored =
    "orgId" in of
      ? sql`business_restores r WHERE r.org_id = ${of.orgId}`
      : sql`household_restores r WHERE r.user_id = ${of.userId}`;
  return [
    ctx.db.run(sql`INSERT INTO batch_assertions (reason, met)
      SELECT 'being_restored', 0 FROM ${restored} AND r.status IN ('queued', 'running', 'undoing')`),
  ];
}

/** Whether the caller belongs to the business or household, and so may know that an export is being restored there. */
function isOfOwner(ctx: Ctx, owner: Owner | null): boolean {
  if (!owner) return true;
  return "orgId" in owner ? memberOf(ctx)?.orgId === owner.orgId : callerOf(ctx) === owner.userId;
}

const beingRestored = () =>
  new DomainError("conflict", "An export is being restored. Nothing else can be saved until it is finished.");

/** For customers, and for other systems, which repeat what they sent. */
const tryShortly = () =>
  new DomainError("unavailable", "This can't be saved right now. Please try again in a few minutes.", {
    retryAfter: 60,
  });
