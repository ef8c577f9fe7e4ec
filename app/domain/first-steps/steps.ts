import type { WorkOrderStatus } from "~/domain/work-order-basics/status";

/** The steps of a new business until its first job is dispatched, in order. */
export const FIRST_STEPS = ["service_types", "technician", "customer", "schedule", "dispatch"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** What the business has set up so far. */
interface SetupFacts {
  hasServiceType: boolean;
  hasTechnician: boolean;
  hasCustomer: boolean;
  /** Work orders by status. */
  workOrders: Readonly<Record<string, number>>;
}

/** Statuses of work orders a technician was dispatched to. */
const SENT_STATUSES: readonly WorkOrderStatus[] = ["dispatched", "en_route", "in_progress", "completed", "closed"];
/** Statuses of work orders with a start time, past or future. */
export const SCHEDULED_STATUSES: readonly WorkOrderStatus[] = ["scheduled", ...SENT_STATUSES];

/** The completed steps in order, derived from the data however it was entered. */
export function doneSteps({ workOrders, ...facts }: SetupFacts): FirstStep[] {
  const any = (statuses: readonly WorkOrderStatus[]) => statuses.some((status) => (workOrders[status] ?? 0) > 0);
  const done: Record<FirstStep, boolean> = {
    service_types: facts.hasServiceType,
    technician: facts.hasTechnician,
    customer: facts.hasCustomer,
    schedule: any(SCHEDULED_STATUSES),
    dispatch: any(SENT_STATUSES),
  };
  return FIRST_STEPS.filter((step) => done[step]);
}
