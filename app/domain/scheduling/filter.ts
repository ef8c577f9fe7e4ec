import { nationalNumber } from "~/domain/shared/phones";
import { wordsOf, wordsOrPhone } from "~/domain/shared/search";
import {
  formatWorkOrderNumber,
  parseWorkOrderRef,
  WORK_ORDER_STATUSES,
  type WorkOrderStatus,
} from "~/domain/work-orders/work-order";
import type { SchedulerJob, SchedulerTechnician, TrayJob } from "./scheduler";

/** What narrows the scheduler, as its address says it. */
export interface SchedulerFilter {
  /** Whose lanes are shown: one technician's by id, or of all who have a skill. */
  lane: string | null;
  skill: string | null;
  /** Which jobs stand out. The others step back but keep their place: time that is taken must not look free. */
  service: string | null;
  status: WorkOrderStatus | null;
  problems: boolean;
  search: string;
}

export const NO_FILTER: SchedulerFilter = {
  lane: null,
  skill: null,
  service: null,
  status: null,
  problems: false,
  search: "",
};

const MAX_TEXT = 100;

/** Reads the address; what it does not know is no filter. */
export function readFilter(query: URLSearchParams): SchedulerFilter {
  const text = (name: string) => query.get(name)?.slice(0, MAX_TEXT) || null;
  return {
    lane: text("lane"),
    skill: text("skill"),
    service: text("service"),
    status: WORK_ORDER_STATUSES.find((status) => status === query.get("status")) ?? null,
    problems: query.get("problems") === "1",
    search: text("q") ?? "",
  };
}

/** The filter as the parts of a query; null leaves a part out. */
export function filterQuery({ lane, skill, service, status, problems, search }: SchedulerFilter) {
  return { lane, skill, service, status, problems: problems ? "1" : null, q: search.trim() || null };
}

/** How many of its parts are set, the search aside. */
export function countFilters({ lane, skill, service, status, problems }: SchedulerFilter): number {
  return [lane, skill, service, status].filter((part) => part !== null).length + (problems ? 1 : 0);
}

/** Those whose lanes are shown; a technician or a skill that there is not hides nobody. */
export function shownTechnicians<T extends Pick<SchedulerTechnician, "id" | "skills">>(
  technicians: readonly T[],
  { lane, skill }: SchedulerFilter,
): readonly T[] {
  const found = technicians.filter(
    ({ id, skills }) => (lane === null || id === lane) && (skill === null || skills.includes(skill)),
  );
  return found.length > 0 ? found : technicians;
}

type Searched = Pick<SchedulerJob | TrayJob, "number" | "title" | "customerName" | "city" | "street" | "phone">;

/** True for a job whose reference, customer, street, phone, title or technicians have every word of the search. */
export function isFound(job: Searched, search: string, technicians: readonly string[]): boolean {
  const reference = /^wo-/i.test(search.trim()) ? parseWorkOrderRef(search) : null;
  if (reference?.by === "number") return reference.number === job.number;
  const { number, title, customerName, city, street, phone } = job;
  const texts = [formatWorkOrderNumber(number), String(number), title, customerName, street, city, ...technicians];
  const known = texts.flatMap(wordsOf);
  const digits = phone === null ? "" : nationalNumber(phone);
  return wordsOrPhone(search).every(
    (word) => known.some((one) => one.startsWith(word)) || (/^\d{4,}$/.test(word) && digits.includes(word)),
  );
}

/** True for a job that stands out by its service, status and problems; without such a filter each does. */
export function standsOut(
  { status, serviceName }: Pick<SchedulerJob | TrayJob, "status" | "serviceName">,
  filter: SchedulerFilter,
  hasProblem: boolean,
): boolean {
  return (
    (filter.service === null || filter.service === serviceName) &&
    (filter.status === null || filter.status === status) &&
    (!filter.problems || hasProblem)
  );
}
