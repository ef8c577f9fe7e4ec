import { voiceSessionWorkOrders, workOrderRecordings } from "#drizzle/schema/voice";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import type { Write } from "~/domain/shared/write.server";
import { keepLinked } from "~/domain/voice/sessions/recordings/recordings.server";
import { createWorkOrder } from "~/domain/work-orders/create.server";
import type { CreateWorkOrder } from "~/domain/work-orders/schema";
import { endAs } from "./end.server";
import { allowOnSession, type MadeWorkOrder, madeOf } from "./find.server";
import { draftReceipts } from "./receipts";
import { over } from "./refusals";
import { refuseOutdated, reviewOf } from "./review.server";
import type { CreateFromVoice } from "./schema";
import type { Review, SessionFacts } from "./session";

/**
 * Creates the confirmed work orders, each once, however often this is sent or interrupted: the row that records its draft is in
 * the work order's batch. The recording stays with each.
 * @throws DomainError as `createWorkOrder`, with the fields of draft 1 as `drafts.1.title`; conflict if the session has ended
 *   or the drafts to confirm have changed; what was written until then stays
 */
export async function createFromVoice(
  ctx: Ctx,
  id: string,
  { version, drafts }: CreateFromVoice,
): Promise<{ workOrders: MadeWorkOrder[] }> {
  const me = allow(ctx, "work_orders.write");
  const { facts, made, state } = await allowOnSession(ctx, id);
  if (state === "confirmed") return { workOrders: made.map(madeOf) };
  if (state !== "open") throw over(state);
  if (facts.sessionType !== "work_order_creation")
    throw new DomainError("conflict", "This session is for an existing job, not for new work orders.");
  const review = await reviewOf(ctx, facts);
  refuseOutdated(review, version);
  const places = placesOf(review);
  const absent = places.find((place) => !drafts.some(({ index }) => index === place));
  if (absent !== undefined) throw invalidField("drafts", `Confirm draft ${absent + 1}, or leave it out`);
  for (const [at, { index }] of drafts.entries()) {
    // If no job was recognized, one may be added by hand.
    if (!places.includes(index) && (places.length > 0 || index !== 0))
      throw invalidField(`drafts.${at}.index`, "Draft not found");
  }
  for (const [at, draft] of drafts.entries()) {
    if (draft.isLeftOut) continue;
    const { index, isLeftOut: _, ...fields } = draft;
    if (made.some(({ position }) => position === index)) continue;
    await writeOnce(ctx, me, { at, index, fields, facts, review });
  }
  await endAs(ctx, me, { facts, state: "confirmed" });
  const written = await allowOnSession(ctx, id);
  if (written.state === "discarded" || written.state === "expired") throw over(written.state);
  const ids = written.made.map((one) => one.id);
  ctx.after(keepLinked(ctx, me, { facts, workOrderIds: ids }).then(() => ctx.providers.voiceSession(facts.id).end()));
  return { workOrders: written.made.map(madeOf) };
}

/** Drafts that were heard and drafts added by hand. */
function placesOf({ reading, edits }: Review): number[] {
  const heard = "drafts" in reading ? reading.drafts.map(({ index }) => index) : [];
  return [...new Set([...heard, ...edits.places.map(({ index }) => index)])];
}

interface Draft {
  at: number;
  index: number;
  fields: CreateWorkOrder;
  facts: SessionFacts;
  review: Review;
}

async function writeOnce(ctx: Ctx, me: Member, { at, index, fields, facts, review }: Draft): Promise<void> {
  // The position in the session is the key: an idempotency key would treat a changed draft as a different request.
  const unkeyed = { ...ctx, request: { ...ctx.request, idempotencyKey: null } };
  try {
    await createWorkOrder(unkeyed, fields, (workOrderId) => [
      ctx.db
        .insert(voiceSessionWorkOrders)
        .values({ orgId: me.orgId, sessionId: facts.id, position: index, workOrderId }),
      recordingRow(ctx, me, { workOrderId, index, facts, review }),
    ]);
  } catch (error) {
    const { made, state } = await allowOnSession(ctx, facts.id);
    // A concurrent request has already written it.
    if (made.some(({ position }) => position === index)) return;
    if (state !== "open") throw over(state);
    throw error instanceof DomainError ? placed(error, at) : error;
  }
}

/** Moves a refusal's fields under its draft. */
function placed(error: DomainError, at: number): DomainError {
  const { fields, ...extras } = error.extras;
  if (!fields) return error;
  const named = Object.fromEntries(Object.entries(fields).map(([name, texts]) => [`drafts.${at}.${name}`, texts]));
  return new DomainError(error.code, error.message, { ...extras, fields: named });
}

interface Recorded {
  workOrderId: string;
  index: number;
  facts: SessionFacts;
  review: Review;
}

function recordingRow(ctx: Ctx, me: Member, { workOrderId, index, facts, review }: Recorded): Write {
  const { transcript, audio, reading } = review;
  const { text, language, source } = transcript;
  const draft = "drafts" in reading ? reading.drafts.find((one) => one.index === index) : undefined;
  return ctx.db.insert(workOrderRecordings).values({
    ...{ orgId: me.orgId, workOrderId, id: facts.id, userId: me.userId, transcript: text, language, source },
    ...{ spokenAt: facts.spokenAt, recordedAt: ctx.now.toISOString() },
    ...(audio ?? {}),
    heard: draftReceipts(draft),
  });
}
