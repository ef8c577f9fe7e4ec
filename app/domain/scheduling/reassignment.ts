import type { WorkOrderStatus } from "~/domain/work-orders/work-order";

/** Who goes when; instants as ISO text, the lead first. */
export type Planned = {
  technicianIds: readonly string[];
  start: string;
  end: string;
  /** Why it may stand beside other jobs; null: it does not. */
  overrideReason: string | null;
};

/** A job that gets another place together with others, if it still is at that version and status. */
export type Reassignment = {
  id: string;
  version: number;
  from: WorkOrderStatus;
  before: Planned;
  to: Planned & { status: WorkOrderStatus };
};

/** A change that was made, with what was there before; `version` is the one before it. */
export type AppliedChange = {
  id: string;
  version: number;
  before: Planned & { status: WorkOrderStatus };
  after: Planned & { status: WorkOrderStatus };
};

/** A job that was on its way turns back when it is given to somebody else. */
export function statusWhenGivenAway(status: WorkOrderStatus): WorkOrderStatus {
  return status === "en_route" ? "dispatched" : status;
}

/** What takes the changes back: each job is one version on since. */
export function undoing(changes: readonly AppliedChange[]): Reassignment[] {
  return changes.map(({ id, version, before, after }) => ({
    id,
    version: version + 1,
    from: after.status,
    before: after,
    to: { ...before, status: statusWhenGivenAway(before.status) },
  }));
}
