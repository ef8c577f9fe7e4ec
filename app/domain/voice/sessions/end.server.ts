import { and, eq, sql } from "drizzle-orm";
import { voiceSessions } from "#drizzle/schema/voice";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { assertRowChanged, commit, type Write } from "~/domain/shared/write.server";
import { commandReceipts } from "./receipts";
import { keepLinked, workOrderRecording } from "./recordings/recordings.server";
import type { Review, SessionFacts } from "./session";
import { hasWritten, writtenOf, writtenPlaces } from "./written.server";

/** What a partly written job session leaves: its recording, and how many commands were written. */
export async function writtenPart(
  ctx: Ctx,
  me: Member,
  { facts, review }: { facts: SessionFacts; review: Review | null },
) {
  const { workOrderId } = facts;
  if (workOrderId === null || review === null || !("commands" in review.reading)) return {};
  const { commands } = review.reading;
  const written = new Set(writtenOf(commands, await writtenPlaces(ctx, facts)));
  const heard = commandReceipts(commands.filter(({ index }) => written.has(index)));
  return { actions: written.size, writes: [workOrderRecording(ctx, me, { facts, workOrderId, review, heard })] };
}

/** Once a job has the recording, deletes the session's other files and its object. */
export async function forgetRest(
  ctx: Ctx,
  me: Member,
  { facts, workOrderId }: { facts: SessionFacts; workOrderId: string },
): Promise<void> {
  await keepLinked(ctx, me, { facts, workOrderIds: [workOrderId] });
  await ctx.providers.voiceSession(facts.id).end();
}

/** Returns false if the session has already ended, or is partly written and can only end as `confirmed`. */
export async function endAs(
  ctx: Ctx,
  me: Member,
  {
    facts,
    state,
    writes = [],
    actions = null,
    isForOffice = false,
  }: { writes?: Write[]; actions?: number | null; isForOffice?: boolean } & {
    facts: SessionFacts;
    state: "confirmed" | "discarded" | "expired";
  },
): Promise<boolean> {
  const { id } = facts;
  const unwritten = sql`NOT EXISTS (SELECT 1 FROM voice_session_work_orders w WHERE w.org_id = ${me.orgId} AND w.session_id = ${id})
    AND NOT ${hasWritten(facts)}`;
  try {
    await commit(ctx, me, {
      writes: [
        ctx.db
          .update(voiceSessions)
          .set({
            ...{ state, actions, endedAt: ctx.now.toISOString() },
            handedOverAt: isForOffice ? ctx.now.toISOString() : null,
          })
          .where(
            and(
              eq(voiceSessions.orgId, me.orgId),
              eq(voiceSessions.id, id),
              eq(voiceSessions.state, "open"),
              state === "confirmed" ? undefined : unwritten,
            ),
          ),
        assertRowChanged(ctx, "voice_session_over"),
        ...writes,
      ],
      result: undefined,
    });
    return true;
  } catch (error) {
    if (failedOn(error, "voice_session_over")) return false;
    throw error;
  }
}
