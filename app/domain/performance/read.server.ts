import { eq, sql } from "drizzle-orm";
import { technicians } from "#drizzle/schema/technicians";
import { seesMargins } from "~/domain/billing/margins";
import { countedZone, readCounted, zoneStillCounted } from "~/domain/business-days/count-again.server";
import { ownZips } from "~/domain/maps/coverage.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { addDays, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { dayBounds, startOfDay, todayOf } from "~/domain/shared/time/time-zones";
import { weekOf } from "~/domain/technicians/availability";
import { holidaysIn, timeOffIn } from "~/domain/technicians/crew.server";
import { fullName, TIME_OFF_LABELS } from "~/domain/technicians/technician";
import { type CohortRow, cohortQuarters, planCohorts } from "./cohorts";
import { type StateShare, stateShares } from "./degree-days";
import { FORECAST_WEEKS, forecastWindow, forecastWork, type WeekOfWork } from "./forecast";
import {
  type CauseKind,
  type Grain,
  type JobSums,
  NO_SUMS,
  ratesOf,
  type Scope,
  type Span,
  type SpanPart,
  spanParts,
} from "./performance";
import { chartSteps, periodOf, type Step, stepsOf, sundayOf } from "./period";
import type { PerformanceQuery } from "./schema";
import { hasCapacity, shiftMinutesIn } from "./working-hours";

/** Months of the yearly chart: the current one so far and those before it, so that each can be shown next to last year's. */
const SEASON_MONTHS = 24;
/** Number of causes shown per kind, most frequent first. */
const MAX_CAUSES = 10;
/** Number of ZIP codes with the most properties whose states a forecast uses. */
export const FORECAST_ZIPS = 10;

/** Allows reading the figures; costs and margins only for members who manage invoices. */
export const allowPerformance = (ctx: Ctx) => allow(ctx, "invoices.read");

type Row = JobSums & { key: string };

export const sumColumns = sql.raw(
  `coalesce(sum(s.jobs), 0) AS jobs, coalesce(sum(s.unit_jobs), 0) AS unitJobs, coalesce(sum(s.fixed_jobs), 0) AS fixedJobs,
   coalesce(sum(s.callback_jobs), 0) AS callbackJobs, coalesce(sum(s.labor_seconds), 0) AS laborSeconds,
   coalesce(sum(s.travel_seconds), 0) AS travelSeconds, coalesce(sum(s.billed_jobs), 0) AS billedJobs,
   coalesce(sum(s.revenue_minor), 0) AS revenueMinor, coalesce(sum(s.costed_revenue_minor), 0) AS costedRevenueMinor,
   coalesce(sum(s.cost_minor), 0) AS costMinor`,
);

/** Sums of a scope over the pieces of a span, one row per technician or service type. */
function sumsOf(ctx: Ctx, { orgId }: Member, { scope, pieces }: { scope: Scope; pieces: readonly SpanPart[] }) {
  return ctx.db.all<Row>(sql`SELECT s.key AS key, ${sumColumns}
    FROM json_each(${JSON.stringify(pieces)}) p CROSS JOIN job_sums s
    WHERE s.org_id = ${orgId} AND s.scope = ${scope} AND s.grain = p.value ->> 'grain' AND s.starts_on = p.value ->> 'startsOn'
    GROUP BY s.key HAVING sum(s.jobs) > 0`);
}

/** Sums of all jobs in the steps of a chart; `key` is the first day. */
function sumsByStep(ctx: Ctx, { orgId }: Member, steps: readonly Step[]) {
  const pieces = steps.flatMap(({ startsOn: step, pieces }) => pieces.map((piece) => ({ ...piece, step })));
  return ctx.db.all<Row>(sql`SELECT p.value ->> 'step' AS key, ${sumColumns}
    FROM json_each(${JSON.stringify(pieces)}) p CROSS JOIN job_sums s
    WHERE s.org_id = ${orgId} AND s.scope = 'all' AND s.grain = p.value ->> 'grain' AND s.starts_on = p.value ->> 'startsOn'
    GROUP BY p.value ->> 'step'`);
}

/** Sums of all jobs in the periods of a length that start within a span, earliest first; `key` is the first day. */
export function sumsByPeriod(ctx: Ctx, { orgId }: Member, { grain, from, to }: Span & { grain: Grain }) {
  return ctx.db.all<Row>(sql`SELECT s.starts_on AS key, ${sumColumns} FROM job_sums s
    WHERE s.org_id = ${orgId} AND s.scope = 'all' AND s.grain = ${grain} AND s.starts_on BETWEEN ${from} AND ${to}
    GROUP BY s.starts_on`);
}

/**
 * Returns a business's figures for a period and the one before: first-time fix, callbacks by cause, estimates approved, revenue
 * by technician, hour and service type, utilization of technicians, the yearly chart and the forecast of the next six weeks.
 * Jobs count on the day of completion. One round trip; rows read do not grow with the jobs.
 * @throws DomainError invalid for an invalid period
 */
export async function readPerformance(ctx: Ctx, query: PerformanceQuery) {
  const me = allowPerformance(ctx);
  const today = todayOf(ctx, me);
  const period = periodOf(query, today);
  if (typeof period === "string") throw new DomainError("invalid", period, { fields: { to: [period] } });
  const pieces = spanParts(period);
  const thisMonth = `${monthKey(today)}-01`;
  const seasonFrom = `${shiftMonth(monthKey(today), 1 - SEASON_MONTHS)}-01`;
  const thisWeek = sundayOf(today);
  const ahead = { from: thisWeek, to: addDays(thisWeek, 7 * FORECAST_WEEKS - 1) };
  const steps = chartSteps(period);
  const worked = { from: period.from < ahead.from ? period.from : ahead.from, to: ahead.to };
  const read = () =>
    [
      countedZone(ctx, me),
      sumsOf(ctx, me, { scope: "all", pieces }),
      sumsOf(ctx, me, { scope: "all", pieces: spanParts(period.before) }),
      sumsOf(ctx, me, { scope: "technician", pieces }),
      sumsOf(ctx, me, { scope: "service_type", pieces }),
      sumsByStep(ctx, me, steps),
      sumsByPeriod(ctx, me, { grain: "month", from: seasonFrom, to: thisMonth }),
      causesOf(ctx, me, { kind: "task", pieces }),
      causesOf(ctx, me, { kind: "part", pieces }),
      createdWeeks(ctx, me, thisWeek),
      ownZips(ctx, me, FORECAST_ZIPS),
      bookedDays(ctx, me, ahead),
      ctx.db
        .select({
          id: technicians.id,
          firstName: technicians.firstName,
          lastName: technicians.lastName,
          status: technicians.status,
          availability: technicians.availability,
        })
        .from(technicians)
        .where(eq(technicians.orgId, me.orgId)),
      timeOffIn(ctx, me, { period: instantsOf(worked, me), technicianId: null }),
      holidaysIn(ctx, me, instantsOf(worked, me)),
      cohortRows(ctx, me, today),
      estimatesSent(ctx, me, pieces),
      estimatesSent(ctx, me, spanParts(period.before)),
      ctx.db.all<{ id: string; name: string }>(
        sql`SELECT t.id AS id, t.name AS name FROM service_types t WHERE t.org_id = ${me.orgId}`,
      ),
    ] as const;
  const rows = await readCounted(ctx, me, read);
  const [
    ,
    all,
    before,
    byTechnician,
    byType,
    course,
    season,
    tasks,
    parts,
    created,
    zips,
    booked,
    people,
    timeOff,
    holidays,
    cohorts,
    [estimates = NO_ESTIMATES],
    [estimatesBefore = NO_ESTIMATES],
    types,
  ] = rows;
  const seesCosts = seesMargins(me);
  const shown = (sums: JobSums) => figuresOf(sums, seesCosts);
  const hoursOf = (id: string, span: Span) => {
    const person = people.find((each) => each.id === id);
    if (!person) return 0;
    return shiftMinutesIn(span, {
      zone: me.timeZone,
      week: weekOf(person.availability),
      timeOff: timeOff
        .filter((away) => away.technicianId === id)
        .map((away) => ({
          start: Date.parse(away.startsAt),
          end: Date.parse(away.endsAt),
          reason: TIME_OFF_LABELS[away.reason],
        })),
      holidays,
    });
  };
  // Future hours cannot have been used yet.
  const past = { from: period.from, to: period.to < today ? period.to : today };
  const workers = byTechnician.map(({ key, ...sums }) => {
    const person = people.find((each) => each.id === key);
    const shiftMinutes = key === "" ? 0 : hoursOf(key, past);
    return {
      id: key === "" ? null : key,
      name: person ? fullName(person) : null,
      ...shown(sums),
      shiftMinutes,
      utilization: shiftMinutes > 0 ? (sums.laborSeconds + sums.travelSeconds) / 60 / shiftMinutes : null,
    };
  });
  const shiftMinutes = people
    .filter(({ id, status }) => status === "active" || workers.some((each) => each.id === id))
    .reduce((total, { id }) => total + (workers.find((each) => each.id === id)?.shiftMinutes ?? hoursOf(id, past)), 0);
  const total = all[0] ?? NO_SUMS;
  return {
    period,
    today,
    /** The zone that days are still counted in after the business's zone was changed; null: its own. */
    countedBy: zoneStillCounted(rows, me),
    seesCosts,
    totals: {
      ...shown(total),
      shiftMinutes,
      utilization: shiftMinutes > 0 ? (total.laborSeconds + total.travelSeconds) / 60 / shiftMinutes : null,
    },
    before: shown(before[0] ?? NO_SUMS),
    estimates: { now: conversionOf(estimates), before: conversionOf(estimatesBefore) },
    technicians: workers.sort((a, b) => b.revenueMinor - a.revenueMinor || b.jobs - a.jobs),
    serviceTypes: byType
      .map(({ key, ...sums }) => ({
        id: key === "" ? null : key,
        name: types.find((each) => each.id === key)?.name ?? null,
        ...shown(sums),
      }))
      .sort((a, b) => b.revenueMinor - a.revenueMinor || b.jobs - a.jobs),
    course: steps.map(({ pieces: _, ...step }) => ({
      ...step,
      ...shown(course.find(({ key }) => key === step.startsOn) ?? NO_SUMS),
    })),
    causes: { tasks, parts },
    season: stepsOf({ from: seasonFrom, to: thisMonth }, "month").map((month) => {
      const sums = season.find(({ key }) => key === month) ?? NO_SUMS;
      return { month: monthKey(month), jobs: sums.jobs, revenueMinor: sums.revenueMinor };
    }),
    cohorts: planCohorts(cohorts, today),
    forecast: forecastOf({ created, thisWeek, places: stateShares(zips) }, (week) => {
      const span = { from: week, to: addDays(week, 6) };
      const days = booked.filter(({ day }) => day >= span.from && day <= span.to);
      return {
        capacityMinutes: people
          .filter(({ status }) => hasCapacity(status))
          .reduce((minutes, { id }) => minutes + hoursOf(id, span), 0),
        bookedMinutes: days.reduce((minutes, each) => minutes + each.minutes, 0),
      };
    }),
  };
}

export type Performance = Awaited<ReturnType<typeof readPerformance>>;

/** The displayed figures, without what the reader may not see. */
function figuresOf(sums: JobSums, seesCosts: boolean) {
  const { costedRevenueMinor, costMinor, ...open } = sums;
  const { margin, marginMinor, ...rates } = ratesOf(sums);
  const costs = seesCosts ? { costMinor, costedRevenueMinor, margin, marginMinor } : null;
  return { ...open, ...rates, costs };
}

export type Figures = ReturnType<typeof figuresOf>;

type CapacityOf = (week: string) => { capacityMinutes: number; bookedMinutes: number };

interface Demand {
  created: readonly WeekOfWork[];
  thisWeek: string;
  places: readonly StateShare[] | null;
}

function forecastOf({ created, thisWeek, places }: Demand, capacityOf: CapacityOf) {
  const forecast = forecastWork(created, thisWeek, places);
  if (!forecast) return null;
  const { state, fit } = forecast.weather;
  return {
    weeks: forecast.weeks.map((each) => ({ ...each, ...capacityOf(each.week) })),
    weather: { state, fit, places: forecast.weather.places },
  };
}

export interface Cause {
  key: string;
  label: string;
  callbacks: number;
}

function causesOf(ctx: Ctx, { orgId }: Member, { kind, pieces }: { kind: CauseKind; pieces: readonly SpanPart[] }) {
  const [piece, ...more] = pieces;
  const from =
    piece && more.length === 0
      ? sql`SELECT s.key AS key, s.label AS label, s.callbacks AS callbacks FROM callback_cause_sums s INDEXED BY callback_cause_sums_most
          WHERE s.org_id = ${orgId} AND s.kind = ${kind} AND s.grain = ${piece.grain} AND s.starts_on = ${piece.startsOn} AND s.callbacks > 0
          ORDER BY s.callbacks DESC, s.key LIMIT ${MAX_CAUSES}`
      : sql`SELECT s.key AS key, max(s.label) AS label, sum(s.callbacks) AS callbacks
          FROM json_each(${JSON.stringify(pieces)}) p CROSS JOIN callback_cause_sums s
          WHERE s.org_id = ${orgId} AND s.kind = ${kind} AND s.grain = p.value ->> 'grain' AND s.starts_on = p.value ->> 'startsOn'
          GROUP BY s.key HAVING sum(s.callbacks) > 0 ORDER BY 3 DESC, 1 LIMIT ${MAX_CAUSES}`;
  return ctx.db.all<Cause>(from);
}

const NO_ESTIMATES = { sent: 0, approved: 0 };

/** Estimates sent in the pieces of a span, and how many of them have been approved since. */
function estimatesSent(ctx: Ctx, { orgId }: Member, pieces: readonly SpanPart[]) {
  return ctx.db.all<
    typeof NO_ESTIMATES
  >(sql`SELECT coalesce(sum(s.sent), 0) AS sent, coalesce(sum(s.approved), 0) AS approved
    FROM json_each(${JSON.stringify(pieces)}) p CROSS JOIN estimate_sums s
    WHERE s.org_id = ${orgId} AND s.grain = p.value ->> 'grain' AND s.starts_on = p.value ->> 'startsOn'`);
}

const conversionOf = (sums: typeof NO_ESTIMATES) => ({
  ...sums,
  conversion: sums.sent > 0 ? sums.approved / sums.sent : null,
});

function cohortRows(ctx: Ctx, { orgId }: Member, today: string) {
  return ctx.db.all<CohortRow>(sql`SELECT c.started_on AS startedOn, c.ended_on AS endedOn, c.plans AS plans FROM plan_cohorts c
    WHERE c.org_id = ${orgId} AND c.started_on >= ${cohortQuarters(today)[0] ?? today}`);
}

/** The jobs that came in during each week that a forecast uses. */
export function createdWeeks(ctx: Ctx, { orgId }: Member, thisWeek: string) {
  const { from, to } = forecastWindow(thisWeek);
  return ctx.db.all<WeekOfWork>(sql`SELECT w.starts_on AS week, w.jobs AS jobs, w.minutes AS minutes FROM workload_sums w
    WHERE w.org_id = ${orgId} AND w.kind = 'created' AND w.starts_on BETWEEN ${from} AND ${to}`);
}

/** The bookings of each day of a span: minutes counted per technician, and the jobs that start. */
export function bookedDays(ctx: Ctx, { orgId }: Member, { from, to }: Span) {
  return ctx.db.all<{ day: string; jobs: number; minutes: number }>(sql`
    SELECT w.starts_on AS day, w.jobs AS jobs, w.minutes AS minutes FROM workload_sums w
    WHERE w.org_id = ${orgId} AND w.kind = 'booked' AND w.starts_on BETWEEN ${from} AND ${to}`);
}

export function instantsOf({ from, to }: Span, { timeZone }: Member) {
  return { start: startOfDay(from, timeZone), end: dayBounds(to, timeZone).end };
}
