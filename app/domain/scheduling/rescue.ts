import type { Instant } from "~/domain/shared/time-zones";
import { clock } from "./jobs";
import { demandKeys, heldKeys } from "./qualification";
import { jobsToRescue, type RescueJob, type RescueRequest, rescueProblem } from "./rescue-problem";
import { explainPlan, solve } from "./routing/route-search";
import type { VroomSolution } from "./routing/vroom";
import { shiftOn } from "./shifts";

/** A job that somebody else takes over, or that starts at another time; `technicianIds` and `start` are what it becomes. */
export type RescueChange = {
  jobId: string;
  label: string;
  from: { technicianIds: readonly string[]; start: Instant };
  to: { technicianIds: readonly string[]; start: Instant };
  message: string;
};

export type Rescue = {
  changes: RescueChange[];
  /** Jobs for which nobody was found, each with the reason. */
  leftOver: { jobId: string; label: string; reason: string }[];
  /** Minutes of driving of those who work, before and after. */
  driveMinutes: { before: number; after: number };
};

/**
 * Proposes who takes over the day of a technician who is out. Nothing is changed; the same request and seed give the same
 * proposal. Nobody gets a job that he has no skill, time or way for, and nobody's promised window is broken.
 */
export function rescueDay(request: RescueRequest, seed = 1): Rescue {
  const problem = rescueProblem(request, "keep");
  const before = explainPlan(problem);
  const after = bestOf(solve(problem, seed), () => solve(rescueProblem(request, "share"), seed));
  const jobs = new Map(request.jobs.map((job) => [job.id, job]));
  const leftOut = new Set(after.unassigned.map(({ description }) => description));
  return {
    changes: changesBetween(before, after, { jobs, request }),
    leftOver: jobsToRescue(request)
      .filter(({ id }) => leftOut.has(id))
      .map((job) => ({ jobId: job.id, label: job.label, reason: reasonFor(job, request) })),
    driveMinutes: { before: Math.round(before.summary.duration / 60), after: Math.round(after.summary.duration / 60) },
  };
}

// Other people's jobs change hands only where that saves a job from being left over.
function bestOf(keeping: VroomSolution, sharing: () => VroomSolution): VroomSolution {
  if (keeping.unassigned.length === 0) return keeping;
  const shared = sharing();
  return shared.unassigned.length < keeping.unassigned.length ? shared : keeping;
}

type Known = { jobs: ReadonlyMap<string, RescueJob>; request: RescueRequest };

function changesBetween(before: VroomSolution, after: VroomSolution, known: Known): RescueChange[] {
  return after.routes.flatMap((route, index) => {
    const stops = route.steps.filter(({ type }) => type === "job");
    const old = new Map(before.routes[index]?.steps.map((step) => [step.id, step]));
    return stops.flatMap((step): RescueChange[] => {
      const job = known.jobs.get(step.description ?? "");
      const was = old.get(step.id);
      const start = (step.arrival + step.waiting_time) * 1000;
      if (!job || (was && was.arrival + was.waiting_time === step.arrival + step.waiting_time)) return [];
      return [changeOf(job, { technicianId: route.description, start }, known.request)];
    });
  });
}

function changeOf(
  job: RescueJob,
  given: { technicianId: string; start: Instant },
  request: RescueRequest,
): RescueChange {
  const stays = job.technicianIds.includes(given.technicianId);
  const leaves = job.technicianIds.includes(request.technicianId) ? request.technicianId : job.technicianIds[0];
  const technicianIds = stays
    ? job.technicianIds
    : job.technicianIds.map((id) => (id === leaves ? given.technicianId : id));
  const name = request.team.find(({ id }) => id === given.technicianId)?.name ?? given.technicianId;
  const before = clock(job.start, job.zone);
  const after = clock(given.start, job.zone);
  const time = before === after ? `at ${after}` : `at ${after} instead of ${before}`;
  return {
    jobId: job.id,
    label: job.label,
    from: { technicianIds: job.technicianIds, start: job.start },
    to: { technicianIds, start: given.start },
    message: stays ? `${name} keeps ${job.label}, ${time}.` : `${name} takes ${job.label} ${time}.`,
  };
}

function reasonFor(job: RescueJob, { team, technicianId, date }: RescueRequest): string {
  const working = team.filter((person) => person.id !== technicianId && shiftOn(date, person) !== null);
  if (working.length === 0) return "Nobody else works that day.";
  const able = working.filter((person) => {
    const held = heldKeys(person, date);
    return demandKeys(job.demands).every((key) => held.includes(key));
  });
  if (able.length === 0) return "Nobody else who works that day has the skills and certificates for it.";
  const window = job.arrivalWindow;
  const when = window
    ? `between ${clock(window.start, job.zone)} and ${clock(window.end, job.zone)}`
    : `around ${clock(job.start, job.zone)}`;
  return `${able.map(({ name }) => name).join(", ")} cannot be there ${when} without breaking another promise.`;
}
