import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { voiceSessions } from "#drizzle/schema/voice";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { HOUR_MS, HOUR_SECONDS } from "~/domain/shared/time/dates";
import { once, type Write } from "~/domain/shared/write.server";
import { officeTime } from "~/domain/work-orders/device-clock";
import { wasOnCrew } from "~/domain/work-orders/former-crew.server";
import { actorRoles, allowCrewOrOffice, allowOnWorkOrder, readCrew } from "~/domain/work-orders/load.server";
import { endAs, writtenPart } from "./end.server";
import { allowOnSession, type Session, voiceSession } from "./find.server";
import { handOver, hasLeft } from "./hand-over.server";
import type { NewSession } from "./schema";
import { audioFolder, type Review, SESSION_MS, type SessionFacts } from "./session";
import { refuseWritten, writtenPlaces } from "./written.server";

const SESSIONS: Limit = {
  ...{ name: "voice_sessions", what: "recordings", seconds: HOUR_SECONDS },
  ...{ perPerson: 600, perBusiness: 6000 },
};

/** How long a session may stay without any recording. */
const EMPTY_MS = HOUR_MS;

/** An older recording time means the device's clock is wrong. */
const MAX_MEMO_MS = 14 * SESSION_MS;

/**
 * Opens a session for new work, or for a job the member is or was on. The same key returns the same session.
 * @throws DomainError forbidden; not_found for the job; too_many_requests
 */
export async function startSession(ctx: Ctx, given: NewSession): Promise<Session> {
  const me = allowCrewOrOffice(ctx);
  if (given.sessionType === "work_order_creation") allow(ctx, "work_orders.write");
  await limitUse(ctx, SESSIONS);
  const { idempotencyKey = ctx.request.idempotencyKey, ...input } = given;
  const keyed = { ...ctx, request: { ...ctx.request, idempotencyKey } };
  const { id } = await once(keyed, "startVoiceSession", input, async (commitOnce) => {
    const row = {
      orgId: me.orgId,
      id: ctx.newId(),
      userId: me.userId ?? "",
      sessionType: input.sessionType,
      workOrderId: await workOrderOf(ctx, me, input.workOrderId),
      spokenAt: spokenAt(ctx, input),
      createdAt: ctx.now.toISOString(),
      expiresAt: new Date(ctx.now.getTime() + SESSION_MS).toISOString(),
    };
    const writes = [endEmpty(ctx, row), ctx.db.insert(voiceSessions).values(row)];
    return commitOnce(me, { writes, result: { id: row.id } });
  });
  return voiceSession(ctx, id);
}

/** Discards the member's old sessions without any recording, which would otherwise accumulate. */
function endEmpty(ctx: Ctx, { orgId, userId }: { orgId: string; userId: string }): Write {
  return ctx.db
    .update(voiceSessions)
    .set({ state: "discarded", endedAt: ctx.now.toISOString() })
    .where(
      and(
        eq(voiceSessions.orgId, orgId),
        eq(voiceSessions.userId, userId),
        sql`state = 'open'`,
        isNull(voiceSessions.sentAt),
        lt(voiceSessions.createdAt, new Date(ctx.now.getTime() - EMPTY_MS).toISOString()),
      ),
    );
}

async function workOrderOf(ctx: Ctx, me: Member, ref: string | undefined): Promise<string | null> {
  if (ref === undefined) return null;
  const { id, crew } = await readCrew(ctx, me, ref);
  const { technicianId } = me;
  // What was spoken offline before the technician was taken off the job is for the office.
  const isLate = technicianId !== null && actorRoles(me, crew).length === 0;
  if (!isLate || !(await wasOnCrew(ctx, me, { workOrderId: id, technicianId }))) allowOnWorkOrder(ctx, { crew });
  return id;
}

/** By the server's clock; a clock that is ahead or far behind is ignored. */
function spokenAt(ctx: Ctx, { spokenAt, clockOffsetMs }: Pick<NewSession, "spokenAt" | "clockOffsetMs">): string {
  const now = ctx.now.getTime();
  const { at } = officeTime({ occurredAt: spokenAt, clockOffsetMs }, { now, notBefore: now - MAX_MEMO_MS });
  return new Date(at).toISOString();
}

/**
 * Discards a session with its recordings. A session that has already ended is unchanged.
 * @throws DomainError not_found; conflict if it was confirmed, wholly or in part
 */
export async function discardSession(ctx: Ctx, id: string): Promise<void> {
  const { me, facts, state, made } = await allowOnSession(ctx, id);
  if (state === "confirmed" || made.length > 0)
    throw new DomainError("conflict", "What you said is already saved. Delete or cancel the work orders instead.");
  if (state === "open" && facts.workOrderId !== null) refuseWritten((await writtenPlaces(ctx, facts)).size);
  if (state === "open" && !(await endAs(ctx, me, { facts, state: "discarded" }))) return discardSession(ctx, id);
  await forget(ctx, facts);
}

/**
 * Expires a session: unconfirmed recordings are deleted with their audio. A partly written session is stored as confirmed, and its
 * recording stays. A memo whose speaker was taken off the job is left to the office.
 */
export async function expireSession(ctx: Ctx, facts: SessionFacts, review: Review | null): Promise<void> {
  const me = allow(ctx, "work_orders.read");
  if (review && (await hasLeft(ctx, me, facts)) && (await handOver(ctx, me, { facts, review }))) return;
  if (!(await endAs(ctx, me, { facts, state: "expired" })))
    await endAs(ctx, me, { facts, state: "confirmed", ...(await writtenPart(ctx, me, { facts, review })) });
  const [row] = await ctx.db
    .select({ state: voiceSessions.state })
    .from(voiceSessions)
    .where(and(eq(voiceSessions.orgId, me.orgId), eq(voiceSessions.id, facts.id)));
  if (row?.state !== "confirmed") await ctx.providers.files.deleteUnder(audioFolder(facts));
}

async function forget(ctx: Ctx, facts: SessionFacts): Promise<void> {
  await ctx.providers.voiceSession(facts.id).end();
  await ctx.providers.files.deleteUnder(audioFolder(facts));
}
