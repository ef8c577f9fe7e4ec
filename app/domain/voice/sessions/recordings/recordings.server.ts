import { and, desc, eq, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { tenantMembers } from "#drizzle/schema/platform";
import { workOrderRecordings } from "#drizzle/schema/voice";
import { workOrders } from "#drizzle/schema/work-orders";
import type { ByteRange } from "~/domain/providers";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import type { Write } from "~/domain/shared/write.server";
import type { Receipt } from "~/domain/voice/sessions/receipts";
import { audioFolder, type Review, type SessionFacts } from "~/domain/voice/sessions/session";
import { idOfWorkOrder, isOffice, isWorkOrder, workOrderNotFound } from "~/domain/work-orders/load.server";

const MAX_RECORDINGS = 100;

/** Returns the recordings of a work order, newest first. @throws DomainError forbidden; not_found */
export async function recordingsOf(ctx: Ctx, ref: string) {
  const me = allow(ctx, "work_orders.read");
  const r = workOrderRecordings;
  const [[found], rows] = await ctx.db.batch([
    ctx.db.select({ id: workOrders.id }).from(workOrders).where(isWorkOrder(me, ref)),
    ctx.db
      .select({
        id: named(r.id, "recording_id"),
        transcript: r.transcript,
        language: r.language,
        source: r.source,
        contentType: r.contentType,
        bytes: r.bytes,
        durationMs: r.durationMs,
        spokenAt: r.spokenAt,
        heard: r.heard,
        isToReview: toReview(me).mapWith(Boolean).as("is_to_review"),
        firstName: namedOrNull(tenantMembers.firstName, "by_first_name"),
        lastName: namedOrNull(tenantMembers.lastName, "by_last_name"),
      })
      .from(r)
      .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, r.userId)))
      .where(and(eq(r.orgId, me.orgId), eq(r.workOrderId, idOfWorkOrder(me, ref)), isShownTo(me)))
      .orderBy(desc(r.id))
      .limit(MAX_RECORDINGS),
  ]);
  if (!found) throw workOrderNotFound();
  return rows.map(({ firstName, lastName, bytes, ...row }) => ({
    ...row,
    hasAudio: bytes !== null,
    by: firstName === null ? null : `${firstName} ${lastName}`,
  }));
}

/** Whether a recording along with `work_order_recordings` was left to the office and is not reviewed yet. */
const toReview = ({ orgId }: Member) => sql<boolean>`EXISTS (SELECT 1 FROM voice_sessions left_over
  WHERE left_over.org_id = ${orgId} AND left_over.id = work_order_recordings.id AND left_over.handed_over_at IS NOT NULL
    AND left_over.reviewed_at IS NULL)`;

/** What the office has not reviewed yet is shown to it and to the speaker only. */
const isShownTo = (me: Member) =>
  isOffice(me) ? undefined : sql`(${workOrderRecordings.userId} = ${me.userId} OR NOT ${toReview(me)})`;

interface WorkOrderRecording {
  facts: SessionFacts;
  workOrderId: string;
  review: Review;
  heard: Receipt[];
}

/** Keeps the recording of a job session with its job. */
export function workOrderRecording(
  ctx: Ctx,
  me: Member,
  { facts, workOrderId, review, heard }: WorkOrderRecording,
): Write {
  const { text, language, source } = review.transcript;
  return ctx.db
    .insert(workOrderRecordings)
    .values({
      ...{ orgId: me.orgId, workOrderId, id: facts.id, userId: facts.userId, transcript: text, language, source },
      ...{ spokenAt: facts.spokenAt, recordedAt: ctx.now.toISOString() },
      ...(review.audio ?? {}),
      heard,
    })
    .onConflictDoNothing();
}

/** Deletes a session's files that no job keeps. */
export async function keepLinked(
  ctx: Ctx,
  me: Member,
  { facts, workOrderIds }: { facts: SessionFacts; workOrderIds: readonly string[] },
) {
  const r = workOrderRecordings;
  const rows = await ctx.db
    .select({ fileKey: r.fileKey })
    .from(r)
    .where(
      and(
        eq(r.orgId, me.orgId),
        sql`${r.workOrderId} IN (SELECT value FROM json_each(${JSON.stringify(workOrderIds)}))`,
        eq(r.id, facts.id),
      ),
    );
  const usedKeys = rows.flatMap(({ fileKey }) => fileKey ?? []);
  await ctx.providers.files.deleteUnder(audioFolder(facts), usedKeys);
}

interface RecordingQuery {
  ref: string;
  id: string;
  /** The browser's Range header: 'bytes=0-1023'. */
  range: string | undefined;
}

/** Returns the audio, whole or the requested range. @throws DomainError forbidden; not_found */
export async function readRecording(ctx: Ctx, { ref, id, range }: RecordingQuery) {
  const me = allow(ctx, "work_orders.read");
  const r = workOrderRecordings;
  const [row] = await ctx.db
    .select({ fileKey: r.fileKey, bytes: r.bytes })
    .from(r)
    .where(
      and(eq(r.orgId, me.orgId), eq(r.workOrderId, idOfWorkOrder(me, ref)), eq(r.id, id.toLowerCase()), isShownTo(me)),
    );
  if (!row?.fileKey || row.bytes === null) throw noRecording();
  const part = partOf(range, row.bytes);
  const file = await ctx.providers.files.get(row.fileKey, part ?? undefined);
  if (!file) throw noRecording();
  return { ...file, bytes: row.bytes, part };
}

const noRecording = () => notFound("Recording not found");

/** Null for the whole file, also for an invalid range, which may be ignored (RFC 9110, 14.2). */
export function partOf(range: string | undefined, bytes: number): ByteRange | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (from === "" && to === "") return null;
  const offset = from === "" ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === "" || to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return offset > last ? null : { offset, length: last - offset + 1 };
}
