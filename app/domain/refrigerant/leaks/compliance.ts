import { addDays, addMonths, type CivilDate, daysBetween } from "~/domain/shared/time/dates";
import { instantOf } from "~/domain/shared/time/time-zones";

export const EPISODE_KINDS = ["leak", "chronic"] as const;

/** A circuit that leaked above its threshold, or whose additions in a calendar year reached the chronic share of its charge. */
export type EpisodeKind = (typeof EPISODE_KINDS)[number];

export const EPISODE_KIND_LABELS: Record<EpisodeKind, string> = {
  leak: "Leak rate over the threshold",
  chronic: "Chronic leaker",
};

export const EPISODE_REGIMES = ["part82", "part84"] as const;

export const EPISODE_ENDINGS = ["verified", "retired", "mothballed", "reported", "voided"] as const;

export type EpisodeEnding = (typeof EPISODE_ENDINGS)[number];

export const EPISODE_ENDING_LABELS: Record<EpisodeEnding, string> = {
  verified: "Repaired and verified",
  retired: "Circuit retired",
  mothballed: "Circuit mothballed",
  reported: "Reported to EPA",
  voided: "Voided",
};

export const LEAK_EVENT_KINDS = [
  "repair_done",
  "initial_passed",
  "initial_failed",
  "follow_up_passed",
  "follow_up_failed",
  "process_shutdown",
  "plan_made",
  "retired",
  "mothballed",
  "inspection_clean",
  "inspection_leak",
  "report_sent",
] as const;

/** Events that can be recorded for an episode. */
export type LeakEventKind = (typeof LEAK_EVENT_KINDS)[number];

export const LEAK_EVENT_LABELS: Record<LeakEventKind, string> = {
  repair_done: "Repair done",
  initial_passed: "Initial verification passed",
  initial_failed: "Initial verification failed",
  follow_up_passed: "Follow-up verification passed",
  follow_up_failed: "Follow-up verification failed",
  process_shutdown: "Repair needs a process shutdown",
  plan_made: "Retrofit or retirement plan made",
  retired: "Circuit retired",
  mothballed: "Circuit mothballed",
  inspection_clean: "Leak inspection: no leak",
  inspection_leak: "Leak inspection: leak found",
  report_sent: "Report sent to EPA",
};

export const CLOCK_STEPS = [
  "repair",
  "initial_verification",
  "follow_up",
  "plan",
  "retirement",
  "inspection",
  "report",
] as const;

/** Steps with a deadline. */
export type ClockStep = (typeof CLOCK_STEPS)[number];

export const CLOCK_STEP_LABELS: Record<ClockStep, string> = {
  repair: "Repair the leak",
  initial_verification: "Initial verification",
  follow_up: "Follow-up verification",
  plan: "Retrofit or retirement plan",
  retirement: "Complete the retrofit or retirement",
  inspection: "Leak inspection",
  report: "Chronic leaker report to EPA",
};

/** The figures of a leak rule, effective from a day. */
interface ClockRule {
  from: CivilDate;
  citation: string;
  repairDays: number;
  /** Applies if an industrial process has to be shut down for the repair. */
  shutdownRepairDays: number;
  followUpDays: number;
  planMonths: number;
  /** Commercial and industrial circuits with at least this charge are inspected quarterly. */
  quarterlyFromMilliLb: number;
  chronicPercent: number;
  /** Month and day of the following year by which a chronic leaker is reported. */
  reportBy: string;
}

const figures = {
  ...{ repairDays: 30, shutdownRepairDays: 120, followUpDays: 10, planMonths: 12 },
  ...{ quarterlyFromMilliLb: 500_000, chronicPercent: 125, reportBy: "03-01" },
};

/** The latest rule in effect on a day applies; add an entry when a rule changes. */
export const CLOCK_RULES: Record<(typeof EPISODE_REGIMES)[number], readonly ClockRule[]> = {
  part82: [{ from: "2020-04-10", citation: "40 CFR 82.157", ...figures }],
  part84: [{ from: "2026-01-01", citation: "40 CFR 84.106", ...figures }],
};

const FROM_SUMMARIES: ReadonlySet<ClockStep> = new Set(["follow_up", "inspection"]);

/** Whether the days of a step are known only from published summaries of the rule. */
export const needsCounsel = (step: ClockStep): boolean => FROM_SUMMARIES.has(step);

/** The facts when the episode opened. */
export interface EpisodeFacts {
  kind: EpisodeKind;
  regime: (typeof EPISODE_REGIMES)[number];
  /** The day on which the leak was found. */
  openedOn: CivilDate;
  /** For a chronic leaker. */
  year: number | null;
  thresholdPercent: number;
  chargeMilliLb: number;
}

export interface LeakEvent {
  kind: LeakEventKind;
  happenedOn: CivilDate;
}

export interface Clock {
  step: ClockStep;
  dueOn: CivilDate;
  doneOn: CivilDate | null;
  citation: string;
  checkWithCounsel: boolean;
}

export interface EpisodeProgress {
  /** In chronological order. */
  clocks: Clock[];
  /** The next step; null if nothing is due. */
  next: Clock | null;
  ended: { on: CivilDate; ending: Exclude<EpisodeEnding, "voided"> } | null;
  /** Events that can be recorded now. */
  allowed: LeakEventKind[];
}

function clockRule({ regime, openedOn }: Pick<EpisodeFacts, "regime" | "openedOn">): ClockRule {
  const rules = CLOCK_RULES[regime];
  const rule = rules.findLast(({ from }) => from <= openedOn) ?? rules[0];
  if (!rule) throw new Error(`no clock rule for ${regime}`);
  return rule;
}

/** Returns the state of an episode from its events, oldest first, without voided ones. */
export function progressOf(episode: EpisodeFacts, events: readonly LeakEvent[]): EpisodeProgress {
  return episode.kind === "chronic" ? chronicProgress(episode, events) : leakProgress(episode, events);
}

function chronicProgress(episode: EpisodeFacts, events: readonly LeakEvent[]): EpisodeProgress {
  const rule = clockRule(episode);
  const sent = events.find(({ kind }) => kind === "report_sent");
  const dueOn = `${(episode.year ?? 0) + 1}-${rule.reportBy}`;
  const report = clock("report", rule, { dueOn, doneOn: sent?.happenedOn ?? null });
  return {
    clocks: [report],
    next: sent ? null : report,
    ended: sent ? { on: sent.happenedOn, ending: "reported" } : null,
    allowed: sent ? [] : ["report_sent"],
  };
}

interface Course {
  repairedOn: CivilDate | null;
  initialOn: CivilDate | null;
  followUpOn: CivilDate | null;
  planOn: CivilDate | null;
  needsShutdown: boolean;
  ended: EpisodeProgress["ended"];
  inspectedOn: CivilDate | null;
  cleanInspections: number;
}

const untouched: Course = {
  ...{ repairedOn: null, initialOn: null, followUpOn: null, planOn: null, needsShutdown: false },
  ...{ ended: null, inspectedOn: null, cleanInspections: 0 },
};
/** A failed test requires another repair. */
const unrepaired = { repairedOn: null, initialOn: null };

function after(course: Course, { kind, happenedOn: on }: LeakEvent): Course {
  switch (kind) {
    case "repair_done":
      return { ...course, repairedOn: on, initialOn: null };
    case "initial_passed":
      return { ...course, initialOn: on };
    case "initial_failed":
    case "follow_up_failed":
      return { ...course, ...unrepaired };
    case "follow_up_passed":
      return { ...course, followUpOn: on, ended: { on, ending: "verified" } };
    case "process_shutdown":
      return { ...course, needsShutdown: true };
    case "plan_made":
      return { ...course, planOn: on };
    case "retired":
    case "mothballed":
      return { ...course, ended: { on, ending: kind } };
    case "inspection_clean":
      return { ...course, inspectedOn: on, cleanInspections: course.cleanInspections + 1 };
    case "inspection_leak":
      return { ...course, inspectedOn: on, cleanInspections: 0 };
    case "report_sent":
      return course;
  }
}

function leakProgress(episode: EpisodeFacts, events: readonly LeakEvent[]): EpisodeProgress {
  const rule = clockRule(episode);
  const course = events.reduce(after, untouched);
  const { repairedOn, initialOn, followUpOn, planOn, ended } = course;
  const repairBy = addDays(episode.openedOn, course.needsShutdown ? rule.shutdownRepairDays : rule.repairDays);
  const clocks = [
    clock("repair", rule, { dueOn: repairBy, doneOn: repairedOn }),
    clock("initial_verification", rule, { dueOn: repairBy, doneOn: initialOn }),
    ...(initialOn === null
      ? []
      : [clock("follow_up", rule, { dueOn: addDays(initialOn, rule.followUpDays), doneOn: followUpOn })]),
    ...(planOn === null
      ? []
      : [
          clock("plan", rule, { dueOn: repairBy, doneOn: planOn }),
          clock("retirement", rule, { dueOn: addMonths(planOn, rule.planMonths), doneOn: ended?.on ?? null }),
        ]),
  ];
  if (ended) {
    const inspection =
      ended.ending === "verified" ? inspectionOf(episode, rule, { ...course, verifiedOn: ended.on }) : null;
    return {
      clocks: inspection ? [...clocks, inspection] : clocks,
      next: inspection,
      ended,
      allowed: inspection ? ["inspection_clean", "inspection_leak"] : [],
    };
  }
  return { clocks, next: nextOf(clocks, planOn !== null), ended, allowed: allowedIn(episode, course) };
}

/** A retrofit or retirement plan replaces repair and verification, although these may still end the episode. */
function nextOf(clocks: readonly Clock[], isPlanned: boolean): Clock | null {
  const open = clocks.filter(({ doneOn }) => doneOn === null);
  const replaced: ReadonlySet<ClockStep> = new Set(isPlanned ? ["repair", "initial_verification"] : []);
  return open.filter(({ step }) => !replaced.has(step)).sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1))[0] ?? null;
}

function allowedIn({ thresholdPercent }: EpisodeFacts, course: Course): LeakEventKind[] {
  const repair: LeakEventKind[] =
    course.repairedOn === null
      ? ["repair_done"]
      : course.initialOn === null
        ? ["initial_passed", "initial_failed"]
        : ["follow_up_passed", "follow_up_failed"];
  const mayShutDown = isCommercial(thresholdPercent) && !course.needsShutdown && course.repairedOn === null;
  return [
    ...repair,
    ...(mayShutDown ? (["process_shutdown"] as const) : []),
    ...(course.planOn === null ? (["plan_made"] as const) : []),
    "retired",
    "mothballed",
  ];
}

/** Commercial refrigeration and industrial processes have the higher thresholds. */
const isCommercial = (thresholdPercent: number) => thresholdPercent >= 20;

/** Inspections are quarterly until four in a row find nothing, or yearly until one does; null after that. */
function inspectionOf(
  { thresholdPercent, chargeMilliLb }: EpisodeFacts,
  rule: ClockRule,
  { verifiedOn, inspectedOn, cleanInspections }: Course & { verifiedOn: CivilDate },
): Clock | null {
  const isQuarterly = isCommercial(thresholdPercent) && chargeMilliLb >= rule.quarterlyFromMilliLb;
  if (cleanInspections >= (isQuarterly ? 4 : 1)) return null;
  const dueOn = addMonths(inspectedOn ?? verifiedOn, isQuarterly ? 3 : 12);
  return clock("inspection", rule, { dueOn, doneOn: null });
}

function clock(
  step: ClockStep,
  { citation }: ClockRule,
  { dueOn, doneOn }: { dueOn: CivilDate; doneOn: CivilDate | null },
): Clock {
  return { step, dueOn, doneOn, citation, checkWithCounsel: needsCounsel(step) };
}

export const CLOCK_STATES = ["done", "overdue", "soon", "open"] as const;

export type ClockState = (typeof CLOCK_STATES)[number];

/** Days before a deadline when it counts as soon and the office is first notified. */
export const SOON_DAYS = 7;

export function clockState({ dueOn, doneOn }: Pick<Clock, "dueOn" | "doneOn">, today: CivilDate): ClockState {
  if (doneOn !== null) return "done";
  const left = daysBetween(today, dueOn);
  if (left < 0) return "overdue";
  return left <= SOON_DAYS ? "soon" : "open";
}

/** The time left until a deadline, as text. */
export function clockText(clock: Pick<Clock, "dueOn" | "doneOn">, today: CivilDate): string {
  if (clock.doneOn !== null) return "Done";
  const days = daysBetween(today, clock.dueOn);
  if (days === 0) return "Due today";
  const count = Math.abs(days) === 1 ? "1 day" : `${Math.abs(days)} days`;
  return days < 0 ? `${count} overdue` : `${count} left`;
}

export const NOTICE_STAGES = ["soon", "due"] as const;

/** The office is notified when a deadline is near, and on the day itself. */
export type NoticeStage = (typeof NOTICE_STAGES)[number];

const MORNING = "07:00";

/** When the office is notified: at 7 AM in the business's zone. */
function noticeAt(dueOn: CivilDate, stage: NoticeStage, zone: string): number {
  return instantOf({ date: stage === "due" ? dueOn : addDays(dueOn, -SOON_DAYS), time: MORNING }, zone).instant;
}

/** The notice due by now; null if the deadline is far off. On the day itself, only the 'due' notice applies. */
export function noticeStage(dueOn: CivilDate, zone: string, now: number): NoticeStage | null {
  if (now >= noticeAt(dueOn, "due", zone)) return "due";
  return now >= noticeAt(dueOn, "soon", zone) ? "soon" : null;
}

/** When the next notice of a deadline is due; null if there are none left. */
export function nextNoticeAt(dueOn: CivilDate, zone: string, now: number): number | null {
  return NOTICE_STAGES.map((stage) => noticeAt(dueOn, stage, zone)).find((at) => at > now) ?? null;
}

/**
 * Returns the calendar years in which additions reached the share of the full charge that makes a chronic leaker, with the
 * percentage and the day on which it was reached.
 */
export function chronicYears(
  additions: readonly { date: CivilDate; milliLb: number }[],
  { chargeMilliLb, regime }: Pick<EpisodeFacts, "chargeMilliLb" | "regime">,
): { year: number; percent: number; reachedOn: CivilDate }[] {
  const years = new Map<number, { percent: number; reachedOn: CivilDate | null }>();
  for (const { date, milliLb } of additions.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const year = Number(date.slice(0, 4));
    const before = years.get(year) ?? { percent: 0, reachedOn: null };
    const percent = before.percent + (milliLb / chargeMilliLb) * 100;
    const isReached = Math.round(percent * 100) >= clockRule({ regime, openedOn: date }).chronicPercent * 100;
    years.set(year, { percent, reachedOn: before.reachedOn ?? (isReached ? date : null) });
  }
  return [...years].flatMap(([year, { percent, reachedOn }]) => (reachedOn ? [{ year, percent, reachedOn }] : []));
}
