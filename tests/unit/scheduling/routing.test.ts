import fc from "fast-check";
import { expect, test } from "vitest";
import { explainPlan, solve } from "~/domain/scheduling/routing/search";
import type { VroomJob, VroomProblem, VroomSolution, VroomVehicle } from "~/domain/scheduling/routing/vroom";

const HOUR = 3600;

function aVroomJob(parts: Partial<VroomJob> & { id: number }): VroomJob {
  return {
    description: `job-${parts.id}`,
    location_index: 0,
    setup: 0,
    service: HOUR,
    skills: [],
    priority: 30,
    time_windows: [[0, 24 * HOUR]],
    ...parts,
  };
}

function aVehicle(parts: Partial<VroomVehicle> & { id: number }): VroomVehicle {
  const steps = parts.steps ?? [];
  return {
    description: `v-${parts.id}`,
    start_index: 0,
    skills: [],
    time_window: [8 * HOUR, 17 * HOUR],
    breaks: [],
    ...parts,
    steps,
  };
}

/** Locations on a line, ten minutes apart. */
function onALine(vehicles: VroomVehicle[], jobs: VroomJob[]): VroomProblem {
  const line = Array.from({ length: 10 }, (_, index) => index);
  return {
    vehicles,
    jobs,
    matrices: { car: { durations: line.map((from) => line.map((to) => Math.abs(from - to) * 600)) } },
  };
}

function stopsOf(solution: VroomSolution): number[][] {
  return solution.routes.map((route) => route.steps.flatMap((step) => (step.type === "job" ? (step.id ?? []) : [])));
}

test("a job goes where it adds the least driving", () => {
  const vehicles = [
    aVehicle({ id: 0, start_index: 0, steps: [{ type: "job", id: 0 }] }),
    aVehicle({ id: 1, start_index: 9, steps: [{ type: "job", id: 1 }] }),
  ];
  const jobs = [
    aVroomJob({ id: 0, location_index: 1 }),
    aVroomJob({ id: 1, location_index: 8 }),
    aVroomJob({ id: 2, location_index: 7 }),
  ];
  const solution = solve(onALine(vehicles, jobs));
  expect(stopsOf(solution)[1]).toContain(2);
  expect(solution.summary).toMatchObject({ unassigned: 0, violations: 0 });
});

test("a zigzag route is put in order", () => {
  const steps = [0, 1, 2, 3].map((id) => ({ type: "job" as const, id }));
  const jobs = [4, 1, 3, 2].map((location_index, id) =>
    aVroomJob({ id, location_index, time_windows: [[8 * HOUR, 8 * HOUR + 9 * HOUR]] }),
  );
  const problem = onALine([aVehicle({ id: 0, steps })], jobs);
  expect(stopsOf(solve(problem))).toEqual([[1, 3, 2, 0]]);
  expect(solve(problem).summary.duration).toBeLessThan(explainPlan(problem).summary.duration);
});

test("if not all jobs fit, the less urgent one is left out", () => {
  const day = aVehicle({ id: 0, time_window: [8 * HOUR, 10 * HOUR] });
  const jobs = [10, 100, 60].map((priority, id) => aVroomJob({ id, priority }));
  expect(solve(onALine([day], jobs)).unassigned).toEqual([{ id: 0, description: "job-0" }]);
});

test("a job never goes to a technician without the skill, and stays unassigned if no one has it", () => {
  const vehicles = [aVehicle({ id: 0 }), aVehicle({ id: 1, skills: [7] })];
  const solution = solve(onALine(vehicles, [aVroomJob({ id: 0, skills: [7] }), aVroomJob({ id: 1, skills: [7, 8] })]));
  expect(stopsOf(solution)).toEqual([[], [0]]);
  expect(solution.unassigned).toMatchObject([{ id: 1 }]);
});

test("no work is planned during a break, and a drive pauses for it", () => {
  const lunch = { id: 0, description: "lunch", time_windows: [[12 * HOUR, 12 * HOUR]], service: HOUR } as const;
  const steps = [0, 1].map((id) => ({ type: "job" as const, id }));
  const jobs = [
    aVroomJob({ id: 0, time_windows: [[11 * HOUR, 11 * HOUR]], service: 50 * 60 }),
    aVroomJob({ id: 1, location_index: 2, time_windows: [[8 * HOUR, 17 * HOUR]] }),
  ];
  const [route] = explainPlan(onALine([aVehicle({ id: 0, breaks: [lunch], steps })], jobs)).routes;
  const second = route?.steps[2];
  // Ten of the twenty minutes are driven before lunch, ten after it.
  expect(second).toMatchObject({ arrival: 13 * HOUR + 10 * 60, violations: [] });
});

test("a late plan reports the delay and is not changed by the explanation", () => {
  const steps = [0, 1].map((id) => ({ type: "job" as const, id }));
  const jobs = [aVroomJob({ id: 0 }), aVroomJob({ id: 1, location_index: 3, time_windows: [[9 * HOUR, 9 * HOUR]] })];
  const explained = explainPlan(onALine([aVehicle({ id: 0, steps })], jobs));
  expect(explained.routes[0]?.steps[2]?.violations).toEqual([{ cause: "delay", duration: 30 * 60 }]);
  expect(stopsOf(explained)).toEqual([[0, 1]]);
});

const anyProblem = fc.integer({ min: 1, max: 5 }).chain((vehicleCount) =>
  fc.record({
    points: fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { minLength: 6, maxLength: 6 }),
    vehicles: fc.array(
      fc.record({
        start: fc.option(fc.nat(5), { nil: undefined }),
        skills: fc.subarray([1, 2, 3]),
        begins: fc.integer({ min: 6, max: 10 }),
        hours: fc.integer({ min: 4, max: 9 }),
        lunch: fc.boolean(),
      }),
      { minLength: vehicleCount, maxLength: vehicleCount },
    ),
    jobs: fc.array(
      fc.record({
        at: fc.nat(5),
        service: fc.integer({ min: 3, max: 24 }),
        setup: fc.nat(2),
        skills: fc.subarray([1, 2, 3], { maxLength: 2 }),
        priority: fc.nat(100),
        opens: fc.integer({ min: 6, max: 16 }),
        wide: fc.integer({ min: 0, max: 6 }),
        by: fc.integer({ min: -1, max: vehicleCount - 1 }),
      }),
      { maxLength: 14 },
    ),
  }),
);

type Drawn = typeof anyProblem extends fc.Arbitrary<infer T> ? T : never;

function drawn({ points, vehicles, jobs }: Drawn): VroomProblem {
  return {
    vehicles: vehicles.map(({ start, skills, begins, hours, lunch }, id) => ({
      id,
      description: `v-${id}`,
      start_index: start,
      skills,
      time_window: [begins * HOUR, (begins + hours) * HOUR],
      breaks: lunch ? [{ id: 0, description: "lunch", time_windows: [[12 * HOUR, 12 * HOUR]], service: HOUR / 2 }] : [],
      steps: jobs.flatMap(({ by }, workOrder) => (by === id ? [{ type: "job" as const, id: workOrder }] : [])),
    })),
    jobs: jobs.map(({ at, service, setup, skills, priority, opens, wide }, id) => ({
      id,
      description: `job-${id}`,
      location_index: at,
      service: service * 300,
      setup: setup * 300,
      skills,
      priority,
      time_windows: [[opens * HOUR, (opens + wide) * HOUR]],
    })),
    matrices: {
      car: { durations: points.map(([x, y]) => points.map(([u, v]) => Math.round(Math.hypot(x - u, y - v)) * 60)) },
    },
  };
}

/**
 * Faults in the plan's own steps, computed only from the problem: how late each job and each day is, and unqualified vehicles.
 */
function faults(problem: VroomProblem, solution: VroomSolution): Map<string, number> {
  const found = new Map<string, number>();
  const durations = problem.matrices.car.durations;
  for (const route of solution.routes) {
    const vehicle = problem.vehicles.find(({ id }) => id === route.vehicle);
    if (!vehicle) throw new Error("a route without a vehicle");
    let free = vehicle.time_window[0];
    let place: number | undefined;
    for (const step of route.steps.filter(({ type }) => type === "job")) {
      const workOrder = problem.jobs.find(({ id }) => id === step.id);
      if (!workOrder) throw new Error("a stop without a job");
      const begins = step.arrival + step.waiting_time;
      const ends = begins + (place === workOrder.location_index ? 0 : workOrder.setup) + workOrder.service;
      const drive = place === undefined ? 0 : (durations[place]?.[workOrder.location_index] ?? 0);
      if (begins < free + drive) found.set(`drive to ${workOrder.id}`, free + drive - begins);
      if (begins < (workOrder.time_windows[0]?.[0] ?? 0)) found.set(`early ${workOrder.id}`, 1);
      found.set(`late ${workOrder.id}`, Math.max(0, begins - (workOrder.time_windows[0]?.[1] ?? 0)));
      if (!workOrder.skills.every((skill) => vehicle.skills.includes(skill)))
        found.set(`unable ${workOrder.id} ${vehicle.id}`, 1);
      for (const pause of vehicle.breaks) {
        const from = pause.time_windows[0][0];
        if (begins < from + pause.service && from < ends) found.set(`break ${workOrder.id}`, 1);
      }
      free = ends;
      place = workOrder.location_index;
    }
    found.set(`overtime ${vehicle.id}`, Math.max(0, free - vehicle.time_window[1]));
  }
  return found;
}

test("rules the plan met stay met, and violations get no worse", () => {
  fc.assert(
    fc.property(anyProblem, (draw) => {
      const problem = drawn(draw);
      const before = faults(problem, explainPlan(problem));
      for (const [fault, amount] of faults(problem, solve(problem))) {
        expect({ fault, worse: amount > (before.get(fault) ?? 0) }).toEqual({ fault, worse: false });
      }
    }),
    { numRuns: 300 },
  );
});

test("every job is assigned once, and none is dropped", () => {
  fc.assert(
    fc.property(anyProblem, (draw) => {
      const problem = drawn(draw);
      const before = explainPlan(problem);
      const after = solve(problem);
      const placed = stopsOf(after).flat();
      const out = after.unassigned.map(({ id }) => id);
      expect([...placed, ...out].sort((a, b) => a - b)).toEqual(problem.jobs.map(({ id }) => id));
      expect(placed).toEqual(expect.arrayContaining(stopsOf(before).flat()));
    }),
    { numRuns: 200 },
  );
});

test("the solution is never worse than the plan: more urgent work, or as much at no higher cost", () => {
  fc.assert(
    fc.property(anyProblem, (draw) => {
      const problem = drawn(draw);
      const before = explainPlan(problem).summary;
      const after = solve(problem).summary;
      expect(after.priority).toBeGreaterThanOrEqual(before.priority);
      expect(after.unassigned).toBeLessThanOrEqual(before.unassigned);
      if (after.unassigned === before.unassigned) expect(after.cost).toBeLessThanOrEqual(before.cost);
    }),
    { numRuns: 200 },
  );
});

test("the same problem and seed give the same solution", () => {
  fc.assert(
    fc.property(anyProblem, fc.nat(), (draw, seed) => {
      expect(solve(drawn(draw), seed)).toEqual(solve(drawn(draw), seed));
    }),
    { numRuns: 50 },
  );
});
