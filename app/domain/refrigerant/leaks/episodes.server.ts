import { and, asc, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { equipment, serviceGroups } from "#drizzle/schema/equipment";
import { tenantMembers } from "#drizzle/schema/platform";
import { leakEpisodes, leakEvents } from "#drizzle/schema/refrigerant";
import { equipmentNotFound } from "~/domain/equipment/find.server";
import type { AttentionFilter } from "~/domain/refrigerant/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, inRange, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { addDays, type CivilDate } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { type ClockStep, type EpisodeProgress, progressOf, SOON_DAYS } from "./compliance";

const episodeNotFound = () => notFound("Leak episode not found");

const e = leakEpisodes;

/** Episodes with their circuit and customer; the caller adds the conditions. */
function selectEpisodes(ctx: Ctx, me: Member, index?: string) {
  return ctx.db
    .select({
      id: named(e.id, "episode_id"),
      equipmentId: named(e.equipmentId, "episode_unit_id"),
      equipmentName: namedOrNull(equipment.name, "unit_name"),
      customerName: namedOrNull(customers.name, "customer_name"),
      customerNumber: namedOrNull(customers.number, "customer_number"),
      serviceGroupId: named(e.serviceGroupId, "episode_service_group_id"),
      circuitName: namedOrNull(serviceGroups.name, "circuit_name"),
      refrigerant: namedOrNull(serviceGroups.refrigerant, "circuit_refrigerant"),
      kind: named(e.kind, "episode_kind"),
      year: named(e.year, "episode_year"),
      openedOn: named(e.openedOn, "episode_opened_on"),
      regime: named(e.regime, "episode_regime"),
      thresholdPercent: named(e.thresholdPercent, "episode_threshold_percent"),
      chargeMilliLb: named(e.chargeMilliLb, "episode_charge"),
      rateCentiPercent: named(e.rateCentiPercent, "episode_rate_centi_percent"),
      nextStep: named(e.nextStep, "episode_next_step"),
      nextDueOn: named(e.nextDueOn, "episode_next_due_on"),
      endedOn: named(e.endedOn, "episode_ended_on"),
      ending: named(e.ending, "episode_ending"),
      voidReason: named(e.voidReason, "episode_void_reason"),
      version: named(e.version, "episode_version"),
      createdAt: named(e.createdAt, "episode_created_at"),
      updatedAt: named(e.updatedAt, "episode_updated_at"),
    })
    .from(index === undefined ? e : byIndex(e, index))
    .leftJoin(equipment, and(eq(equipment.orgId, me.orgId), eq(equipment.id, e.equipmentId)))
    .leftJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, equipment.customerId)))
    .leftJoin(serviceGroups, and(eq(serviceGroups.orgId, me.orgId), eq(serviceGroups.id, e.serviceGroupId)))
    .$dynamic();
}

export type EpisodeRow = Awaited<ReturnType<typeof selectEpisodes>>[number];

/** The events of some episodes, in recording order. */
function selectEvents(ctx: Ctx, me: Member, episodeIds: SQL) {
  const v = leakEvents;
  return ctx.db
    .select({
      id: named(v.id, "event_id"),
      episodeId: named(v.episodeId, "event_episode_id"),
      kind: named(v.kind, "event_kind"),
      happenedOn: named(v.happenedOn, "event_happened_on"),
      method: named(v.method, "event_method"),
      notes: named(v.notes, "event_notes"),
      recordedBy: sql<string | null>`${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName}`.as(
        "event_recorded_by",
      ),
      recordedAt: named(v.recordedAt, "event_recorded_at"),
      voidedAt: named(v.voidedAt, "event_voided_at"),
      voidReason: named(v.voidReason, "event_void_reason"),
    })
    .from(byIndex(v, "leak_events_episode"))
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, v.recordedBy)))
    .where(and(eq(v.orgId, me.orgId), sql`${v.episodeId} in ${episodeIds}`))
    .orderBy(asc(v.id));
}

type EventRow = Awaited<ReturnType<typeof selectEvents>>[number];

const noProgress: EpisodeProgress = { clocks: [], next: null, ended: null, allowed: [] };

/** Adds an episode's deadlines and the events that can be recorded. A voided one has nothing due. */
export function withProgress(row: EpisodeRow, events: readonly EventRow[]) {
  const own = events.filter(({ episodeId }) => episodeId === row.id);
  const counted = own.filter(({ voidedAt }) => voidedAt === null);
  const progress = row.ending === "voided" ? noProgress : progressOf(row, counted);
  // Only the last event can be voided, since later ones depend on it.
  const lastEventId = row.ending === "voided" ? null : (counted.at(-1)?.id ?? null);
  return { ...row, ...progress, events: own, lastEventId };
}

export type LeakEpisode = ReturnType<typeof withProgress>;

/** Statements for one batch and `withProgress`: some episodes, oldest first, and their events. */
export function episodesAmong(ctx: Ctx, me: Member, { ids, limit }: { ids: SQL; limit: number }) {
  return {
    episodes: selectEpisodes(ctx, me)
      .where(and(eq(e.orgId, me.orgId), sql`${e.id} in ${ids}`))
      .orderBy(asc(e.openedOn), asc(e.id))
      .limit(limit),
    events: selectEvents(ctx, me, ids),
  };
}

const EPISODES_SHOWN = 50;

/** Returns the latest episodes of the equipment's circuits. @throws DomainError not_found */
export async function unitEpisodes(ctx: Ctx, equipmentId: string) {
  const me = allow(ctx, "equipment.read");
  const ids = sql`(select l.id from leak_episodes l indexed by leak_episodes_unit where l.org_id = ${me.orgId} and l.equipment_id = ${equipmentId})`;
  const [[unit], rows, events] = await ctx.db.batch([
    ctx.db
      .select({ id: equipment.id })
      .from(equipment)
      .where(and(eq(equipment.orgId, me.orgId), eq(equipment.id, equipmentId))),
    selectEpisodes(ctx, me, "leak_episodes_unit")
      .where(and(eq(e.orgId, me.orgId), eq(e.equipmentId, equipmentId)))
      .orderBy(desc(e.openedOn), desc(e.id))
      .limit(EPISODES_SHOWN + 1),
    selectEvents(ctx, me, ids),
  ]);
  if (!unit) throw equipmentNotFound();
  return {
    episodes: rows.slice(0, EPISODES_SHOWN).map((row) => withProgress(row, events)),
    hasMore: rows.length > EPISODES_SHOWN,
    today: todayOf(ctx, me),
    mayWrite: can(me, "equipment.write"),
  };
}

/** Returns one episode. @throws DomainError not_found */
export async function episodeDetail(ctx: Ctx, id: string): Promise<LeakEpisode & { today: CivilDate }> {
  const me = allow(ctx, "equipment.read");
  return { ...(await readEpisode(ctx, me, id)), today: todayOf(ctx, me) };
}

export async function readEpisode(ctx: Ctx, me: Member, id: string): Promise<LeakEpisode> {
  const [[row], events] = await ctx.db.batch([
    selectEpisodes(ctx, me)
      .where(and(eq(e.orgId, me.orgId), eq(e.id, id)))
      .limit(1),
    selectEvents(ctx, me, sql`(${id})`),
  ]);
  if (!row) throw episodeNotFound();
  return withProgress(row, events);
}

/** Returns the business's leak deadlines, by date. */
export async function leakDeadlines(ctx: Ctx, { state, step, limit, ...at }: AttentionFilter & BackCursor) {
  const me = allow(ctx, "equipment.read");
  const today = todayOf(ctx, me);
  const later = addDays(today, SOON_DAYS + 1);
  const days = { overdue: { to: today }, soon: { from: today, to: later }, later: { from: later } };
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [e.nextDueOn, e.id]);
  const rows = await selectEpisodes(ctx, me, "leak_episodes_due")
    .where(
      and(
        eq(e.orgId, me.orgId),
        isNotNull(e.nextDueOn),
        state && inRange(direction, e.nextDueOn, days[state]),
        step ? eq(e.nextStep, step) : undefined,
        beyond,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1);
  const cut = bidirectionalPage(rows, { limit, total: null, direction }, (row) => [row.nextDueOn ?? "", row.id]);
  return { ...cut, today };
}

const MAX_COUNT = 100;

export interface UrgentLeaks {
  overdue: number;
  soon: number;
  today: CivilDate;
  /** The earliest deadline; null if none is near. */
  first: { step: ClockStep; dueOn: CivilDate } | null;
}

/** Returns how many circuits have an overdue or near deadline, up to a hundred, and the earliest of them. */
export async function urgentLeaks(ctx: Ctx): Promise<UrgentLeaks> {
  const me = allow(ctx, "equipment.read");
  const today = todayOf(ctx, me);
  const rows = await ctx.db.all<{ step: ClockStep; dueOn: CivilDate }>(sql`
    SELECT next_step AS step, next_due_on AS dueOn FROM leak_episodes INDEXED BY leak_episodes_due
    WHERE org_id = ${me.orgId} AND next_due_on <= ${addDays(today, SOON_DAYS)} ORDER BY next_due_on, id LIMIT ${MAX_COUNT}`);
  const overdue = rows.filter(({ dueOn }) => dueOn < today).length;
  return { overdue, soon: rows.length - overdue, today, first: rows[0] ?? null };
}
