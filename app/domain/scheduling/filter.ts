import { nationalNumber } from "~/domain/shared/text/phones";
import { wordsOf, wordsOrPhone } from "~/domain/shared/text/search";
import { NO_TEAM } from "~/domain/technicians/technician";
import { formatWorkOrderNumber, parseWorkOrderRef } from "~/domain/work-order-basics/number";
import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { SchedulerTechnician, SchedulerWorkOrder, TrayWorkOrder } from "./scheduler";

/** Filters of the scheduler, as in its URL. */
export interface SchedulerFilter {
  /** Whose lanes are shown: one technician's by id, or those of all with a skill, certification, and so on. */
  lane: string | null;
  /** A team's id, or `NO_TEAM`. */
  team: string | null;
  skill: string | null;
  level: string | null;
  certification: string | null;
  /** The city where the day starts. */
  start: string | null;
  /** Which jobs are highlighted. The others are dimmed but stay visible: booked time must not look free. */
  service: string | null;
  status: WorkOrderStatus | null;
  problems: boolean;
  search: string;
}

/** All lanes. */
export const NO_LANE_FILTER = { lane: null, team: null, skill: null, level: null, certification: null, start: null };

export const NO_FILTER: SchedulerFilter = {
  ...NO_LANE_FILTER,
  service: null,
  status: null,
  problems: false,
  search: "",
};

const MAX_TEXT = 100;

/** Parses the URL's query; unknown values are ignored. */
export function readFilter(query: URLSearchParams): SchedulerFilter {
  const text = (name: string) => query.get(name)?.slice(0, MAX_TEXT) || null;
  return {
    lane: text("lane"),
    team: text("team"),
    skill: text("skill"),
    level: text("level"),
    certification: text("certification"),
    start: text("start"),
    service: text("service"),
    status: WORK_ORDER_STATUSES.find((status) => status === query.get("status")) ?? null,
    problems: query.get("problems") === "1",
    search: text("q") ?? "",
  };
}

/** Returns the filter as query parameters; null omits a parameter. */
export function filterQuery({ problems, search, ...parts }: SchedulerFilter) {
  return { ...parts, problems: problems ? "1" : null, q: search.trim() || null };
}

/** Returns how many filters are set, not counting the search. */
export function countFilters({ search, ...filter }: SchedulerFilter): number {
  return Object.values(filter).filter((part) => part !== null && part !== false).length;
}

type Shown = Pick<SchedulerTechnician, "id" | "team" | "skills" | "skillLevel" | "certifications" | "startsIn">;

/** Returns the technicians whose lanes are shown; a filter that matches nobody hides nobody. */
export function shownTechnicians<T extends Shown>(technicians: readonly T[], filter: SchedulerFilter): readonly T[] {
  const found = matching(technicians, filter);
  return found.length > 0 ? found : technicians;
}

/** True for a filter that matches nobody, such as a team that was deleted since. */
export function matchesNobody(technicians: readonly Shown[], filter: SchedulerFilter): boolean {
  return technicians.length > 0 && matching(technicians, filter).length === 0;
}

function matching<T extends Shown>(
  technicians: readonly T[],
  { lane, team, skill, level, certification, start }: SchedulerFilter,
): T[] {
  return technicians.filter(
    (one) =>
      (lane === null || one.id === lane) &&
      (team === null || (one.team?.id ?? NO_TEAM) === team) &&
      (skill === null || one.skills.includes(skill)) &&
      (level === null || one.skillLevel === level) &&
      (certification === null || one.certifications.some(({ name }) => name === certification)) &&
      (start === null || one.startsIn === start),
  );
}

type Searched = Pick<
  SchedulerWorkOrder | TrayWorkOrder,
  "number" | "title" | "customerName" | "city" | "street" | "phone"
>;

/** True for a job whose reference, customer, street, phone, title or technicians contain every word of the search; false without words. */
export function isFound(workOrder: Searched, search: string, technicians: readonly string[]): boolean {
  const reference = /^wo-/i.test(search.trim()) ? parseWorkOrderRef(search) : null;
  if (reference?.by === "number") return reference.number === workOrder.number;
  const { number, title, customerName, city, street, phone } = workOrder;
  const texts = [formatWorkOrderNumber(number), String(number), title, customerName, street, city, ...technicians];
  const known = texts.flatMap(wordsOf);
  const digits = phone === null ? "" : nationalNumber(phone);
  const words = wordsOrPhone(search);
  const isIn = (word: string) =>
    known.some((one) => one.startsWith(word)) || (/^\d{4,}$/.test(word) && digits.includes(word));
  return words.length > 0 && words.every(isIn);
}

/** True for a job highlighted by its service, status and problems; every job without such a filter. */
export function isHighlighted(
  { status, serviceName }: Pick<SchedulerWorkOrder | TrayWorkOrder, "status" | "serviceName">,
  filter: SchedulerFilter,
  hasProblem: boolean,
): boolean {
  return (
    (filter.service === null || filter.service === serviceName) &&
    (filter.status === null || filter.status === status) &&
    (!filter.problems || hasProblem)
  );
}
