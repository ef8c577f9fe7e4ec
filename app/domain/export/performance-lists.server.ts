import { type PerformanceWorkOrder, performanceJobs } from "~/domain/performance/jobs.server";
import { decimalHours } from "~/domain/performance/performance";
import { cohortPlans } from "~/domain/performance/plans.server";
import type { CohortPlans, PerformanceJobs, WeekWork } from "~/domain/performance/schema";
import { type WorkOfWeek, weekWork } from "~/domain/performance/week.server";
import type { Ctx } from "~/domain/shared/context";
import { allowMember, can } from "~/domain/shared/permissions";
import { type Columns, listFile, type Narrowed } from "./list-file.server";

const yesOrNo = (is: boolean) => (is ? "Yes" : "No");

const columns: Columns<PerformanceWorkOrder> = [
  ["Number", (row) => row.reference],
  ["Title", (row) => row.title],
  ["Customer", (row) => row.customerName],
  ["Technician", (row) => row.technicianName],
  ["Service type", (row) => row.serviceTypeName],
  ["Completed", (row) => row.completedOn],
  ["About equipment", (row) => yesOrNo(row.hasUnit)],
  ["Second visit", (row) => yesOrNo(row.hadSecondVisit)],
  ["Called back", (row) => yesOrNo(row.calledBack)],
  ["Labor hours", (row) => decimalHours(row.laborSeconds)],
  ["Driving hours", (row) => decimalHours(row.travelSeconds)],
  ["Revenue", (row) => row.revenueMinor],
];

const read = (ctx: Ctx, filter: Narrowed<PerformanceJobs>, page: { limit: number; cursor: string | undefined }) =>
  performanceJobs(ctx, { ...filter, ...page });

const workOrderFile = listFile({ read, columns });
const workOrderAndMarginFile = listFile({ read, columns: [...columns, ["Margin", (row) => row.marginMinor]] });

/** The plans behind a figure of a cohort. */
export const cohortPlanFile = listFile({
  read: (ctx: Ctx, filter: Narrowed<CohortPlans>, page) => cohortPlans(ctx, { ...filter, ...page }),
  columns: [
    ["Plan", (row) => row.title],
    ["Equipment", (row) => row.equipmentName],
    ["Customer", (row) => row.customerName],
    ["Starts", (row) => row.startsOn],
    ["Ends", (row) => (row.isOpenEnded ? "No end" : (row.endsOn ?? "Unknown"))],
  ],
});

const named: Columns<WorkOfWeek> = [
  ["Number", (row) => row.reference],
  ["Title", (row) => row.title],
  ["Customer", (row) => row.customerName],
  ["Technician", (row) => row.technicianName],
];

const readWork = (ctx: Ctx, filter: Narrowed<WeekWork>, page: { limit: number; cursor: string | undefined }) =>
  weekWork(ctx, { ...filter, ...page });

/** The jobs that came in during a week, or the bookings that start in it. */
export const weekWorkFiles = {
  created: listFile({
    read: readWork,
    columns: [...named, ["Came in", (row, clock) => clock(row.at)], ["Hours", (row) => decimalHours(row.minutes * 60)]],
  }),
  booked: listFile({
    read: readWork,
    columns: [
      ...named,
      ["Role", (row) => (row.isHelper ? "Helper" : "Lead")],
      ["Starts", (row, clock) => clock(row.at)],
      ["Hours", (row) => decimalHours(row.minutes * 60)],
    ],
  }),
};

/** The jobs behind a figure; margins for those who manage invoices. */
export const performanceJobFile = (ctx: Ctx) =>
  can(allowMember(ctx), "invoices.manage") ? workOrderAndMarginFile : workOrderFile;
