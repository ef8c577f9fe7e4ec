import { and, eq, sql } from "drizzle-orm";
import { leakEpisodes, leakEvents } from "#drizzle/schema/refrigerant";
import type { NewLeakEvent, VoidReason } from "~/domain/refrigerant/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { type EpisodeProgress, LEAK_EVENT_LABELS, progressOf } from "./compliance";
import { type LeakEpisode, readEpisode } from "./episodes.server";
import { scheduleNotice } from "./schedule-notice.server";

const stale = (episode: LeakEpisode) => () => staleVersion("leak episode", episode);
const ended = () => new DomainError("conflict", "This episode was voided.");
const refusals = (episode: LeakEpisode) => ({ stale: stale(episode), leak_episode_stays: ended });

/**
 * Records an event of an episode. Of two concurrent events, one is refused as stale.
 * @throws DomainError not_found; conflict for a stale version or an event that is not allowed now; invalid for a day before the
 *   previous event or after today
 */
export async function recordLeakEvent(ctx: Ctx, episodeId: string, input: NewLeakEvent): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "recordLeakEvent", { episodeId, input }, async (commit) => {
    const episode = await readEpisode(ctx, me, episodeId);
    const { version, ...event } = input;
    if (version !== episode.version) throw stale(episode)();
    if (!episode.allowed.includes(event.kind)) throw notNow(episode, event.kind);
    const counted = episode.events.filter(({ voidedAt }) => voidedAt === null);
    const notBefore = counted.at(-1)?.happenedOn ?? episode.openedOn;
    if (event.happenedOn < notBefore) {
      throw invalidField("happenedOn", "Choose a day on or after the latest event");
    }
    if (event.happenedOn > todayOf(ctx, me)) throw invalidField("happenedOn", "Choose a day that is not in the future");
    const id = ctx.newId();
    const row = { id, episodeId: episode.id, ...event, recordedBy: me.userId ?? "system" };
    const progress = progressOf(episode, [...counted, event]);
    const recorded = await commit(me, {
      writes: [
        ctx.db.insert(leakEvents).values({ orgId: me.orgId, ...row, recordedAt: ctx.now.toISOString() }),
        ...moveEpisode(ctx, me, { episode, version, progress }),
      ],
      audit: [{ action: "leak_event.record", entity: "equipment", entityId: episode.equipmentId, after: row }],
      result: { id },
      refusals: refusals(episode),
    });
    scheduleNotice(ctx, me, progress.next);
    return recorded;
  });
}

function notNow({ allowed, ending }: LeakEpisode, kind: NewLeakEvent["kind"]): DomainError {
  if (ending === "voided") return ended();
  const text = `“${LEAK_EVENT_LABELS[kind]}” cannot be recorded now. Someone may have recorded it already.`;
  return new DomainError("conflict", text, { details: { allowed } });
}

type OfEvent = { episodeId: string; eventId: string };

/**
 * Voids the last event; it is kept, with the reason.
 * @throws DomainError not_found; conflict for a stale version, an earlier event, or if it would reopen a second episode of the
 *   circuit
 */
export async function voidLeakEvent(
  ctx: Ctx,
  { episodeId, eventId }: OfEvent,
  input: VoidReason,
): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "voidLeakEvent", { episodeId, eventId, input }, async (commit) => {
    const episode = await readEpisode(ctx, me, episodeId);
    const { version, reason } = input;
    const event = episode.events.find(({ id }) => id === eventId);
    if (!event) throw notFound("Record not found");
    if (version !== episode.version) throw stale(episode)();
    if (episode.lastEventId !== eventId) throw new DomainError("conflict", "Void the events recorded after it first.");
    const remaining = episode.events.filter(({ id, voidedAt }) => voidedAt === null && id !== eventId);
    const progress = progressOf(episode, remaining);
    const voided = await commit(me, {
      writes: [
        ctx.db
          .update(leakEvents)
          .set({ voidedAt: ctx.now.toISOString(), voidedBy: me.userId ?? "system", voidReason: reason })
          .where(and(eq(leakEvents.orgId, me.orgId), eq(leakEvents.id, eventId))),
        ...moveEpisode(ctx, me, { episode, version, progress }),
      ],
      audit: [
        {
          action: "leak_event.void",
          entity: "equipment",
          entityId: episode.equipmentId,
          before: { id: eventId, kind: event.kind },
          after: { reason },
        },
      ],
      result: { id: eventId },
      refusals: {
        ...refusals(episode),
        "leak_episodes.service_group_id": () =>
          new DomainError("conflict", "Another episode of this circuit is open. Void or finish that one first."),
      },
    });
    scheduleNotice(ctx, me, progress.next);
    return voided;
  });
}

/**
 * Voids an episode that should not have opened, because of a typing error or a wrong charge.
 * @throws DomainError not_found; conflict
 */
export async function voidEpisode(ctx: Ctx, episodeId: string, input: VoidReason): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "voidLeakEpisode", { episodeId, input }, async (commit) => {
    const episode = await readEpisode(ctx, me, episodeId);
    const { version, reason } = input;
    if (episode.ending === "voided") throw ended();
    return commit(me, {
      writes: [
        ctx.db
          .update(leakEpisodes)
          .set({
            ...{ nextStep: null, nextDueOn: null, endedOn: todayOf(ctx, me), ending: "voided", voidReason: reason },
            ...{ version: sql`version + 1`, updatedAt: ctx.now.toISOString() },
          })
          .where(isVersion(me, episode, version)),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [
        {
          action: "leak_episode.void",
          entity: "equipment",
          entityId: episode.equipmentId,
          before: { id: episode.id, kind: episode.kind, openedOn: episode.openedOn },
          after: { reason },
        },
      ],
      result: { id: episode.id },
      refusals: refusals(episode),
    });
  });
}

type Moved = { episode: LeakEpisode; version: number; progress: EpisodeProgress };

/** The version check keeps the derived state consistent with the events. */
function moveEpisode(ctx: Ctx, me: Member, { episode, version, progress: { next, ended: end } }: Moved): Write[] {
  return [
    ctx.db
      .update(leakEpisodes)
      .set({
        ...{ nextStep: next?.step ?? null, nextDueOn: next?.dueOn ?? null },
        ...{ endedOn: end?.on ?? null, ending: end?.ending ?? null },
        ...{ version: sql`version + 1`, updatedAt: ctx.now.toISOString() },
      })
      .where(isVersion(me, episode, version)),
    assertRowChanged(ctx, "stale"),
  ];
}

function isVersion(me: Member, { id }: LeakEpisode, version: number) {
  return and(eq(leakEpisodes.orgId, me.orgId), eq(leakEpisodes.id, id), eq(leakEpisodes.version, version));
}
