import { StatusBadge } from "~/components/status-badge";
import { CircleCheck, Clock, RotateCcw } from "~/components/ui/icons";
import { RESERVATION_STATUS_LABELS, type ReservationStatus } from "~/domain/inventory/reservation";

const styles = {
  open: { tone: "cool", icon: Clock },
  fulfilled: { tone: "ok", icon: CircleCheck },
  released: { tone: "neutral", icon: RotateCcw },
} as const;

export function ReservationBadge({ status }: { status: ReservationStatus }) {
  return <StatusBadge label={RESERVATION_STATUS_LABELS[status]} {...styles[status]} />;
}
