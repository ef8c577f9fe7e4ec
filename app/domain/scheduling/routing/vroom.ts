/**
 * The routing problem and its solution in the format of VROOM's JSON interface (docs/API.md of VROOM-Project/vroom), so that a
 * real solver can replace ours. All times are whole seconds: instants since the epoch, and durations.
 */

export type TimeWindow = readonly [start: number, end: number];

export type VroomJob = {
  id: number;
  /** Our own id of the work order. */
  description: string;
  location_index: number;
  /** Before the work; not repeated if the previous stop was at the same location. */
  setup: number;
  service: number;
  /** All of them are required. */
  skills: readonly number[];
  /** 0 to 100; minimizing the sum of the jobs left out comes before everything else. */
  priority: number;
  /** When work on site may start, in chronological order. */
  time_windows: readonly TimeWindow[];
};

/** A break at a fixed time: its window has zero width. */
type VroomBreak = { id: number; description: string; time_windows: readonly [TimeWindow]; service: number };

export type VroomVehicle = {
  id: number;
  /** Our own id of the technician. */
  description: string;
  /** Where the day starts; the drive from there to the first stop happens before the shift. */
  start_index?: number;
  skills: readonly number[];
  time_window: TimeWindow;
  breaks: readonly VroomBreak[];
  /** The current plan, in order. */
  steps: readonly { type: "job"; id: number }[];
};

export type VroomProblem = {
  vehicles: readonly VroomVehicle[];
  jobs: readonly VroomJob[];
  /** Seconds from row to column; non-negative integers. */
  matrices: { car: { durations: readonly (readonly number[])[] } };
};

/** "delay" by `duration` seconds past a window or the end of a shift; "skills" if one is missing. */
export type VroomViolation = { cause: "delay" | "skills"; duration?: number };

export type VroomStep = {
  type: "start" | "job" | "end";
  id?: number;
  description?: string;
  arrival: number;
  waiting_time: number;
  setup: number;
  service: number;
  violations: VroomViolation[];
};

export type VroomRoute = {
  vehicle: number;
  description: string;
  /** Seconds of driving. */
  duration: number;
  steps: VroomStep[];
};

export type VroomSolution = {
  code: 0;
  summary: { cost: number; duration: number; unassigned: number; priority: number; violations: number };
  unassigned: { id: number; description: string }[];
  routes: VroomRoute[];
};
