import { type PerformanceJob, performanceJobs } from "~/domain/performance/jobs.server";
import type { PerformanceJobs } from "~/domain/performance/schema";
import type { Ctx } from "~/domain/shared/context";
import { allowMember, can } from "~/domain/shared/permissions";
import { type Columns, listFile, type Narrowed } from "./list-file.server";

const yesOrNo = (is: boolean) => (is ? "Yes" : "No");
const hours = (seconds: number) => (seconds / 3600).toFixed(2);

const columns: Columns<PerformanceJob> = [
  ["Number", (row) => row.reference],
  ["Title", (row) => row.title],
  ["Customer", (row) => row.customerName],
  ["Technician", (row) => row.technicianName],
  ["Service type", (row) => row.serviceTypeName],
  ["Completed", (row) => row.completedOn],
  ["About equipment", (row) => yesOrNo(row.hasUnit)],
  ["Second visit", (row) => yesOrNo(row.hadSecondVisit)],
  ["Called back", (row) => yesOrNo(row.calledBack)],
  ["Labor hours", (row) => hours(row.laborSeconds)],
  ["Driving hours", (row) => hours(row.travelSeconds)],
  ["Revenue", (row) => row.revenueMinor],
];

const read = (ctx: Ctx, filter: Narrowed<PerformanceJobs>, page: { limit: number; cursor: string | undefined }) =>
  performanceJobs(ctx, { ...filter, ...page });

const jobFile = listFile({ read, columns });
const jobAndMarginFile = listFile({ read, columns: [...columns, ["Margin", (row) => row.marginMinor]] });

/** The jobs behind a figure; margins for those who manage invoices. */
export const performanceJobFile = (ctx: Ctx) => (can(allowMember(ctx), "invoices.manage") ? jobAndMarginFile : jobFile);
