import type { WorkOrderStatus } from "~/domain/work-orders/work-order";

/** What a new business does until its first job is on its way, in this order. */
export const FIRST_STEPS = ["business", "service_types", "technician", "customer", "schedule", "dispatch"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** What the business has. */
interface SetupFacts {
  /** Somebody has saved the settings, or they hold a phone number or an address. */
  hasDetails: boolean;
  hasServiceType: boolean;
  hasTechnician: boolean;
  hasCustomer: boolean;
  /** Work orders by status. */
  workOrders: Readonly<Record<string, number>>;
}

/** Of work orders that a technician was sent to. */
const SENT_STATUSES: readonly WorkOrderStatus[] = ["dispatched", "en_route", "in_progress", "completed", "closed"];
/** Of work orders with a time of their own, past or to come. */
export const SCHEDULED_STATUSES: readonly WorkOrderStatus[] = ["scheduled", ...SENT_STATUSES];

/** The steps that are done, in order: what the data show, whatever way it came about. */
export function doneSteps({ workOrders, ...facts }: SetupFacts): FirstStep[] {
  const any = (statuses: readonly WorkOrderStatus[]) => statuses.some((status) => (workOrders[status] ?? 0) > 0);
  const done: Record<FirstStep, boolean> = {
    business: facts.hasDetails,
    service_types: facts.hasServiceType,
    technician: facts.hasTechnician,
    customer: facts.hasCustomer,
    schedule: any(SCHEDULED_STATUSES),
    dispatch: any(SENT_STATUSES),
  };
  return FIRST_STEPS.filter((step) => done[step]);
}
