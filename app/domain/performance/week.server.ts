import { and, type SQL, sql } from "drizzle-orm";
import { countedZone, readCounted } from "~/domain/business-days/count-again.server";
import { ownZips } from "~/domain/maps/coverage.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import {
  type BackCursor,
  bidirectionalPage,
  inRange,
  keyset,
  type PageDirection,
  parseCursor,
} from "~/domain/shared/paging.server";
import { addDays } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { stateShares } from "./degree-days";
import { forecastWork, weeksUsed } from "./forecast";
import type { Span } from "./performance";
import { sundayOf } from "./period";
import { allowPerformance, bookedDays, createdWeeks, FORECAST_ZIPS, instantsOf } from "./read.server";
import type { ForecastWeekQuery, WeekWork } from "./schema";

const spanOf = (week: string): Span => ({ from: week, to: addDays(week, 6) });

/**
 * Returns a week of the forecast with the past weeks that it is computed from, and the time already booked in it.
 * @throws DomainError not_found for a week without a forecast
 */
export async function forecastWeek(ctx: Ctx, { week: day }: ForecastWeekQuery) {
  const me = allowPerformance(ctx);
  const week = sundayOf(day);
  const thisWeek = sundayOf(todayOf(ctx, me));
  const [, history, zips, booked] = await readCounted(
    ctx,
    me,
    () =>
      [
        countedZone(ctx, me),
        createdWeeks(ctx, me, thisWeek),
        ownZips(ctx, me, FORECAST_ZIPS),
        bookedDays(ctx, me, spanOf(week)),
      ] as const,
  );
  const forecast = forecastWork(history, thisWeek, stateShares(zips));
  const found = forecast?.weeks.find((each) => each.week === week);
  if (!found) throw notFound();
  return {
    ...found,
    bookedMinutes: booked.reduce((total, { minutes }) => total + minutes, 0),
    groups: weeksUsed(history, thisWeek, found),
  };
}

export type WeekOfForecast = Awaited<ReturnType<typeof forecastWeek>>;

interface Row {
  id: string;
  /** Tells the bookings of one job apart. */
  key: string;
  number: number;
  title: string;
  customerName: string;
  technicianName: string | null;
  isHelper: number;
  at: string;
  minutes: number;
}

/**
 * Returns the jobs that came in during a week, latest first, or the bookings that start in it, one for each technician, earliest
 * first. `jobs` and `minutes` are the stored sums of the figure; `total` is the number of rows, null for bookings.
 * @throws DomainError invalid for a cursor of another list
 */
export async function weekWork(ctx: Ctx, { week: day, kind, limit, ...at }: WeekWork & BackCursor) {
  const me = allowPerformance(ctx);
  const week = sundayOf(day);
  const span = spanOf(week);
  const { start, end } = instantsOf(span, me);
  const direction = parseCursor(at, 2);
  const query = { from: new Date(start).toISOString(), to: new Date(end).toISOString(), limit, direction };
  const [, rows, [sums = { jobs: 0, minutes: 0 }]] = await readCounted(
    ctx,
    me,
    () =>
      [
        countedZone(ctx, me),
        ctx.db.all<Row>(kind === "created" ? createdRows(me, query) : bookedRows(me, query)),
        ctx.db.all<{ jobs: number; minutes: number }>(sql`
          SELECT coalesce(sum(w.jobs), 0) AS jobs, coalesce(sum(w.minutes), 0) AS minutes FROM workload_sums w
          WHERE w.org_id = ${me.orgId} AND w.kind = ${kind} AND w.starts_on BETWEEN ${span.from} AND ${span.to}`),
      ] as const,
  );
  const total = kind === "created" ? sums.jobs : null;
  const cut = bidirectionalPage(rows, { limit, total, direction }, ({ at, key }) => [at, key]);
  return {
    ...{ ...cut, ...sums, week, kind, zone: me.timeZone },
    items: cut.items.map(({ isHelper, ...row }) => ({
      ...row,
      reference: formatWorkOrderNumber(row.number),
      isHelper: isHelper === 1,
    })),
  };
}

export type WorkOfWeek = Awaited<ReturnType<typeof weekWork>>["items"][number];

interface RowsQuery {
  from: string;
  to: string;
  limit: number;
  direction: PageDirection;
}

function createdRows({ orgId }: Member, { from, to, limit, direction }: RowsQuery): SQL {
  const { beyond, order } = keyset(direction, [sql`w.created_at`, sql`w.id`], "desc");
  const inWeek = inRange(direction, sql`w.created_at`, { from, to, sort: "desc" });
  const ordered = sql.join(order, sql`, `);
  return sql`SELECT w.id AS id, w.id AS key, w.number AS number, w.title AS title, cu.name AS customerName,
      (SELECT t.first_name || ' ' || t.last_name FROM technicians t WHERE t.org_id = ${orgId} AND t.id = w.technician_id) AS technicianName,
      0 AS isHelper, w.created_at AS at, w.duration_minutes AS minutes
    FROM (SELECT w.* FROM work_orders w INDEXED BY work_orders_created
      WHERE ${and(sql`w.org_id = ${orgId} AND w.status <> 'cancelled'`, inWeek, beyond)} ORDER BY ${ordered} LIMIT ${limit + 1}) w
    CROSS JOIN customers cu ON cu.org_id = ${orgId} AND cu.id = w.customer_id
    ORDER BY ${ordered}`;
}

function bookedRows({ orgId }: Member, { from, to, limit, direction: { back, key } }: RowsQuery): SQL {
  const [start = "", booking = ""] = key ?? [];
  const [appointment = "", technician = ""] = String(booking).split("|");
  const direction = { back, key: key && [start, appointment, technician] };
  const { beyond, order } = keyset(direction, [sql`c.starts_at`, sql`c.appointment_id`, sql`c.technician_id`]);
  const inWeek = inRange(direction, sql`c.starts_at`, { from, to });
  const ordered = sql.join(order, sql`, `);
  return sql`SELECT w.id AS id, c.appointment_id || '|' || c.technician_id AS key, w.number AS number, w.title AS title, cu.name AS customerName,
      (SELECT t.first_name || ' ' || t.last_name FROM technicians t WHERE t.org_id = ${orgId} AND t.id = c.technician_id) AS technicianName,
      c.role = 'helper' AS isHelper, c.starts_at AS at, CAST(round((julianday(c.ends_at) - julianday(c.starts_at)) * 1440) AS INTEGER) AS minutes
    FROM (SELECT c.* FROM appointment_technicians c INDEXED BY appointment_technicians_day
      WHERE ${and(sql`c.org_id = ${orgId} AND c.blocks_calendar = 1`, inWeek, beyond)} ORDER BY ${ordered} LIMIT ${limit + 1}) c
    CROSS JOIN appointments a ON a.org_id = ${orgId} AND a.id = c.appointment_id
    CROSS JOIN work_orders w ON w.org_id = ${orgId} AND w.id = a.work_order_id
    CROSS JOIN customers cu ON cu.org_id = ${orgId} AND cu.id = w.customer_id
    ORDER BY ${ordered}`;
}
