/**
 * The routing problem and its answer in the words of VROOM's JSON interface (docs/API.md of VROOM-Project/vroom), so that a
 * real solver can take the place of ours. All times are whole seconds: instants since the epoch, durations as such.
 */

export type TimeWindow = readonly [start: number, end: number];

export type VroomJob = {
  id: number;
  /** Our own id of the work order. */
  description: string;
  location_index: number;
  /** Before the work; not repeated where the stop before was at the same location. */
  setup: number;
  service: number;
  /** Every one of them is a must. */
  skills: readonly number[];
  /** 0 to 100; the sum of what is left out is made small before anything else. */
  priority: number;
  /** When work on site may begin, in order of time. */
  time_windows: readonly TimeWindow[];
};

/** A pause at a fixed time: its window has no width. */
type VroomBreak = { id: number; description: string; time_windows: readonly [TimeWindow]; service: number };

export type VroomVehicle = {
  id: number;
  /** Our own id of the technician. */
  description: string;
  /** Where the day starts; the way from there to the first stop is driven before the shift. */
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
  /** Seconds from row to column; whole and not negative. */
  matrices: { car: { durations: readonly (readonly number[])[] } };
};

/** "delay" by `duration` seconds against a window or the end of a shift; "skills" when one is missing. */
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
