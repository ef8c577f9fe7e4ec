import { and, eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { acrossCopies } from "#drizzle/d1/guard";
import { members, organizations, users } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { checkAddressLimit } from "~/domain/shared/network/address-limit.server";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { findOnShards } from "~/domain/shared/shards.server";
import { addDays, HOUR_MS } from "~/domain/shared/time/dates";
import { startOfDay, todayOf } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { paths } from "~/paths";
import { maySubscribe } from "./change.server";
import {
  type CalendarEvent,
  type CalendarFeedKind,
  FEED_DAYS,
  MAX_FEED_EVENTS,
  wholeAppointments,
  workOrderEvents,
} from "./feed";

interface OpenFeed {
  orgId: string;
  id: string;
  userId: string;
  kind: CalendarFeedKind;
  technicianId: string | null;
  technicianName: string | null;
  lastReadAt: string | null;
}

const feedGone = () => notFound("This calendar no longer exists.");

/**
 * The iCalendar file (RFC 5545) of a secret URL, with an ETag that changes only with its contents. Calendars their member may no
 * longer see are not found.
 * @throws DomainError not_found; too_many_requests
 */
export async function readCalendarFeed(ctx: Ctx, token: string) {
  const feed = await openFeed(ctx, token);
  const reader = await activeMember(ctx, feed);
  if (!reader || !maySubscribe(reader, feed)) throw feedGone();
  const today = todayOf(ctx, reader);
  const { past, ahead } = FEED_DAYS[feed.kind];
  const period = { from: addDays(today, -past), to: addDays(today, ahead) };
  const events =
    feed.kind === "maintenance"
      ? await maintenanceEvents(ctx, feed, period)
      : workOrderEvents(await bookedJobs(ctx, feed, { ...period, timeZone: reader.timeZone }));
  const body = await iCalendar(nameOf(feed, reader.orgName), events);
  ctx.after(recordReading(ctx, feed));
  return { body, tag: `"${await sha256(body)}"` };
}

const nameOf = ({ kind, technicianName }: OpenFeed, orgName: string): string => {
  switch (kind) {
    case "technician":
      return `${technicianName}: jobs`;
    case "business":
      return `${orgName}: jobs`;
    case "maintenance":
      return `${orgName}: maintenance due`;
  }
};

async function openFeed(ctx: Ctx, token: string): Promise<OpenFeed> {
  const isToken = /^[\w-]{43}$/.test(token);
  const tokenHash = await sha256(token);
  const feed = isToken
    ? await findOnShards(ctx, ({ db }) =>
        db.all<OpenFeed>(sql`SELECT ${sql.raw(acrossCopies)} f.org_id AS orgId, f.id, f.user_id AS userId, f.kind,
        f.technician_id AS technicianId, t.first_name || ' ' || t.last_name AS technicianName, f.last_read_at AS lastReadAt
      FROM calendar_feeds f LEFT JOIN technicians t ON t.org_id = f.org_id AND t.id = f.technician_id
      WHERE f.token_hash = ${tokenHash}`),
      )
    : undefined;
  // Calendar services fetch those of many businesses from few addresses, so only invalid tokens are limited by IP address.
  const isAllowed = await (feed
    ? ctx.providers.rateLimits.check(`calendar:${feed.id}`)
    : checkAddressLimit(ctx, "calendar"));
  if (!isAllowed) {
    throw new DomainError("too_many_requests", "Too many requests. Please try again in 60 seconds.", {
      retryAfter: 60,
    });
  }
  if (!feed) throw feedGone();
  return feed;
}

async function activeMember(ctx: Ctx, { orgId, userId }: OpenFeed) {
  const [member] = await ctx.db
    .select({
      roles: members.roles,
      permissions: members.permissions,
      technicianId: members.technicianId,
      orgName: named(organizations.name, "org_name"),
      timeZone: named(organizations.timeZone, "org_zone"),
    })
    .from(members)
    .innerJoin(users, and(eq(users.id, members.userId), eq(users.status, "active")))
    .innerJoin(organizations, eq(organizations.id, members.orgId))
    .where(and(eq(members.orgId, orgId), eq(members.userId, userId), eq(members.status, "active")));
  return member;
}

interface Period {
  from: string;
  to: string;
}

/**
 * Everyone booked for the feed's jobs; a feed of all jobs lists each person once anyway, by their own range. Each technician's range
 * uses the index only if the condition appears literally.
 */
async function bookedJobs(
  ctx: Ctx,
  { orgId, technicianId }: OpenFeed,
  { from, to, timeZone }: Period & { timeZone: string },
) {
  const bound = (date: string) => new Date(startOfDay(date, timeZone)).toISOString();
  // Everyone's jobs include the past ones of technicians who have left.
  const whose: SQL = technicianId === null ? sql`` : sql`AND t.id = ${technicianId}`;
  const crew: SQL = technicianId === null ? sql`AND m.technician_id = t.id` : sql``;
  const rows = await ctx.db.all<{
    appointmentId: string;
    startsAt: string;
    endsAt: string;
    role: "lead" | "helper";
    technicianName: string;
    number: number;
    title: string;
    status: WorkOrderStatus;
    changedAt: string;
    customerName: string;
    line1: string;
    city: string;
    state: string;
    postalCode: string;
  }>(sql`SELECT b.appointment_id AS appointmentId, b.starts_at AS startsAt, b.ends_at AS endsAt, m.role,
      p.first_name || ' ' || p.last_name AS technicianName, w.number, w.title, w.status, w.updated_at AS changedAt,
      c.name AS customerName, s.line1, s.city, s.state, s.postal_code AS postalCode
    FROM technicians t CROSS JOIN appointment_technicians b
    JOIN appointment_technicians m ON m.org_id = ${orgId} AND m.appointment_id = b.appointment_id ${crew}
    JOIN technicians p ON p.org_id = ${orgId} AND p.id = m.technician_id
    JOIN appointments a ON a.org_id = ${orgId} AND a.id = b.appointment_id
    JOIN work_orders w ON w.org_id = ${orgId} AND w.id = a.work_order_id
    JOIN customers c ON c.org_id = ${orgId} AND c.id = w.customer_id
    JOIN addresses s ON s.org_id = ${orgId} AND s.id = w.site_address_id
    WHERE t.org_id = ${orgId} ${whose} AND b.org_id = ${orgId} AND b.technician_id = t.id AND b.blocks_calendar = 1
      AND b.starts_at >= ${bound(from)} AND b.starts_at < ${bound(addDays(to, 1))}
    ORDER BY b.starts_at, b.appointment_id LIMIT ${MAX_FEED_EVENTS + 1}`);
  return wholeAppointments(rows, MAX_FEED_EVENTS).map(({ number, status, line1, city, state, postalCode, ...row }) => ({
    ...row,
    label: formatWorkOrderNumber(number),
    statusLabel: STATUS_LABELS[status],
    location: `${line1}, ${city}, ${state} ${postalCode}`,
    url: `${ctx.request.origin}${paths.workOrder(number)}`,
  }));
}

async function maintenanceEvents(ctx: Ctx, { orgId }: OpenFeed, { from, to }: Period): Promise<CalendarEvent[]> {
  const rows = await ctx.db.all<{
    id: string;
    name: string;
    dueOn: string;
    changedAt: string;
    customerName: string | null;
  }>(sql`SELECT e.id, e.name, e.next_maintenance_on AS dueOn, e.updated_at AS changedAt, c.name AS customerName
    FROM equipment e LEFT JOIN customers c ON c.org_id = ${orgId} AND c.id = e.customer_id
    WHERE e.org_id = ${orgId} AND e.status <> 'retired' AND c.archived IS NOT 1 AND e.next_maintenance_on BETWEEN ${from} AND ${to}
    ORDER BY e.next_maintenance_on, e.id LIMIT ${MAX_FEED_EVENTS}`);
  return rows.map(({ id, name, dueOn, changedAt, customerName }) => ({
    id,
    title: `Maintenance due: ${name}${customerName === null ? "" : ` · ${customerName}`}`,
    when: { day: dueOn },
    location: "",
    details: [],
    url: `${ctx.request.origin}${paths.equipment(id)}`,
    changedAt,
  }));
}

async function iCalendar(name: string, events: readonly CalendarEvent[]): Promise<string> {
  const { default: ical } = await import("ical-generator");
  const calendar = ical({ name, prodId: { company: "Plenum", product: "Plenum", language: "EN" }, ttl: 15 * 60 });
  for (const { id, title, when, location, details, url, changedAt } of events) {
    const stamp = new Date(changedAt);
    const period =
      "day" in when
        ? { start: new Date(`${when.day}T00:00:00Z`), end: new Date(`${addDays(when.day, 1)}T00:00:00Z`), allDay: true }
        : { start: new Date(when.start), end: new Date(when.end) };
    calendar.createEvent({
      ...{ id: `${id}@plenum`, summary: title, ...period, url, stamp, lastModified: stamp },
      description: [...details, url].join("\n"),
      location: location || null,
    });
  }
  return calendar.toString();
}

/** Records that the calendar is in use, for the account's page; at most once an hour. */
async function recordReading(ctx: Ctx, { orgId, id, lastReadAt }: OpenFeed): Promise<void> {
  if (lastReadAt !== null && ctx.now.getTime() - Date.parse(lastReadAt) < HOUR_MS) return;
  await ctx.db.run(
    sql`UPDATE calendar_feeds SET last_read_at = ${ctx.now.toISOString()} WHERE org_id = ${orgId} AND id = ${id}`,
  );
}
