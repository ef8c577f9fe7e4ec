import { and, eq, sql } from "drizzle-orm";
import { issueFingerprints } from "#drizzle/schema/issues";
import { insertIssue } from "~/domain/issues/create.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { logUnforeseen } from "~/domain/shared/log.server";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { assertRowChanged, commit } from "~/domain/shared/write.server";
import { errorSubject, framesOf, placeOf } from "./fingerprint";

/**
 * Records an unforeseen server error in the issue tracker of the member's business: one issue per kind, with a count. Contains
 * no request data. Never fails, and does nothing for requests without a business.
 */
export async function recordServerError(ctx: Ctx, path: string, error: unknown): Promise<void> {
  const member = ctx.actor.kind === "person" ? ctx.actor.person.member : null;
  if (!member || !(error instanceof Error)) return;
  try {
    const me: Member = { ...member, userId: null };
    const subject = errorSubject(error);
    const frames = framesOf(error.stack);
    const fingerprint = (await sha256([subject, frames[0] ?? "", placeOf(path)].join("\n"))).slice(0, 32);
    if (await countAgain(ctx, me, fingerprint)) return;
    try {
      await addIssue(ctx, me, { fingerprint, subject, frames, place: placeOf(path) });
    } catch (refused) {
      // Two requests hit the error concurrently, and the other one added it first.
      if (!failedOn(refused, "issue_fingerprints.") && !failedOn(refused, "UNIQUE")) throw refused;
      await countAgain(ctx, me, fingerprint);
    }
  } catch (cause) {
    logUnforeseen(ctx.request.id, "server error issue", cause);
  }
}

/** Returns true if the error is known. A closed issue is reopened, since it was not fixed. */
async function countAgain(ctx: Ctx, me: Member, fingerprint: string): Promise<boolean> {
  const at = ctx.now.toISOString();
  const known = and(eq(issueFingerprints.orgId, me.orgId), eq(issueFingerprints.fingerprint, fingerprint));
  try {
    await commit(ctx, me, {
      writes: [
        ctx.db
          .update(issueFingerprints)
          .set({ count: sql`${issueFingerprints.count} + 1`, lastAt: at, lastRequestId: ctx.request.id })
          .where(known),
        assertRowChanged(ctx, "unknown_error"),
        ctx.db.run(sql`
          update issues set version = version + 1, updated_at = ${at}, state_id = (
            select s.id from issue_states s where s.org_id = ${me.orgId} and s.category = 'open' order by s.position, s.id limit 1)
          where org_id = ${me.orgId} and deleted_at is null and closed_at is not null and id = (
            select f.issue_id from issue_fingerprints f where f.org_id = ${me.orgId} and f.fingerprint = ${fingerprint})`),
      ],
      result: undefined,
    });
    return true;
  } catch (error) {
    if (failedOn(error, "unknown_error")) return false;
    throw error;
  }
}

interface NewError {
  fingerprint: string;
  subject: string;
  frames: readonly string[];
  place: string;
}

async function addIssue(ctx: Ctx, me: Member, { fingerprint, subject, frames, place }: NewError): Promise<void> {
  const at = ctx.now.toISOString();
  const body = [
    `Plenum hit this error at \`${place}\`.`,
    "",
    "```",
    subject.replaceAll("`", "'"),
    ...frames.map((frame) => `  at ${frame}`),
    "```",
    "",
    `First request ID: \`${ctx.request.id}\``,
  ].join("\n");
  const input = { title: `Server error: ${subject}`.slice(0, 200), body, priority: "high" as const };
  const { id, writes } = insertIssue(ctx, me, { input, origin: { source: "error" } });
  await commit(ctx, me, {
    writes: [
      ...writes,
      ctx.db.insert(issueFingerprints).values({
        ...{ orgId: me.orgId, fingerprint, issueId: id, firstAt: at, lastAt: at, lastRequestId: ctx.request.id },
      }),
    ],
    result: undefined,
  });
}
