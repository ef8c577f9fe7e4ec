import { z } from "zod";
import { SERVICE_CATEGORIES } from "~/domain/service-types/catalog";
import type { ServiceTypeDetail, ServiceTypeTask } from "~/domain/service-types/detail.server";
import type { ServiceTypeRow } from "~/domain/service-types/list.server";
import { TASK_KINDS } from "~/domain/service-types/rules";
import type { serviceTypeStatistics } from "~/domain/service-types/statistics.server";
import { toDecimal } from "~/domain/shared/money";

const nullable = z.string().nullable();
const count = z.number().int();
const category = z.enum(SERVICE_CATEGORIES);
const money = z.number().nullable().describe("Dollars");

export const TaskAnswer = z.object({
  id: z.string(),
  serviceTypeId: z.string(),
  sequence: count.describe("From 1, without holes"),
  title: z.string(),
  instructions: nullable,
  kind: z.enum(TASK_KINDS),
  required: z.boolean(),
  skills: z.array(z.string()),
  active: z.boolean(),
  unit: nullable.describe("Of a measurement"),
  min: z.number().nullable().describe("The least that passes"),
  max: z.number().nullable().describe("The most that passes"),
  version: count,
});

const summary = {
  id: z.string(),
  name: z.string(),
  description: nullable,
  category,
  durationMinutes: count,
  price: money,
  skills: z.array(z.string()),
  active: z.boolean(),
  playbookVersion: count.describe("One higher whenever a job booked now would get something else"),
  version: count,
};

const Summary = z.object({ ...summary, taskCount: count, jobs: count.describe("Work orders booked with it so far") });

export const ServiceTypeList = z.object({
  items: z.array(Summary),
  nextCursor: nullable,
  total: count.nullable(),
});

export const TaskList = z.object({ items: z.array(TaskAnswer), nextCursor: nullable, total: count.nullable() });

export const ServiceTypeAnswer = z.object({
  ...summary,
  certifications: z.array(z.string()),
  refrigerantWork: z.boolean(),
  parts: z.array(z.object({ inventoryItemId: nullable, name: z.string(), quantity: z.number() })),
  jobs: count,
  tasks: z.array(TaskAnswer),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const StatisticsAnswer = z.object({
  total: count,
  active: count,
  inactive: count,
  activeTasks: count,
  averageDurationMinutes: count.nullable(),
  averagePrice: money,
  byCategory: z.array(z.object({ category, count })),
  mostUsed: z.array(z.object({ id: z.string(), name: z.string(), jobs: count })),
});

const decimal = (minor: number | null) => (minor === null ? null : toDecimal(minor));

export function serviceTypeSummary({ priceMinor, ...row }: ServiceTypeRow): z.output<typeof Summary> {
  return { ...row, price: decimal(priceMinor) };
}

export function serviceTypeAnswer(found: ServiceTypeDetail): z.output<typeof ServiceTypeAnswer> {
  const { priceMinor, rights: _, ...facts } = found;
  return { ...facts, price: decimal(priceMinor) };
}

export function taskAnswer(task: ServiceTypeTask): z.output<typeof TaskAnswer> {
  return task;
}

type Statistics = Awaited<ReturnType<typeof serviceTypeStatistics>>;

export function statisticsAnswer({ averagePriceMinor, ...found }: Statistics): z.output<typeof StatisticsAnswer> {
  return { ...found, averagePrice: decimal(averagePriceMinor) };
}

/** A list that is answered whole. */
export function whole<T>(items: T[]): { items: T[]; nextCursor: null; total: number } {
  return { items, nextCursor: null, total: items.length };
}
