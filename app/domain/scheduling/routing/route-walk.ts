import type { TimeWindow, VroomJob, VroomProblem, VroomVehicle } from "./vroom";

/** One vehicle's day, stop by stop; the lists run along its jobs. */
export type Walk = {
  /** Seconds of driving, the way to the first stop included. */
  driving: number;
  arrivals: number[];
  starts: number[];
  setups: number[];
  /** Seconds by which work begins after the last window. */
  delays: number[];
  /** Seconds by which the day ends after the shift. */
  overtime: number;
};

export type Durations = VroomProblem["matrices"]["car"]["durations"];

// Nobody is told to be there at 10:07.
const GRID = 300;

/** A vehicle with its pauses laid out. */
export type Van = VroomVehicle & { pauses: readonly TimeWindow[] };

export function vanOf(vehicle: VroomVehicle): Van {
  const pauses = vehicle.breaks.map(({ time_windows: [[from]], service }): TimeWindow => [from, from + service]);
  return { ...vehicle, pauses };
}

/** Follows a route through windows and breaks, each stop as early as it can be. */
export function walkRoute(van: Van, jobs: readonly VroomJob[], durations: Durations): Walk {
  const walk: Walk = { driving: 0, arrivals: [], starts: [], setups: [], delays: [], overtime: 0 };
  let now = van.time_window[0];
  let place = van.start_index;
  jobs.forEach((job, index) => {
    const drive = place === undefined ? 0 : (durations[place]?.[job.location_index] ?? 0);
    const arrival = index === 0 ? now : arriveAfter(now, drive, van);
    const setup = index > 0 && place === job.location_index ? 0 : job.setup;
    const start = earliestStart(job, arrival, { van, work: setup + job.service });
    walk.driving += drive;
    walk.arrivals.push(arrival);
    walk.starts.push(start);
    walk.setups.push(setup);
    walk.delays.push(Math.max(0, start - lastMoment(job)));
    now = start + setup + job.service;
    place = job.location_index;
  });
  walk.overtime = Math.max(0, now - van.time_window[1]);
  return walk;
}

/** True when the vehicle holds every skill that the job needs. */
export function isAble(vehicle: VroomVehicle, job: VroomJob): boolean {
  return job.skills.every((skill) => vehicle.skills.includes(skill));
}

function earliestStart(job: VroomJob, arrival: number, on: { van: Van; work: number }): number {
  let start = arrival;
  for (const [opens, closes] of job.time_windows) {
    start = afterBreaks(arrival <= opens ? opens : onGrid(arrival), on);
    if (start <= closes) return start;
  }
  return start;
}

function afterBreaks(start: number, { van, work }: { van: Van; work: number }): number {
  let moved = start;
  for (const [from, until] of van.pauses) {
    if (moved < until && from < moved + work) moved = until;
  }
  return moved;
}

function arriveAfter(leave: number, drive: number, van: Van): number {
  let arrival = leave + drive;
  if (drive === 0) return arrival;
  for (const [from, until] of van.pauses) {
    if (leave < until && from < arrival) arrival += until - Math.max(from, leave);
  }
  return arrival;
}

/** The last moment at which work may begin without being late. */
export function lastMoment(job: VroomJob): number {
  return job.time_windows.at(-1)?.[1] ?? Number.MAX_SAFE_INTEGER;
}

function onGrid(time: number): number {
  return Math.ceil(time / GRID) * GRID;
}
