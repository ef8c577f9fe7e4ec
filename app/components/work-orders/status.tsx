import { StatusBadge } from "~/components/status-badge";
import {
  Ban,
  CalendarClock,
  CircleCheck,
  CircleDashed,
  CirclePause,
  type IconComponent,
  LockKeyhole,
  Send,
  Truck,
  Wrench,
} from "~/components/ui/icons";
import type { Tone } from "~/components/ui/tone";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";

/** Tones from cold to warm as the job approaches and is done; amber means waiting. */
export const statusStyles: Record<WorkOrderStatus, { tone: Tone; icon: IconComponent }> = {
  unscheduled: { tone: "neutral", icon: CircleDashed },
  scheduled: { tone: "info", icon: CalendarClock },
  dispatched: { tone: "cool", icon: Send },
  en_route: { tone: "active", icon: Truck },
  in_progress: { tone: "heat", icon: Wrench },
  on_hold: { tone: "warn", icon: CirclePause },
  completed: { tone: "ok", icon: CircleCheck },
  closed: { tone: "neutral", icon: LockKeyhole },
  cancelled: { tone: "bad", icon: Ban },
};

/** A work order's status, the same everywhere. */
export function WorkOrderStatusBadge({ status, className }: { status: WorkOrderStatus; className?: string }) {
  return <StatusBadge {...statusStyles[status]} label={STATUS_LABELS[status]} className={className} />;
}
