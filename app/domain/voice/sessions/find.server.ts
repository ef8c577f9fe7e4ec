import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { voiceSessions, voiceSessionWorkOrders } from "#drizzle/schema/voice";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type {
  ChunksReceived,
  HeardText,
  Problem,
  ProblemCode,
  SessionFacts,
  SessionLife,
  SessionState,
} from "./session";

const sessionNotFound = () => notFound("Voice session not found");

/** A work order created from a session. */
export interface MadeWorkOrder {
  id: string;
  number: number;
  reference: string;
}

export interface Session {
  id: string;
  sessionType: SessionFacts["sessionType"];
  workOrderId: string | null;
  state: SessionState;
  revision: number;
  spokenAt: string;
  createdAt: string;
  expiresAt: string;
  chunks: ChunksReceived;
  transcript: HeardText | null;
  problem: Problem | null;
  /** Its speaker was no longer on the job: the office reviews the recording. */
  isForOffice: boolean;
  result: { workOrders: MadeWorkOrder[] } | { workOrderId: string; actions: number } | null;
}

type Row = typeof voiceSessions.$inferSelect;

/**
 * The session with the work orders it created, for the member who recorded it.
 * @throws DomainError forbidden; not_found for all others
 */
export async function allowOnSession(ctx: Ctx, id: string) {
  const me = allow(ctx, "work_orders.read");
  const own = and(
    eq(voiceSessions.orgId, me.orgId),
    eq(voiceSessions.id, id.toLowerCase()),
    eq(voiceSessions.userId, me.userId ?? ""),
  );
  const [[row], made] = await ctx.db.batch([
    ctx.db.select().from(voiceSessions).where(own),
    ctx.db
      .select({ position: voiceSessionWorkOrders.position, id: workOrders.id, number: workOrders.number })
      .from(voiceSessionWorkOrders)
      .innerJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, voiceSessionWorkOrders.workOrderId)))
      .where(and(eq(voiceSessionWorkOrders.orgId, me.orgId), eq(voiceSessionWorkOrders.sessionId, id.toLowerCase())))
      .orderBy(asc(voiceSessionWorkOrders.position)),
  ]);
  if (!row) throw sessionNotFound();
  return { me, row, facts: factsOf(row), made, state: endOf(ctx, row) };
}

function factsOf(row: Row): SessionFacts {
  const { id, orgId, userId, sessionType, workOrderId, spokenAt, expiresAt } = row;
  return { id, orgId, userId, sessionType, workOrderId, spokenAt, expiresAt };
}

/** Marks that something was sent to the session, which now waits for review. */
export async function markSent(ctx: Ctx, { orgId, id, sentAt }: Row): Promise<void> {
  if (sentAt !== null) return;
  await ctx.db
    .update(voiceSessions)
    .set({ sentAt: ctx.now.toISOString() })
    .where(and(eq(voiceSessions.orgId, orgId), eq(voiceSessions.id, id), isNull(voiceSessions.sentAt)));
}

/** Notes for the list of sessions why the last reading failed, or that it did not. */
export async function noteProblem(ctx: Ctx, { orgId, id, problem }: Row, code: ProblemCode | null): Promise<void> {
  if (code === problem) return;
  await ctx.db
    .update(voiceSessions)
    .set({ problem: code })
    .where(and(eq(voiceSessions.orgId, orgId), eq(voiceSessions.id, id)));
}

/** The final state, or 'open'. A session past its expiry is expired even if that is not stored yet. */
export function endOf(ctx: Ctx, { state, expiresAt }: Pick<Row, "state" | "expiresAt">): Row["state"] {
  return state === "open" && expiresAt <= ctx.now.toISOString() ? "expired" : state;
}

export function madeOf({ id, number }: { id: string; number: number }): MadeWorkOrder {
  return { id, number, reference: formatWorkOrderNumber(number) };
}

/** Returns the member's own session as it is now. @throws DomainError forbidden; not_found */
export async function voiceSession(ctx: Ctx, id: string): Promise<Session> {
  const { row, facts, made, state } = await allowOnSession(ctx, id);
  const life = state === "open" ? await ctx.providers.voiceSession(facts.id).look(facts) : OVER;
  return sessionOf(row, { state: state === "open" ? life.state : state, life, made: made.map(madeOf) });
}

const OVER: Omit<SessionLife, "state"> & { state: "created" } = {
  state: "created",
  revision: 0,
  chunks: { received: 0, bytes: 0, missing: [] },
  transcript: null,
  problem: null,
};

interface Shown {
  state: SessionState;
  life: SessionLife;
  made: MadeWorkOrder[];
}

function sessionOf(row: Row, { state, life, made }: Shown): Session {
  const { id, sessionType, workOrderId, spokenAt, createdAt, expiresAt } = row;
  const { revision, chunks, transcript, problem } = life;
  const applied = workOrderId !== null && row.actions !== null ? { workOrderId, actions: row.actions } : null;
  const result = made.length > 0 ? { workOrders: made } : applied;
  return {
    id,
    sessionType,
    workOrderId,
    state,
    revision,
    spokenAt,
    createdAt,
    expiresAt,
    chunks,
    transcript,
    problem,
    isForOffice: row.handedOverAt !== null,
    result,
  };
}

interface OpenSession {
  id: string;
  sessionType: SessionFacts["sessionType"];
  workOrderId: string | null;
  spokenAt: string;
  createdAt: string;
  expiresAt: string;
}

const MAX_OPEN = 100;

/** Returns the member's own sessions with recordings to confirm or discard, oldest first. @throws DomainError forbidden */
export async function openSessions(ctx: Ctx): Promise<OpenSession[]> {
  const me = allow(ctx, "work_orders.read");
  const { id, sessionType, workOrderId, spokenAt, createdAt, expiresAt } = voiceSessions;
  return ctx.db
    .select(namedEach({ id, sessionType, workOrderId, spokenAt, createdAt, expiresAt }))
    .from(byIndex(voiceSessions, "voice_sessions_open"))
    .where(
      and(
        eq(voiceSessions.orgId, me.orgId),
        eq(voiceSessions.userId, me.userId ?? ""),
        // Written out because the partial index is used only if its condition appears literally.
        sql`state = 'open'`,
        isNotNull(voiceSessions.sentAt),
        gt(voiceSessions.expiresAt, ctx.now.toISOString()),
      ),
    )
    .orderBy(asc(voiceSessions.id))
    .limit(MAX_OPEN);
}
