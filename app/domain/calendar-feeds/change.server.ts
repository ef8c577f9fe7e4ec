import { and, asc, eq } from "drizzle-orm";
import { namedEach } from "#drizzle/d1/columns";
import { calendarFeeds } from "#drizzle/schema/calendar-feeds";
import { technicians } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { allowMember, can } from "~/domain/shared/permissions";
import { derivedToken, sha256 } from "~/domain/shared/secrets/tokens.server";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { paths } from "~/paths";
import { type CalendarFeedKind, FEED_KIND_LABELS } from "./feed";
import type { CalendarFeedInput } from "./schema";

const feedNotFound = () => notFound("Calendar not found");

/** Whether a member may read a calendar's contents: checked when it is created, and at each read. */
export function maySubscribe(
  me: Pick<Member, "roles" | "permissions" | "technicianId">,
  { kind, technicianId }: { kind: CalendarFeedKind; technicianId: string | null },
): boolean {
  switch (kind) {
    case "technician":
      return (
        (technicianId !== null && me.technicianId === technicianId) ||
        (can(me, "work_orders.read") && can(me, "technicians.read"))
      );
    case "business":
      return can(me, "work_orders.read") && can(me, "technicians.read");
    case "maintenance":
      return can(me, "equipment.read");
  }
}

/**
 * The member's own calendars with their secret URLs, and those that can still be added. The URL is derived from the row's id and
 * not stored; after the signing key has changed it is null, but the calendar keeps working.
 */
export async function ownCalendarFeeds(ctx: Ctx) {
  const me = allowMember(ctx);
  const rows = await ctx.db
    .select({
      ...namedEach({
        id: calendarFeeds.id,
        kind: calendarFeeds.kind,
        technicianId: calendarFeeds.technicianId,
        tokenHash: calendarFeeds.tokenHash,
        createdAt: calendarFeeds.createdAt,
        lastReadAt: calendarFeeds.lastReadAt,
      }),
      ...namedEach({ firstName: technicians.firstName, lastName: technicians.lastName }),
    })
    .from(calendarFeeds)
    .leftJoin(technicians, and(eq(technicians.orgId, me.orgId), eq(technicians.id, calendarFeeds.technicianId)))
    .where(and(eq(calendarFeeds.orgId, me.orgId), eq(calendarFeeds.userId, me.userId ?? "")))
    .orderBy(asc(calendarFeeds.createdAt), asc(calendarFeeds.id));
  return Promise.all(
    rows.map(async ({ tokenHash, firstName, lastName, ...row }) => ({
      ...row,
      name: row.kind === "technician" ? `Jobs of ${firstName} ${lastName}` : FEED_KIND_LABELS[row.kind],
      address: await addressOf(ctx, row.id, tokenHash),
      isOpen: maySubscribe(me, row),
    })),
  );
}

export type OwnCalendarFeed = Awaited<ReturnType<typeof ownCalendarFeeds>>[number];

async function addressOf(ctx: Ctx, id: string, tokenHash: string): Promise<string | null> {
  const token = await tokenOf(ctx, id);
  return (await sha256(token)) === tokenHash ? `${ctx.request.origin}${paths.calendarFeed(token)}` : null;
}

const tokenOf = (ctx: Ctx, id: string) => derivedToken(`calendar-feed:${id}`, ctx.providers.secrets.signing);

/**
 * Adds a calendar with its own secret URL. A member can have one of each.
 * @throws DomainError forbidden if the member may not see its contents; invalid for an unknown technician; conflict if it already
 * exists
 */
export async function createCalendarFeed(ctx: Ctx, chosen: CalendarFeedInput): Promise<{ id: string }> {
  const me = allowMember(ctx);
  const input = chosen.kind === "technician" ? chosen : { ...chosen, technicianId: null };
  if (!maySubscribe(me, input)) throw new DomainError("forbidden", "You don't have access to this calendar.");
  return once(ctx, "createCalendarFeed", input, async (commit) => {
    const id = ctx.newId();
    const tokenHash = await sha256(await tokenOf(ctx, id));
    return commit(me, {
      writes: [
        ctx.db.insert(calendarFeeds).values({
          ...{ orgId: me.orgId, id, userId: me.userId ?? "", kind: input.kind, technicianId: input.technicianId },
          ...{ tokenHash, createdAt: ctx.now.toISOString() },
        }),
      ],
      audit: [{ action: "calendar_feed.create", entity: "calendar_feed", entityId: id, after: input }],
      result: { id },
      refusals: {
        "UNIQUE constraint failed: calendar_feeds": () =>
          new DomainError("conflict", "You already have this calendar. Copy its address from your account."),
        "FOREIGN KEY": () => invalidField("technicianId", "Choose a technician from the list"),
      },
    });
  });
}

/** Deletes one's own calendar; its URL stops working at once. @throws DomainError not_found */
export async function deleteCalendarFeed(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allowMember(ctx);
  return once(ctx, "deleteCalendarFeed", { id }, (commit) =>
    commit(me, {
      writes: [
        ctx.db
          .delete(calendarFeeds)
          .where(
            and(eq(calendarFeeds.orgId, me.orgId), eq(calendarFeeds.userId, me.userId ?? ""), eq(calendarFeeds.id, id)),
          ),
        assertRowChanged(ctx, "calendar_feed_gone"),
      ],
      audit: [{ action: "calendar_feed.delete", entity: "calendar_feed", entityId: id }],
      result: { id },
      refusals: { calendar_feed_gone: feedNotFound },
    }),
  );
}
