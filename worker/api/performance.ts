import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { csvFile } from "~/domain/export/csv-answer.server";
import { cohortPlanFile, performanceJobFile, weekWorkFiles } from "~/domain/export/performance-lists.server";
import { DEGREE_DAY_SOURCE } from "~/domain/performance/degree-days";
import { forecastWeekFile, performanceFile } from "~/domain/performance/file.server";
import { FORECAST_BASES, FORECAST_GROUPS, WEATHER_STATES } from "~/domain/performance/forecast";
import { performanceJobs } from "~/domain/performance/jobs.server";
import { GRAINS } from "~/domain/performance/performance";
import { PERIODS } from "~/domain/performance/period";
import { cohortPlans } from "~/domain/performance/plans.server";
import { type Figures, type Performance, readPerformance } from "~/domain/performance/read.server";
import {
  CohortPlans,
  ForecastWeekQuery,
  PERFORMANCE_FILES,
  PerformanceJobs,
  PerformanceQuery,
  WeekWork,
} from "~/domain/performance/schema";
import { forecastWeek, weekWork } from "~/domain/performance/week.server";
import { toDecimal } from "~/domain/shared/money";
import { decimalOrNull } from "./answer-fields";
import { csvResponses, listAnswer } from "./list-answer";
import { json, operation } from "./operation";

const tags = ["Performance"];
const count = z.int();
const money = z.number().describe("Dollars");
const share = z.number().nullable().describe("Share from 0 to 1; null if there is nothing to divide by");
const day = z.string().describe("YYYY-MM-DD, in the business's time zone");

const FiguresAnswer = z.object({
  jobs: count.describe("Number of work orders completed in the period"),
  unitJobs: count.describe("Number of those that were about equipment"),
  fixedJobs: count.describe(
    "Number of those without another work order on the same equipment completed within 30 days",
  ),
  firstTimeFix: share,
  callbackJobs: count.describe("Number of work orders with a callback that was not canceled"),
  callbackRate: share,
  laborHours: z.number(),
  travelHours: z.number(),
  driveShare: share,
  billedJobs: count,
  revenue: money.describe("Invoices issued for these work orders less credit notes, before tax, in dollars"),
  revenuePerHour: money.nullable().describe("Dollars per hour of labor"),
  margin: z
    .object({ revenue: money, cost: money, amount: money.nullable(), share })
    .nullable()
    .describe(
      "Dollars, only for work orders where every cost is known; trip charges have no cost; null if you may not see costs",
    ),
});

const hours = (seconds: number) => Math.round(seconds / 36) / 100;

function figuresAnswer(figures: Figures): z.output<typeof FiguresAnswer> {
  const { jobs, unitJobs, fixedJobs, callbackJobs, billedJobs, firstTimeFix, driveShare, costs } = figures;
  return {
    ...{ jobs, unitJobs, fixedJobs, firstTimeFix, callbackJobs, callbackRate: figures.callbacks },
    ...{ laborHours: hours(figures.laborSeconds), travelHours: hours(figures.travelSeconds), driveShare, billedJobs },
    revenue: toDecimal(figures.revenueMinor),
    revenuePerHour: decimalOrNull(figures.revenuePerHourMinor),
    margin: costs && {
      revenue: toDecimal(costs.costedRevenueMinor),
      cost: toDecimal(costs.costMinor),
      amount: decimalOrNull(costs.marginMinor),
      share: costs.margin,
    },
  };
}

const Utilization = {
  shiftHours: z.number().describe("Hours of the technicians' shifts so far, without breaks, holidays and time off"),
  utilization: share.describe("Labor and driving as a share of the shift hours"),
};
const Cause = z.object({ key: z.string(), label: z.string(), callbacks: count });

const Conversion = z.object({
  sent: count.describe("Number that were neither withdrawn nor replaced by a newer version"),
  approved: count,
  conversion: share,
});

const PerformanceAnswer = z.object({
  period: z.object({
    kind: z.enum(PERIODS),
    from: day,
    to: day,
    grain: z.enum(GRAINS).describe("The length of a period in `course`"),
    before: z.object({ from: day, to: day }),
  }),
  totals: FiguresAnswer.extend(Utilization),
  before: FiguresAnswer,
  estimates: z.object({ now: Conversion, before: Conversion }).describe("By the day they were sent"),
  technicians: z.array(
    FiguresAnswer.extend({ id: z.string().nullable(), name: z.string().nullable(), ...Utilization }),
  ),
  serviceTypes: z.array(FiguresAnswer.extend({ id: z.string().nullable(), name: z.string().nullable() })),
  course: z
    .array(FiguresAnswer.extend({ startsOn: day }))
    .describe("A week or month at the ends of the period counts only its days in the period"),
  callbackCauses: z.object({ tasks: z.array(Cause), parts: z.array(Cause) }),
  season: z.array(z.object({ month: z.string().describe("YYYY-MM"), jobs: count, revenue: money })),
  planCohorts: z
    .array(
      z.object({
        startedOn: day.describe("First day of the quarter"),
        plans: count,
        running: count.describe("Number of plans that do not end in the current quarter or before"),
        retained: z
          .array(count)
          .describe(
            "Number of plans that were active at the end of that quarter and of each later quarter that is over",
          ),
      }),
    )
    .describe("Maintenance plans of the last eight quarters"),
  forecast: z
    .array(
      z.object({
        week: day.describe("Its Sunday, YYYY-MM-DD"),
        jobs: count.describe("Number of jobs expected"),
        hours: z.number(),
        basis: z.enum(FORECAST_BASES),
        heatingDegreeDays: z.number().nullable().describe("Normal degree days of the week, base 65 °F"),
        coolingDegreeDays: z.number().nullable().describe("Normal degree days of the week, base 65 °F"),
        capacityHours: z.number(),
        bookedHours: z.number(),
      }),
    )
    .nullable()
    .describe("Null if fewer than four of the last eight weeks had work orders"),
  forecastWeather: z
    .object({
      state: z
        .enum(WEATHER_STATES)
        .describe(
          "`unknown_place`: most properties are outside the 48 contiguous states and D.C.; `short_history`: fewer than 40 weeks since the first work order; `no_relation`: degree days explain less than a fifth of the differences between weeks",
        ),
      source: z.string(),
      states: z.array(z.object({ state: z.string(), share: z.number() })),
      fit: z
        .object({
          jobsInAnyWeather: z.number().describe("Number per week"),
          jobsPerHeatingDegreeDay: z.number(),
          jobsPerCoolingDegreeDay: z.number(),
          explained: z.number().describe("Share from 0 to 1"),
        })
        .nullable(),
    })
    .nullable()
    .describe("Whether the forecast uses normal degree days; null without a forecast"),
});

function performanceAnswer(performance: Performance): z.output<typeof PerformanceAnswer> {
  const { period, totals, before, estimates, technicians, serviceTypes, course, causes, season, forecast, cohorts } =
    performance;
  const { kind, from, to, grain } = period;
  const used = ({ shiftMinutes, utilization }: { shiftMinutes: number; utilization: number | null }) => ({
    shiftHours: hours(shiftMinutes * 60),
    utilization,
  });
  return {
    period: { kind, from, to, grain, before: period.before },
    totals: { ...figuresAnswer(totals), ...used(totals) },
    before: figuresAnswer(before),
    estimates,
    technicians: technicians.map((each) => ({
      ...{ id: each.id, name: each.name, ...figuresAnswer(each), ...used(each) },
    })),
    serviceTypes: serviceTypes.map((each) => ({ id: each.id, name: each.name, ...figuresAnswer(each) })),
    course: course.map((each) => ({ startsOn: each.startsOn, ...figuresAnswer(each) })),
    callbackCauses: causes,
    planCohorts: cohorts,
    season: season.map(({ month, jobs, revenueMinor }) => ({ month, jobs, revenue: toDecimal(revenueMinor) })),
    forecast:
      forecast?.weeks.map(({ week, jobs, minutes, basis, degreeDays, capacityMinutes, bookedMinutes }) => ({
        ...{ week, jobs, hours: hours(minutes * 60), basis },
        heatingDegreeDays: degreeDays && Math.round(degreeDays.heating),
        coolingDegreeDays: degreeDays && Math.round(degreeDays.cooling),
        ...{ capacityHours: hours(capacityMinutes * 60), bookedHours: hours(bookedMinutes * 60) },
      })) ?? null,
    forecastWeather: forecast && {
      state: forecast.weather.state,
      source: DEGREE_DAY_SOURCE,
      states: [...forecast.weather.places],
      fit: forecast.weather.fit && {
        jobsInAnyWeather: forecast.weather.fit.base,
        jobsPerHeatingDegreeDay: forecast.weather.fit.perHeating,
        jobsPerCoolingDegreeDay: forecast.weather.fit.perCooling,
        explained: forecast.weather.fit.explained,
      },
    },
  };
}

const WorkOrderAnswer = z.object({
  id: z.string(),
  reference: z.string(),
  title: z.string(),
  customer: z.string(),
  technician: z.string().nullable(),
  serviceType: z.string().nullable(),
  completedOn: day,
  hasUnit: z.boolean(),
  hadSecondVisit: z.boolean(),
  calledBack: z.boolean(),
  laborHours: z.number(),
  travelHours: z.number(),
  revenue: money,
  margin: money.nullable().describe("In dollars; null if a cost is unknown, or if you may not see costs"),
});

export const performance = new OpenAPIHono<HonoEnv>();

performance.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/performance",
    tags,
    summary: "Get the performance of the business",
    description:
      "Figures of a period and of the period before it. A work order counts on the day it was completed, in the business's time zone.",
    request: { query: PerformanceQuery },
    responses: { 200: json(PerformanceAnswer) },
  }),
  async (c) => c.json(performanceAnswer(await readPerformance(c.var.ctx, c.req.valid("query"))), 200),
);

performance.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/performance/jobs",
    tags,
    summary: "List the jobs a figure counts",
    description:
      "Most recently completed first. `called_back`: the job had a callback; `second_visit`: another job on the same equipment was completed within 30 days.",
    request: { query: PerformanceJobs },
    responses: {
      200: json(
        z.object({
          items: z.array(WorkOrderAnswer),
          nextCursor: z.string().nullable(),
          total: z.int().nullable().describe("Null if more than one filter is used"),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor, total } = await performanceJobs(c.var.ctx, c.req.valid("query"));
    const answers = items.map((workOrder) => ({
      ...{ id: workOrder.id, reference: workOrder.reference, title: workOrder.title, customer: workOrder.customerName },
      ...{
        technician: workOrder.technicianName,
        serviceType: workOrder.serviceTypeName,
        completedOn: workOrder.completedOn,
      },
      ...{ hasUnit: workOrder.hasUnit, hadSecondVisit: workOrder.hadSecondVisit, calledBack: workOrder.calledBack },
      ...{ laborHours: hours(workOrder.laborSeconds), travelHours: hours(workOrder.travelSeconds) },
      revenue: toDecimal(workOrder.revenueMinor),
      margin: decimalOrNull(workOrder.marginMinor),
    }));
    return c.json({ items: answers, nextCursor, total }, 200);
  },
);

performance.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/performance/jobs/export",
    tags,
    summary: "Download the jobs a figure counts as CSV",
    request: { query: PerformanceJobs.omit({ limit: true, cursor: true }) },
    responses: csvResponses,
  }),
  (c) =>
    listAnswer(c.var.ctx, {
      ...{ file: performanceJobFile(c.var.ctx), filter: c.req.valid("query"), name: "jobs-behind-a-figure" },
    }),
);

const PlanAnswer = z.object({
  id: z.string(),
  title: z.string(),
  equipmentId: z.string(),
  equipment: z.string(),
  customer: z.string(),
  startsOn: day,
  isOpenEnded: z.boolean().describe("Active, with no end"),
  endsOn: day.nullable().describe("Null without an end, or if the end was not recorded"),
});

performance.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/performance/plans",
    tags,
    summary: "List the maintenance plans a cohort counts",
    description: "Plans without an end first, then by their end, latest first.",
    request: { query: CohortPlans },
    responses: { 200: json(z.object({ items: z.array(PlanAnswer), nextCursor: z.string().nullable(), total: count })) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await cohortPlans(c.var.ctx, c.req.valid("query"));
    const answers = items.map((plan) => ({
      ...{ id: plan.id, title: plan.title, equipmentId: plan.equipmentId, equipment: plan.equipmentName },
      ...{ customer: plan.customerName, startsOn: plan.startsOn, isOpenEnded: plan.isOpenEnded, endsOn: plan.endsOn },
    }));
    return c.json({ items: answers, nextCursor, total: total ?? 0 }, 200);
  },
);

performance.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/performance/plans/export",
    tags,
    summary: "Download the maintenance plans a cohort counts as CSV",
    request: { query: CohortPlans.omit({ limit: true, cursor: true }) },
    responses: csvResponses,
  }),
  (c) => listAnswer(c.var.ctx, { file: cohortPlanFile, filter: c.req.valid("query"), name: "plans-of-a-cohort" }),
);

const WorkAnswer = z.object({
  id: z.string(),
  reference: z.string(),
  title: z.string(),
  customer: z.string(),
  technician: z.string().nullable(),
  isHelper: z.boolean().describe("For a booking, whether the technician helps"),
  at: z.string().describe("When the job came in or the booking starts"),
  hours: z.number(),
});

performance.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/performance/work",
    tags,
    summary: "List the jobs that came in during a week, or its bookings",
    description:
      "`created`: jobs that came in and were not canceled, latest first. `booked`: bookings that start in the week, one for each technician, earliest first.",
    request: { query: WeekWork },
    responses: {
      200: json(
        z.object({
          items: z.array(WorkAnswer),
          nextCursor: z.string().nullable(),
          total: z.int().nullable().describe("Null for bookings"),
          week: day.describe("Its Sunday, YYYY-MM-DD"),
          jobs: count,
          hours: z.number().describe("Hours of all rows together"),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor, total, week, jobs, minutes } = await weekWork(c.var.ctx, c.req.valid("query"));
    const answers = items.map((row) => ({
      ...{ id: row.id, reference: row.reference, title: row.title, customer: row.customerName },
      ...{ technician: row.technicianName, isHelper: row.isHelper, at: row.at, hours: hours(row.minutes * 60) },
    }));
    return c.json({ items: answers, nextCursor, total, week, jobs, hours: hours(minutes * 60) }, 200);
  },
);

performance.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/performance/work/export",
    tags,
    summary: "Download the jobs or bookings of a week as CSV",
    request: { query: WeekWork.omit({ limit: true, cursor: true }) },
    responses: csvResponses,
  }),
  (c) => {
    const filter = c.req.valid("query");
    const name = filter.kind === "created" ? "jobs-that-came-in" : "booked-time";
    return listAnswer(c.var.ctx, { file: weekWorkFiles[filter.kind], filter, name });
  },
);

performance.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/performance/forecast",
    tags,
    summary: "Get the past weeks a forecast week is computed from",
    request: { query: ForecastWeekQuery },
    responses: {
      200: json(
        z.object({
          week: day.describe("Its Sunday, YYYY-MM-DD"),
          jobs: count.describe("Number of jobs expected"),
          hours: z.number(),
          basis: z.enum(FORECAST_BASES),
          bookedHours: z.number(),
          groups: z.array(
            z.object({
              kind: z.enum(FORECAST_GROUPS),
              weeks: z.array(z.object({ week: day, jobs: count, hours: z.number() })).describe("Latest first"),
            }),
          ),
        }),
      ),
    },
  }),
  async (c) => {
    const { week, jobs, minutes, basis, bookedMinutes, groups } = await forecastWeek(c.var.ctx, c.req.valid("query"));
    return c.json(
      {
        ...{ week, jobs, hours: hours(minutes * 60), basis, bookedHours: hours(bookedMinutes * 60) },
        groups: groups.map(({ kind, weeks }) => ({
          kind,
          weeks: weeks.map((each) => ({ week: each.week, jobs: each.jobs, hours: hours(each.minutes * 60) })),
        })),
      },
      200,
    );
  },
);

performance.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/performance/forecast/export",
    tags,
    summary: "Download the past weeks a forecast week is computed from as CSV",
    request: { query: ForecastWeekQuery },
    responses: csvResponses,
  }),
  async (c) => csvFile(await forecastWeekFile(c.var.ctx, c.req.valid("query"))),
);

performance.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/performance/file",
    tags,
    summary: "Download a table of figures as CSV",
    request: { query: PerformanceQuery.extend({ table: z.enum(PERFORMANCE_FILES, { error: "Unknown table" }) }) },
    responses: { 200: { description: "The CSV file", content: { "text/csv": { schema: z.string() } } } },
  }),
  async (c) => {
    const { table, ...query } = c.req.valid("query");
    return csvFile(await performanceFile(c.var.ctx, table, query));
  },
);
