import { type Route, type Routes, totalCost } from "./route-limits";
import { isAble } from "./route-walk";
import type { VroomJob, VroomRoute, VroomSolution, VroomStep, VroomViolation } from "./vroom";

/** The plan in VROOM's words. */
export function reportRoutes(plan: Routes): VroomSolution {
  const routes = plan.routes.map(reportRoute);
  const served = plan.routes.flatMap((route) => route.jobs);
  return {
    code: 0,
    summary: {
      cost: totalCost(plan),
      duration: routes.reduce((sum, route) => sum + route.duration, 0),
      unassigned: plan.unassigned.length,
      priority: served.reduce((sum, job) => sum + job.priority, 0),
      violations: routes.flatMap((route) => route.steps.flatMap((step) => step.violations)).length,
    },
    unassigned: plan.unassigned.map(({ id, description }) => ({ id, description })),
    routes,
  };
}

function reportRoute(route: Route): VroomRoute {
  const { vehicle, jobs, walk } = route;
  const [begins, ends] = vehicle.time_window;
  const last = jobs.length - 1;
  const finish = last < 0 ? begins : (walk.starts[last] ?? 0) + (walk.setups[last] ?? 0) + (jobs[last]?.service ?? 0);
  return {
    vehicle: vehicle.id,
    description: vehicle.description,
    duration: walk.driving,
    steps: [
      plainStep("start", begins, []),
      ...jobs.map((job, index) => jobStep(job, index, route)),
      plainStep("end", finish, finish > ends ? [{ cause: "delay", duration: finish - ends }] : []),
    ],
  };
}

function jobStep(job: VroomJob, index: number, { vehicle, walk }: Route): VroomStep {
  const arrival = walk.arrivals[index] ?? 0;
  const delay = walk.delays[index] ?? 0;
  const late: VroomViolation[] = delay > 0 ? [{ cause: "delay", duration: delay }] : [];
  const unable: VroomViolation[] = isAble(vehicle, job) ? [] : [{ cause: "skills" }];
  return {
    type: "job",
    id: job.id,
    description: job.description,
    arrival,
    waiting_time: (walk.starts[index] ?? 0) - arrival,
    setup: walk.setups[index] ?? 0,
    service: job.service,
    violations: [...late, ...unable],
  };
}

function plainStep(type: "start" | "end", arrival: number, violations: VroomViolation[]): VroomStep {
  return { type, arrival, waiting_time: 0, setup: 0, service: 0, violations };
}
